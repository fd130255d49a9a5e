import type en from '../../en/host/contracts';
import { plural } from '../../plural';

export default {
  pageTitle: 'Hostverträge',
  loading: 'Wird geladen …',
  notLoaded: 'Verträge nicht verfügbar',
  notRefreshed: 'Die Verträge konnten nicht aktualisiert werden',
  states: {
    open: 'Offen',
    succeeded: 'Erfüllt',
    failed: 'Gescheitert',
    rejected: 'Abgelehnt',
    stale: 'Ungeklärt'
  },
  meanings: {
    open: 'Der Vertrag läuft oder wartet auf den Speichernachweis. Seine Einnahmen stehen noch aus, seine Sicherheiten sind gebunden.',
    succeeded: 'Der Vertrag ist erfüllt. Seine Einnahmen sind verdient, seine Sicherheiten wieder frei.',
    failed:
      'Es wurde kein Speichernachweis rechtzeitig angenommen. Einnahmen und riskierte Sicherheiten sind verloren.',
    rejected: 'Der Vertrag wurde nie auf der Chain bestätigt. Nichts wurde gewonnen oder verloren.',
    stale:
      'Die Nachweisfrist ist abgelaufen, aber der Host hat das Ergebnis nicht gemeldet. Bis dahin zählt der Vertrag weder als verdient noch als verloren.'
  },
  list: {
    title: 'Verträge',
    caption: 'Verträge dieses Hosts',
    none: 'Noch keine Verträge. Renter schließen Verträge mit Hosts, die <link>angekündigt und erreichbar sind, Verträge annehmen und freien Speicher haben</link>.',
    noneMatching: (count: number) =>
      plural(count, {
        one: 'Der einzige Vertrag entspricht nicht dem Filter.',
        other: 'Keiner der # Verträge entspricht dem Filter.'
      }),
    showAll: 'Alle anzeigen'
  },
  columns: {
    id: 'Vertrag',
    state: 'Status',
    size: 'Daten',
    sectors: 'Sektoren',
    sectorsHint: 'Datenstücke',
    revenue: 'Einnahmen',
    revenueHint: 'Gesamteinnahmen: ausstehend, solange offen; verdient, sobald erfüllt',
    fees: 'Gebühr',
    storage: 'Speicher',
    upload: 'Upload',
    download: 'Download',
    accounts: 'Konten',
    accountsHint: 'Einzahlungen auf Guthabenkonten',
    locked: 'Gebunden',
    lockedHint: 'Gebundene Sicherheiten dieses Hosts',
    risked: 'Riskiert',
    riskedHint: 'Teil der Sicherheiten, der mit den Daten verloren geht',
    added: 'Zusatzgebühren',
    addedHint: 'Vom Host hinzugefügte Transaktionsgebühren',
    formed: 'Beginn',
    formedHint: 'Blockhöhe der Aushandlung mit geschätztem Datum',
    expires: 'Ende',
    expiresHint: 'Blockhöhe, ab der der Speichernachweis fällig ist',
    proof: 'Nachweisfrist',
    proofHint: 'Blockhöhe, bis zu der der Speichernachweis bestätigt sein muss',
    life: 'Zeitachse',
    lifeHint: 'Alle Verträge auf einer Skala von Blockhöhen',
    revisions: 'Revision',
    revisionsHint: 'Revisionsnummer',
    proofs: 'Bestätigt'
  },
  confirmed: {
    contract: 'Vertrag',
    revision: 'Revision',
    proof: 'Nachweis',
    none: 'nichts'
  },
  filter: {
    id: 'ID',
    idHint: 'beliebiger Teil der ID',
    state: 'Status',
    formed: 'Beginn bei',
    expires: 'Ende bei',
    proof: 'Nachweisfrist',
    revenue: 'Einnahmen',
    locked: 'Gebunden',
    risked: 'Riskiert',
    size: 'Daten'
  },
  totals: {
    all: 'Summen aller Verträge',
    filtered: 'Summen der passenden Verträge',
    revenueOfAll: 'Einnahmen aller Verträge',
    revenueOfFiltered: 'Einnahmen der passenden Verträge',
    contracts: (count: number, size: string) =>
      plural(count, { one: `# Vertrag, ${size} Daten`, other: `# Verträge, ${size} Daten` }),
    fees: 'Vertragsgebühren',
    feesAdded: 'Zusatzgebühren'
  },
  detail: {
    pageTitle: (id: string) => `Vertrag ${id}`,
    back: 'Alle Verträge',
    title: 'Vertrag',
    notLoaded: 'Vertrag nicht verfügbar',
    unknown: 'Vertrag nicht gefunden',
    unknownLead:
      '<id/> ist kein Vertrag dieses Hosts. Er gehört vielleicht einem anderen Host oder einem Renter auf diesem Node.',
    invalidLead:
      '„<id/>“ ist keine Vertrags-ID. Eine ID hat 64 Hexadezimalziffern. Wählen Sie einen Vertrag aus der Liste.'
  },
  standing: {
    title: 'Status',
    open: 'Ausstehende Einnahmen',
    stale: 'Einnahmen, Ergebnis unbekannt',
    succeeded: 'Verdient',
    failed: 'Entgangene Einnahmen',
    rejected: 'Vereinbarte Einnahmen',
    updated: 'Stand:',
    contractId: 'Vertrags-ID',
    endsIn: (time: string) => `Läuft noch etwa ${time}. Dann ist der Speichernachweis fällig.`,
    proofDue: (time: string) => `Speichernachweis fällig: Für die Bestätigung bleiben noch etwa ${time}.`,
    formed: 'Beginn',
    ends: 'Ende',
    proofBy: 'Nachweisfrist',
    block: (height: string) => `Block ${height}`
  },
  outcomes: {
    title: 'Auszahlungen',
    lead: 'Die Auszahlungen hängen davon ab, ob ein Speichernachweis angenommen wird.',
    atStake: 'Ohne Nachweis erhält der Host <amount/> weniger.',
    wasAtStake: 'Ohne Nachweis erhielt der Host <amount/> weniger.',
    nothingAtStake: 'Noch sind keine Sicherheiten gefährdet: Der Vertrag enthält keine Daten.',
    caption: 'Auszahlungen des Vertrags mit und ohne Speichernachweis',
    recipient: 'Empfänger',
    address: 'Adresse',
    withProof: 'Mit Nachweis',
    withoutProof: 'Ohne Nachweis',
    none: 'Der Host meldet keine Auszahlungen.',
    renter: 'Renter',
    host: 'Host',
    void: 'Void (verbrannt)',
    output: (number: number) => `Output ${number}`,
    addressOf: (party: string) => `Adresse: ${party}`
  },
  facts: {
    title: 'Details',
    locked: 'Gebundene Sicherheiten',
    risked: 'Riskierte Sicherheiten',
    feesAdded: 'Vom Host hinzugefügte Transaktionsgebühren',
    data: 'Daten',
    dataIn: (size: string, sectors: number) =>
      plural(sectors, { one: `${size} in # Sektor`, other: `${size} in # Sektoren` }),
    revision: 'Revision',
    transaction: 'Transaktion',
    transactionId: 'Transaktions-ID',
    originConfirmed: 'Vertrag bestätigt',
    revisionConstructed: 'Letzte Revision erstellt',
    revisionConfirmed: 'Letzte Revision bestätigt',
    proofConstructed: 'Speichernachweis erstellt',
    proofConfirmed: 'Speichernachweis bestätigt',
    yes: 'Ja',
    no: 'Nein'
  }
} satisfies typeof en;
