import type en from '../../en/wallet/settings';
import { plural } from '../../plural';

export default {
  wallet: 'Wallet',
  name: 'Name',
  rename: 'Umbenennen',
  renamed: 'Umbenannt.',
  locking: 'Automatische Sperre',
  lockAfter: 'Sperren nach',
  lockHint: 'Ohne Aktivität in diesem Tab. Sperren löscht die Schlüssel aus dem Arbeitsspeicher.',
  minutes: (minutes: number) => plural(minutes, { one: '# Minute', other: '# Minuten' }),
  hours: (hours: number) => plural(hours, { one: '# Stunde', other: '# Stunden' }),
  onClose: 'Erst beim Schließen dieses Tabs',
  policy: 'Ausgaberegel',
  unlockFirst: 'Entsperren Sie zuerst die Wallet.',
  rescan: {
    title: 'Fehlt Guthaben?',
    text: 'Durchsucht weitere Adressen, auch nach langen Lücken unbenutzter Adressen, wie sie manche älteren Wallets hinterließen. Die Wallet muss entsperrt und online sein.',
    start: 'Weitere Adressen durchsuchen'
  },
  sweep: {
    title: 'Andere Wallet leeren',
    text: 'Übertragen Sie alles von einem alten Seed oder einem einzelnen Schlüssel in diese Wallet.',
    start: 'Andere Wallet leeren'
  },
  password: {
    title: 'Passwort',
    current: 'Aktuelles Passwort',
    next: 'Neues Passwort',
    hint: 'Ersetzt das Passwort auf diesem Gerät. Die Wiederherstellungswörter bleiben gleich.',
    deriving: 'Der Schlüssel wird abgeleitet',
    change: 'Passwort ändern',
    changed: 'Passwort geändert.'
  },
  passkeys: {
    title: 'Passkeys',
    text: 'Entsperren mit Fingerabdruck, Gesicht oder Sicherheitsschlüssel. Das Passwort gilt weiterhin.',
    added: (date: string) => `hinzugefügt am ${date}`,
    remove: 'Entfernen',
    removeOne: (label: string, date: string) => `Entfernen: Passkey ${label}, hinzugefügt am ${date}`,
    add: 'Passkey hinzufügen'
  },
  phrase: {
    title: 'Wiederherstellungswörter',
    warning:
      'Wer diese Wörter kennt, kann das Guthaben ausgeben. Blenden Sie sie aus, sobald Sie sie aufgeschrieben haben.',
    hide: 'Wörter ausblenden',
    password: 'Passwort der Wallet',
    hint: 'Auch bei entsperrter Wallet erforderlich.',
    decrypting: 'Wird entschlüsselt …',
    show: 'Wörter anzeigen'
  },
  labels: {
    title: 'Bezeichnungen',
    text: 'Bezeichnungen und Notizen liegen nur in diesem Browser. Exportieren Sie sie als Sicherung oder für ein anderes Gerät. Sie verraten, wer wen bezahlt: Geben Sie die Datei nicht weiter.',
    file: (wallet: string) => `${wallet} Bezeichnungen`,
    export: 'Bezeichnungen exportieren',
    none: 'Es gibt noch keine Bezeichnungen oder Notizen zum Exportieren.',
    import: 'Bezeichnungen importieren',
    preview: 'Bezeichnungen in der Datei',
    added: 'Neu',
    changed: 'Geändert',
    same: 'Unverändert',
    unknown: 'Für andere Software',
    damaged: 'Nicht lesbar',
    frozen: 'Outputs, die eingefroren werden',
    thawed: 'Eingefrorene Outputs, die wieder verfügbar werden',
    kept: 'Zeilen für andere Software und nicht lesbare werden unverändert gespeichert und beim Export wieder ausgegeben.',
    mode: 'Wenn beide eine Bezeichnung haben',
    modes: { fill: 'Meine behalten, leere ergänzen', replace: 'Die aus der Datei übernehmen' },
    apply: 'Übernehmen',
    cancel: 'Abbrechen',
    applied: (count: number) =>
      plural(count, { one: '# Bezeichnung importiert.', other: '# Bezeichnungen importiert.' }),
    undo: 'Rückgängig machen',
    undone: 'Der Import wurde rückgängig gemacht.'
  },
  remove: {
    unfinished:
      'Eine Zahlung dieser Wallet wurde signiert oder zum Signieren weitergegeben und ist noch in keinem Block. Mit der Wallet wird gelöscht, was Quarry von ihr weiß: Nichts würde Sie warnen, wenn Sie doppelt zahlen oder wenn die Zahlung mit anderen Namen der Empfänger zurückkommt.',
    noBackup:
      'Diese Wallet ist in keiner Sicherungsdatei vollständig enthalten, die dieser Browser gespeichert oder wiederhergestellt hat.',
    title: 'Entfernen',
    withKeys:
      'Löscht Schlüssel und Verlauf dieser Wallet aus diesem Browser. Das Guthaben bleibt auf der Chain, doch nur die Wiederherstellungswörter oder eine Sicherungsdatei geben wieder Zugriff darauf.',
    watchOnly: 'Löscht Adressen und Verlauf aus diesem Browser. Das Guthaben bleibt unberührt.',
    shared:
      'Löscht Ausgaberegel und Verlauf dieser Wallet aus diesem Browser. Das Guthaben bleibt auf der Chain, doch ohne die Regel können die Beteiligten es nicht ausgeben, auch nicht mit allen Wiederherstellungswörtern.',
    open: 'Diese Wallet entfernen …',
    question: (wallet: string) => `${wallet} entfernen?`,
    confirmWithKeys:
      'Ohne die Wiederherstellungswörter oder eine Sicherungsdatei ist das Guthaben verloren. Geben Sie zur Bestätigung den Namen der Wallet ein.',
    confirmShared:
      'Wenn sonst niemand die Regel hat und es keine Sicherungsdatei gibt, ist das Guthaben verloren. Geben Sie zur Bestätigung den Namen der Wallet ein.',
    confirm: 'Geben Sie zur Bestätigung den Namen der Wallet ein.',
    name: 'Name der Wallet',
    remove: 'Entfernen'
  }
} satisfies typeof en;
