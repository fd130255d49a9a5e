import type en from '../../en/wallet/list';
import { formatCount } from '../../format';
import { plural } from '../../plural';

/** Also used on the pages of a wallet. */
export const fundUnits = (units: bigint): string => plural(units, { one: '# Fondsanteil', other: '# Fondsanteile' });

export default {
  newPassword: {
    label: 'Passwort',
    repeat: (label: string) => `${label} wiederholen`,
    tooShort: (least: number) => `Mindestens ${least} Zeichen, besser ein ganzer Satz.`,
    differs: 'Die Passwörter stimmen nicht überein.',
    strength: 'Passwortstärke',
    levels: ['sehr schwach', 'sehr schwach', 'schwach', 'gut', 'stark'],
    weak: {
      common: 'Zu leicht zu erraten: eines der häufigsten Passwörter oder einem davon sehr ähnlich.',
      pattern:
        'Zu leicht zu erraten: Tastenreihen, Folgen, Wiederholungen und Datumsangaben werden zuerst ausprobiert.',
      guessable: 'Zu leicht zu erraten. Ergänzen Sie Wörter, zum Beispiel vier, die nichts miteinander zu tun haben.'
    },
    unrated: 'Die Prüfung der Passwortstärke konnte nicht geladen werden. Laden Sie die Seite neu.'
  },
  list: {
    lost: {
      title: (count: number) =>
        count === 1 ? 'Der Browser hat eine Wallet entfernt' : `Der Browser hat ${count} Wallets entfernt`,
      text: 'Hier waren Wallets gespeichert, doch ihre Daten sind nicht mehr da: Browser leeren den Speicher einer Website, wenn der Datenträger voll wird, nach Wochen ohne Besuch oder wenn Websitedaten gelöscht werden. Auf der Chain ist nichts verloren. Stellen Sie die Wallets aus einer Sicherungsdatei oder den Wiederherstellungswörtern wieder her.',
      dismiss: 'Ausblenden'
    },
    onlyDamaged: 'In diesem Browser kann keine Wallet angezeigt werden.',
    title: 'Wallets',
    contacts: 'Adressbuch',
    policies: 'Ausgaberegeln',
    messages: 'Signierte Nachrichten',
    pay: 'Zahlungslink öffnen',
    hardware: 'Hardware-Wallet',
    sign: 'Transfer signieren',
    signingServer: 'Signaturserver',
    add: 'Wallet hinzufügen',
    empty:
      'Noch keine Wallets. Die Schlüssel einer Wallet bleiben in diesem Browser: Zahlungen werden hier erstellt, geprüft und signiert, auch offline. Wallets, die unter einer anderen Adresse oder einem anderen Port von Quarry erstellt wurden, sind nur dort verfügbar.',
    total: (coins: string) => `${coins} in allen Wallets:`,
    copies: 'Was in mehreren Wallets steht, ist nur einmal gezählt.',
    fundUnits,
    block: (height: number) => `Block ${formatCount(height)}`,
    synced: 'synchron',
    notSynced: 'Noch nicht synchronisiert'
  },
  parts: {
    spendable: (coins: string) => `${coins} verfügbar`,
    watched: (coins: string) => `${coins} nur beobachtet`,
    timeLocked: (coins: string) => `${coins} zeitlich gesperrt`,
    immature: (coins: string) => `${coins} unreif`,
    frozen: (coins: string) => `${coins} eingefroren`,
    waiting: (coins: string) => `${coins} unbestätigt`
  },
  verified: {
    outputs: (count: number, of: number) =>
      `${formatCount(count)} von ${plural(of, { one: '# Output', other: '# Outputs' })} verifiziert`,
    at: (height: number) => `von diesem Tab verifiziert bei Block ${formatCount(height)}`,
    partlyAt: (height: number) => `von diesem Tab teilweise verifiziert bei Block ${formatCount(height)}`
  },
  kind: {
    threshold: (needed: number, of: number) => `${needed} von ${of}`,
    policy: 'Regel',
    seed: 'mit Schlüsseln',
    watch: 'Watch-only'
  },
  backup: {
    title: 'Alle Wallets sichern',
    text: 'Eine verschlüsselte Datei mit allen Wallets dieses Browsers: Adressen, Bezeichnungen, Notizen und Schlüssel, dazu das Adressbuch. Sie lässt sich mit dem Passwort öffnen, das Sie hier wählen; die Schlüssel darin bleiben durch das Passwort der jeweiligen Wallet geschützt.',
    password: 'Passwort der Sicherung',
    passwordHint: 'Zum Wiederherstellen nötig. Es lässt sich nicht zurücksetzen.',
    encrypting: 'Wird verschlüsselt …',
    decrypting: 'Wird entschlüsselt …',
    save: 'Sicherungsdatei speichern',
    saved: 'Sicherungsdatei gespeichert. Bewahren Sie sie nicht nur auf diesem Gerät auf.',
    file: (date: string) => `quarry-wallets-${date}.json`,
    none: (count: number, formatted: string) =>
      count === 1
        ? 'Eine Wallet ist in keiner Sicherungsdatei vollständig enthalten.'
        : `${formatted} Wallets sind in keiner Sicherungsdatei vollständig enthalten.`,
    restore: 'Aus einer Sicherungsdatei wiederherstellen',
    restoreTitle: 'Aus einer Sicherungsdatei wiederherstellen',
    restoreText: 'Wallets, die schon in diesem Browser sind, bleiben unverändert.',
    chooseTitle: 'Sicherung öffnen',
    choose: 'Datei wählen',
    openHint: 'Das Passwort, mit dem die Sicherung gespeichert wurde.',
    preview: 'Inhalt anzeigen',
    content: (date: string) => `Sicherung vom ${date}`,
    present: 'schon vorhanden',
    sharesName: 'heißt wie eine Wallet hier',
    sameKeys:
      'Diese Wallet ist schon in diesem Browser, als <wallet/>. Stellen Sie sie wieder her, entsteht ein zweiter Eintrag mit denselben Adressen. Das hilft, wenn ihr Passwort vergessen wurde; der alte Eintrag lässt sich danach entfernen.',
    newContacts: (count: number) =>
      plural(count, {
        one: 'Fügt dem Adressbuch # Empfänger hinzu.',
        other: 'Fügt dem Adressbuch # Empfänger hinzu.'
      }),
    omittedContacts: (count: number) =>
      plural(count, {
        one: '# Empfänger wird nicht hinzugefügt: Das Adressbuch fasst höchstens 10.000, mit Namen bis zu 80 und Notizen bis zu 255 Zeichen.',
        other:
          '# Empfänger werden nicht hinzugefügt: Das Adressbuch fasst höchstens 10.000, mit Namen bis zu 80 und Notizen bis zu 255 Zeichen.'
      }),
    sharedContactNames: (count: number) =>
      plural(count, {
        one: '# davon trägt den Namen eines anderen Empfängers oder einer Wallet hier, oder einen, der gleich aussieht. Vergleichen Sie die Adressen, bevor Sie zahlen.',
        other:
          '# davon tragen den Namen eines anderen Empfängers oder einer Wallet hier, oder einen, der gleich aussieht. Vergleichen Sie die Adressen, bevor Sie zahlen.'
      }),
    withKeys: 'Mit Schlüsseln',
    shared: (needed: number, of: number) => `Gemeinsam, ${needed} von ${of}`,
    withPolicy: 'Mit Ausgaberegel, ohne Schlüssel',
    watchOnly: 'Watch-only',
    addresses: (count: number) => plural(count, { one: '# Adresse', other: '# Adressen' }),
    passwords: 'Jede Wallet behält ihr eigenes Passwort. Guthaben und Verlauf werden aus der Chain gelesen.',
    otherFile: 'Andere Datei',
    nothingNew: 'Alles aus dieser Datei ist schon in diesem Browser.',
    restoreContacts: 'Adressbuch wiederherstellen',
    restoredContacts: 'Adressbuch wiederhergestellt',
    restoreCount: (count: number) =>
      plural(count, { one: '# Wallet wiederherstellen', other: '# Wallets wiederherstellen' }),
    restored: (count: number) =>
      plural(count, { one: '# Wallet wiederhergestellt', other: '# Wallets wiederhergestellt' })
  },
  storage: {
    title: 'Sicherung und Speicher',
    text: 'Wallets sind nur in diesem Browser gespeichert. Ein Browser kann die Daten einer Seite löschen, wenn der Datenträger voll wird, nach Wochen ohne Besuch (Safari: sieben Tage) oder wenn Websitedaten gelöscht werden; in einem privaten Fenster bestehen sie nur, bis es geschlossen wird. Eine Sicherungsdatei oder die Wiederherstellungswörter stellen sie wieder her.',
    persisted: 'Der Browser behält diese Daten auch, wenn der Speicherplatz knapp wird.',
    notPersisted: 'Der Browser darf diese Daten löschen, wenn der Speicherplatz knapp wird.',
    refused:
      'Der Browser hat nicht zugestimmt. Oft hilft es, diese Seite als Lesezeichen zu speichern oder zu installieren; eine Sicherungsdatei hilft immer.',
    usage: (used: string, quota: string) => `${used} von ${quota} belegt.`,
    ask: 'Browser bitten, die Daten zu behalten'
  },
  choices: {
    create: {
      title: 'Wallet erstellen',
      text: 'Zwölf zufällige Wörter, in diesem Tab erzeugt. Schreiben Sie sie auf; nur Sie kennen sie.'
    },
    restore: {
      title: 'Aus Wörtern wiederherstellen',
      text: 'Zwölf Wörter oder die 28 oder 29 Wörter einer älteren Wallet. Findet Adressen und Verlauf wieder.'
    },
    backup: {
      title: 'Aus einer Sicherungsdatei wiederherstellen',
      text: 'Eine verschlüsselte Datei, die hier oder in einem anderen Browser gespeichert wurde. Zeigt den Inhalt, bevor etwas wiederhergestellt wird.'
    },
    watch: {
      title: 'Ohne Schlüssel beobachten',
      text: 'Adressen, öffentliche Schlüssel oder eine Ausgaberegel. Zeigt Guthaben und Verlauf; signiert wird auf einem anderen Gerät.'
    },
    signing: {
      title: 'Auf einem Server signieren',
      text: 'Schlüssel auf einem Signaturserver. Zahlungen werden hier erstellt und geprüft; der Server signiert nur.'
    }
  }
} satisfies typeof en;
