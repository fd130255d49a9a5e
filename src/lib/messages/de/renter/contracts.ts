import type en from '../../en/renter/contracts';
import { plural } from '../../plural';

export default {
  pageTitle: 'Renter-Verträge',
  title: 'Verträge',
  caption: 'Verträge dieses Renters',
  notLoaded: 'Verträge nicht verfügbar',
  none: 'Noch keine Verträge. <link>Legen Sie ein Budget fest</link>; der Renter schließt dann Verträge mit den am besten bewerteten Hosts, einige pro Block.',
  noneMatching: (count: number) =>
    plural(count, {
      one: 'Der einzige Vertrag entspricht nicht den Filtern.',
      other: 'Keiner der # Verträge entspricht den Filtern.'
    }),
  clear: 'Filter zurücksetzen',
  contractId: 'Vertrags-ID',
  hostKey: 'Hostschlüssel',
  bad: 'Schlecht',
  badHint: 'Der Renter nutzt diesen Vertrag nicht mehr',
  countedElsewhere: 'Beim Nachfolgevertrag gezählt',
  categories: {
    active: 'Aktiv',
    passive: 'Passiv',
    refreshed: 'Erneuert',
    disabled: 'Deaktiviert',
    expired: 'Abgelaufen',
    expiredRefreshed: 'Abgelaufen, erneuert'
  },
  tabs: {
    current: 'Aktuell',
    all: 'Alle',
    recoverable: 'Wiederherstellbar'
  },
  meanings: {
    current: 'Aktive, passive und erneuerte Verträge.',
    all: 'Alle Verträge dieses Renters.',
    recoverable: 'Verträge auf der Chain, die zum Seed dieser Wallet gehören, dem Renter aber fehlen.',
    active: 'Wird für Uploads genutzt und verlängert.',
    passive: 'Wird nicht für Uploads genutzt, behält aber seine Daten und wird verlängert.',
    refreshed:
      'War aufgebraucht und wurde durch einen neuen Vertrag mit demselben Host ersetzt, der seine Daten zählt.',
    disabled:
      'Wird weder für Uploads genutzt noch verlängert: aufgelöst, oder der Host erfüllt die Anforderungen nicht.',
    expired: 'Beendet.',
    expiredRefreshed: 'Beendet, nachdem ein neuer Vertrag ihn ersetzt hatte, der seine Daten zählt.'
  },
  columns: {
    host: 'Host',
    state: 'Status',
    life: 'Zeitachse',
    size: 'Daten',
    funds: 'Übrig',
    cost: 'Gesamtkosten',
    spent: 'Ausgegeben',
    storage: 'Speicher',
    upload: 'Upload',
    download: 'Download',
    accounts: 'Konten',
    maintenance: 'Kontoführung',
    fees: 'Gebühren',
    start: 'Beginn',
    end: 'Ende'
  },
  hints: {
    funds: 'Im Vertrag verbleibender Betrag',
    cost: 'Alles, was in den Vertrag gezahlt wurde, einschließlich Restbetrag',
    spent: 'Alle Ausgaben, einschließlich Gebühren',
    accounts: 'Einzahlungen auf das Konto beim Host',
    maintenance: 'Kosten der Kontoführung beim Host',
    fees: 'Gebühren für Host, Miner und Netzwerk',
    end: 'Blockhöhe, ab der der Host die Speicherung nachweisen muss, mit geschätztem Datum'
  },
  filter: {
    legend: 'Verträge',
    search: 'Suche nach Host oder Vertrags-ID',
    endsAt: 'Endhöhe'
  },
  totals: {
    all: 'Summen dieser Verträge',
    filtered: 'Summen der passenden Verträge',
    data: (contracts: number) => plural(contracts, { one: 'Daten in # Vertrag', other: 'Daten in # Verträgen' }),
    countedElsewhere: (contracts: number) =>
      plural(contracts, {
        one: 'Die Daten von # erneuerten Vertrag zählen beim Nachfolger.',
        other: 'Die Daten von # erneuerten Verträgen zählen bei den Nachfolgern.'
      })
  },
  detail: {
    span: (start: string, end: string) => `Block ${start} <startDay/> bis Block ${end} <endDay/>.`,
    version: (version: string) => `Hostversion ${version}.`,
    contract: 'Vertrag',
    host: 'Host',
    cancel: 'Vertrag auflösen …',
    chart: 'Mittel dieses Vertrags nach Verwendung'
  },
  cancel: {
    title: 'Vertrag auflösen?',
    keep: 'Vertrag behalten',
    action: 'Vertrag auflösen',
    lead: 'Der Vertrag mit <host/> wird nicht mehr genutzt oder verlängert.',
    noData: 'Er enthält keine Daten.',
    data: (size: string) =>
      `Seine ${size} Daten müssen zu einem anderen Host kopiert werden; das kostet Datenverkehr und Speicher. Solange andere Hosts sie haben, geht nichts verloren.`,
    refund: (amount: string) =>
      `Der Restbetrag von ${amount} wird am Vertragsende zurückgezahlt. Solange ein Budget festgelegt ist, schließt der Renter bald einen Ersatzvertrag, möglicherweise mit demselben Host. Sperren Sie den Host, um das zu verhindern.`,
    done: 'Vertrag aufgelöst.'
  },
  recoverable: {
    caption: 'Wiederherstellbare Verträge',
    contract: 'Vertrag',
    payout: 'Auszahlung',
    none: 'Keine. Nach der Wiederherstellung einer Wallet aus ihrem Seed findet der Node deren Verträge auf der Chain und übernimmt sie automatisch.'
  }
} satisfies typeof en;
