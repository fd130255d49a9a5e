import type en from '../../en/renter/overview';
import { plural } from '../../plural';

export default {
  title: 'Renter',
  loading: 'Wird geladen …',
  retrying: 'Wird automatisch wiederholt.',
  notLoaded: 'Renter nicht verfügbar',
  disabled: 'Das Renter-Modul ist auf diesem Node deaktiviert',
  none: {
    title: 'Dieser Node mietet keinen Speicher',
    text: 'In einem öffentlichen Netzwerk validiert Quarrys eigener Node die Chain, bedient Wallets und betreibt Mining. Um Dateien abzulegen, starten Sie einen Renter-Daemon dieses Netzwerks und <link>verbinden Sie Quarry mit ihm</link>.'
  },
  allowanceSet: 'Budget festgelegt',
  noAllowance: 'Kein Budget',
  nav: {
    label: 'Renter-Seiten',
    allowance: 'Budget',
    contracts: 'Verträge',
    backups: 'Sicherungen',
    maintenance: 'Wartung'
  },
  paused: {
    title: 'Uploads und Reparaturen pausiert',
    until: (time: string) =>
      `Sie werden automatisch am ${time} fortgesetzt. Bis dahin werden beschädigte Dateien nicht repariert.`,
    unknown: 'Der Node meldet nicht, wann es weitergeht. Bis dahin werden beschädigte Dateien nicht repariert.'
  },
  contracts: (count: number) => plural(count, { one: '# Vertrag', other: '# Verträge' }),
  history: {
    title: 'Budget im Zeitverlauf',
    unspent: 'Nicht ausgegeben',
    allocated: 'In Verträgen',
    storage: 'Speicher',
    fees: 'Gebühren'
  },
  spending: {
    title: 'In dieser Periode übrig',
    spent: 'Ausgegeben',
    allocated: 'In Verträgen',
    chart: 'Budget dieser Periode nach Verwendung',
    storage: 'Speicher',
    upload: 'Upload',
    download: 'Download',
    accounts: 'Konten bei Hosts',
    maintenance: 'Kontoführung',
    fees: 'Vertragsgebühren',
    reserved: 'In Verträgen reserviert',
    free: 'Nicht zugeteilt',
    withheld: (amount: string) => `Noch in Verträgen der letzten Periode gebunden: ${amount}.`,
    withheldUntil: (amount: string, height: string) =>
      `Bis Block ${height} in Verträgen der letzten Periode gebunden: ${amount}.`,
    previous: (amount: string) => `In früheren Perioden ausgegeben: ${amount}.`,
    returned: 'Nicht ausgegebene Reserven werden zurückgezahlt, wenn ihre Verträge enden.'
  },
  period: {
    title: 'Abrechnungsperiode',
    nextIn: 'Nächste Periode in',
    anyBlock: 'jeden Moment',
    about: (duration: string) => `≈ ${duration}`,
    blocks: (count: number) => plural(count, { one: '# Block', other: '# Blöcke' }),
    progress: 'Diese Periode',
    started: 'Begonnen',
    beforeGenesis: 'vor dem ersten Block',
    block: (height: string) => `Block ${height}`,
    renewsFrom: 'Verträge werden verlängert ab',
    next: 'Nächste Periode',
    renewing: 'Das Verlängerungsfenster ist offen: Verträge werden für die nächste Periode verlängert.',
    note: (blockTime: string) =>
      `Die nächste Periode beginnt mit dem Verlängerungsfenster der laufenden. Termine sind Schätzungen bei durchschnittlich einem Block je ${blockTime}.`,
    unknown: 'Nicht verfügbar, solange die Blockhöhe unbekannt ist.'
  },
  estimate: {
    title: 'Geschätzte Monatskosten',
    fits: 'Im Budget',
    exceeds: 'Über dem Budget',
    about: (amount: string) => `≈ ${amount}`,
    perMonth: (unit: string) => `${unit}/Monat`,
    storage: 'Speicher, mit Redundanz',
    upload: 'Upload, mit Redundanz',
    download: 'Download',
    contracts: 'Verträge',
    allowance: 'Budget pro Monat',
    left: 'Übrig',
    missing: 'Fehlbetrag',
    failed: 'Preise nicht verfügbar',
    noHosts: 'Noch keine aktiven Hosts bekannt, daher gibt es keine Preise zum Schätzen.',
    incomplete: 'Geben Sie Speicher, Redundanz, Hosts und Periode ein, um eine Schätzung zu sehen.',
    loading: 'Preise werden geladen …',
    note: (hosts: number, prices: { storage: string; upload: string; download: string }, blocks: string) =>
      plural(hosts, {
        one: `Nach den Preisen von # aktivem Host: ${prices.storage} für Speicher, ${prices.upload} für Upload, ${prices.download} für Download. Ein Monat zählt ${blocks} Blöcke, im Hauptnetz 30 Tage. Tatsächliche Preise weichen ab. Transaktionsgebühren, Vertragssteuer und Reparaturen kommen hinzu.`,
        other: `Nach dem Median der Preise von # aktiven Hosts: ${prices.storage} für Speicher, ${prices.upload} für Upload, ${prices.download} für Download. Ein Monat zählt ${blocks} Blöcke, im Hauptnetz 30 Tage. Tatsächliche Preise weichen ab. Transaktionsgebühren, Vertragssteuer und Reparaturen kommen hinzu.`
      })
  },
  cancel: {
    title: 'Budget aufheben',
    lead: 'Verträge werden nicht mehr genutzt oder verlängert. Wenn sie enden, löschen Hosts Ihre Daten.',
    open: 'Budget aufheben …',
    question: 'Budget aufheben?',
    keep: 'Budget behalten',
    action: 'Budget aufheben',
    word: 'aufheben',
    effect: (funds: string) =>
      `Vom Budget von ${funds} wird nichts mehr ausgegeben. Verträge laufen bis zu ihrem Ende, werden aber nicht verlängert: <b>Dateien ohne lokale Kopie sind dann verloren</b>. Restbeträge in Verträgen werden an deren Ende zurückgezahlt.`,
    again: 'Ein rechtzeitig festgelegtes neues Budget kann Verträge wieder aktivieren.',
    done: 'Budget aufgehoben.'
  }
} satisfies typeof en;
