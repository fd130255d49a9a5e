import type en from '../../en/shell/palette';

export default {
  label: 'Befehlspalette',
  placeholder: 'Seite, Aktion, Höhe, ID oder Bezeichnung',
  closes: 'schließt die Palette',
  results: 'Ergebnisse',
  none: (typed: string) => `Keine Ergebnisse für „${typed}“.`,
  lookingUp: 'Diese ID wird gesucht …',
  noSuchId: 'Kein Block, keine Transaktion, kein Output und kein beendeter Vertrag dieser Chain hat diese ID.',
  noSuchBlock: 'Kein Block dieser Chain hat diese ID. Ohne Wallet-Server werden nur Blöcke gefunden.',
  lookupIncomplete: 'Nichts gefunden, aber nicht jeder Server hat geantwortet.',
  wrongChecksum: 'Das ist keine Adresse: Die Prüfsumme stimmt nicht; ein Zeichen fehlt oder ist falsch.',
  kinds: { page: 'Seite', chain: 'Chain', action: 'Aktion', wallet: 'Wallet' },
  pages: {
    '/mine/history': { label: 'Mining: Verlauf', keywords: 'sitzungen ertrag energie csv' },
    '/chain/changes': { label: 'Chain: Änderungen live', keywords: 'abonnieren stream konsens' },
    '/chain/validate': { label: 'Chain: Transaktionen validieren', keywords: 'prüfen liste' },
    '/chain/check': { label: 'Chain: Light-Client', keywords: 'verifizieren prüfen nachweis vertrauen header' },
    '/host/settings': { label: 'Host: Einstellungen und Preise', keywords: 'sicherheit ankündigen konfigurieren' },
    '/host/storage': { label: 'Host: Speicherordner', keywords: 'festplatte platz kapazität' },
    '/host/contracts': { label: 'Host: Verträge', keywords: 'pflichten einnahmen filter' },
    '/host/contracts?state=open': { label: 'Host: offene Verträge', keywords: 'filter' },
    '/host/contracts?state=failed': { label: 'Host: gescheiterte Verträge', keywords: 'filter verloren' },
    '/hosts/filter': { label: 'Hosts: Filtermodus', keywords: 'sperrliste blockieren' },
    '/renter/contracts': { label: 'Renter: Verträge', keywords: '' },
    '/renter/backups': { label: 'Renter: Sicherungen', keywords: 'backup sichern wiederherstellen' },
    '/renter/maintenance': { label: 'Renter: Wartung', keywords: 'bubble aufräumen' },
    '/wallet/setup/create': { label: 'Wallet erstellen', keywords: 'neu seed phrase' },
    '/wallet/setup/restore': { label: 'Wallet aus Wörtern wiederherstellen', keywords: 'seed importieren' },
    '/wallet/setup/watch': { label: 'Adressen ohne Schlüssel beobachten', keywords: 'nur lesen' },
    '/wallet/contacts': { label: 'Adressbuch', keywords: 'kontakte empfänger' },
    '/wallet/policies': { label: 'Ausgaberegeln', keywords: 'multisig timelock policy' },
    '/wallet/messages': { label: 'Nachricht signieren oder prüfen', keywords: 'signatur beweis besitz adresse' },
    '/pay': { label: 'Zahlungslink öffnen', keywords: 'zahlung anforderung uri scannen qr' },
    '/wallet/hardware': { label: 'Hardware-Wallet verbinden', keywords: 'ledger usb signieren' },
    '/inbox': { label: 'Benachrichtigungen', keywords: 'posteingang warnungen ungelesen inbox' },
    '/sign': { label: 'Transfer auf diesem Gerät signieren', keywords: 'offline qr' }
  },
  keywords: {
    '/': 'start dashboard',
    '/mine': 'gpu hashrate arbeit',
    '/wallet': 'coins guthaben senden empfangen',
    '/chain': 'blöcke explorer höhe konsens',
    '/network': 'peers gateway bandbreite sperrliste',
    '/daemon': 'meldungen module update version stoppen stack konstanten',
    '/connections': 'server nodes wechseln testen passwort dialekt profile',
    '/host': 'speicher verkaufen einnahmen',
    '/hosts': 'host datenbank bewertungen preise',
    '/renter': 'budget dateien speichern ausgaben',
    '/settings': 'sprache farben darstellung',
    '/help': 'glossar begriffe anleitung tastenkürzel tastatur diagnose fehlerbericht support'
  },
  open: {
    block: (id: string) => `Block ${id} öffnen`,
    address: (address: string) => `Adresse ${address} öffnen`,
    transaction: (id: string) => `Transaktion ${id} öffnen`,
    output: (id: string) => `Output ${id} öffnen`,
    contract: (id: string) => `Vertrag ${id} öffnen`,
    labeled: (label: string, id: string) => `${label} · ${id}`,
    wallet: (name: string) => `Wallet ${name} öffnen`
  },
  actions: {
    startMining: 'Mining in diesem Tab starten',
    stopMining: 'Mining in diesem Tab stoppen',
    startNodeMiner: 'CPU-Miner des Nodes starten',
    stopNodeMiner: 'CPU-Miner des Nodes stoppen',
    acknowledgeAll: (count: number) => `Alle Meldungen bestätigen (${count})`,
    theme: { light: 'Helle Farben verwenden', dark: 'Dunkle Farben verwenden', system: 'Farben des Systems verwenden' },
    themeKeywords: 'theme modus darstellung',
    send: (wallet: string) => `Von ${wallet} senden`,
    receive: (wallet: string) => `Mit ${wallet} empfangen`,
    openKeywords: 'verlauf guthaben export csv',
    sendKeywords: 'zahlen überweisen',
    receiveKeywords: 'anfordern qr',
    lockAll: 'Alle Wallets sperren',
    copyAddress: (wallet: string) => `Adresse von ${wallet} kopieren`,
    copyKeywords: 'empfangen',
    backup: 'Sicherungsdatei aller Wallets speichern',
    exportHistory: (wallet: string) => `Verlauf von ${wallet} exportieren (CSV)`,
    exportLabels: (wallet: string) => `Bezeichnungen von ${wallet} exportieren`,
    exportKeywords: 'export herunterladen speichern datei csv bip329 sichern labels'
  },
  notices: {
    locked: 'Alle Wallets gesperrt.',
    nodeMiner: {
      start: (reason: string) => `Der Miner des Nodes wurde nicht gestartet: ${reason}`,
      stop: (reason: string) => `Der Miner des Nodes wurde nicht gestoppt: ${reason}`
    },
    copied: (wallet: string) => `Adresse von ${wallet} kopiert.`,
    notExported: (wallet: string) =>
      `Der Export von ${wallet} ist fehlgeschlagen. Öffnen Sie die Wallet, um den Grund zu sehen.`,
    notCopied: (wallet: string) =>
      `Die Adresse von ${wallet} konnte nicht kopiert werden. Öffnen Sie stattdessen ihre Seite „Empfangen“.`
  },
  switcher: {
    title: 'Node wechseln',
    loading: 'Nodes werden geladen …',
    failed: 'Die Nodes konnten nicht geladen werden',
    current: 'in Verwendung',
    usable: 'erreichbar',
    unusable: 'nicht nutzbar',
    testing: 'wird getestet',
    locked: 'Passwort nötig',
    lockedHint: 'Wechseln Sie und geben Sie dann das Passwort auf der Seite „Verbindungen“ ein',
    more: 'Andere Tabs behalten ihren Node. <link>Verbindungen verwalten</link>'
  }
} satisfies typeof en;
