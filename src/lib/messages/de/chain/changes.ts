import type en from '../../en/chain/changes';
import { formatCount, formatDateTime, formatLarge } from '../../format';
import { plural } from '../../plural';

export default {
  title: 'Änderungen',
  lead: 'Was jeder Block an Outputs, Verträgen und Fondsanteilen geändert hat, dekodiert aus dem Änderungsstrom des Daemons.',
  status: {
    idle: 'Gestoppt',
    finding: 'Anfang wird gesucht',
    reading: 'Liest',
    following: 'Synchron, Abfrage alle 2 s',
    paused: 'Pausiert'
  },
  read: {
    title: 'Quelle',
    begin: 'Anfang',
    starts: {
      now: 'Ab jetzt',
      genesis: 'Ab dem ersten Block',
      block: 'Ab einer Höhe',
      change: 'Nach einer Änderungs-ID'
    },
    height: 'Höhe',
    changeId: 'Änderungs-ID',
    invalidHeight: 'Eine Höhe ist eine ganze Zahl.',
    invalidId: 'Eine Änderungs-ID hat 64 Stellen aus 0–9 und a–f.',
    start: 'Änderungen lesen',
    restart: 'Neu starten',
    pause: 'Pausieren',
    resume: 'Fortsetzen',
    stop: 'Stoppen',
    loading: 'Wird gelesen …',
    progress: (height: number, tip: number) => `Höhe ${formatCount(height)} von ${formatCount(tip)}`,
    count: (changes: number, size: string) =>
      plural(changes, { one: `# Änderung gelesen, ${size}`, other: `# Änderungen gelesen, ${size}` }),
    matched: (count: number) => `${formatCount(count)} Treffer`,
    kept: (count: number) => `die neuesten ${formatCount(count)} behalten`,
    atHeight: (height: number) => `in Höhe ${formatCount(height)}`,
    nothingAfter: {
      title: 'Keine Änderungen nach dieser ID',
      text: 'Der Daemon liefert sowohl für die neueste Änderung als auch für eine unbekannte ID nichts. Dies ist nicht die ID der Änderung des neuesten Blocks; sie ist also vermutlich unbekannt. Eine Block-ID ist keine Änderungs-ID.'
    },
    failed: 'Das Lesen der Änderungen wurde abgebrochen'
  },
  list: {
    title: 'Änderungen',
    filter: 'Filter',
    text: 'ID oder Adresse',
    textPlaceholder: 'ganze ID oder ihre ersten Stellen',
    show: 'Anzeigen',
    kinds: {
      all: 'Alle Änderungen',
      reorganizations: 'Reorganisationen',
      transactions: 'Mit Transaktionen',
      contracts: 'Mit Verträgen',
      funds: 'Mit Fondsanteilen'
    },
    hint: 'Beim Lesen werden nur passende Änderungen behalten. Um eine lange Chain zu durchsuchen, stellen Sie zuerst den Filter ein.',
    caption: 'Änderungen, neueste zuerst',
    count: (count: number) => plural(count, { one: '# Änderung', other: '# Änderungen' }),
    rowLabel: (heights: string) => `die Änderung in Höhe ${heights}`,
    waiting: 'Noch keine Änderungen. Die nächste kommt mit dem nächsten Block.',
    noneMatched: 'Keine Treffer.',
    empty: 'Wählen Sie den Anfang und drücken Sie „Änderungen lesen“. Änderungen erscheinen hier, die neuesten zuerst.',
    noneKept: 'Keine Änderung entspricht dem Filter.'
  },
  columns: {
    height: 'Höhe',
    id: 'Änderung',
    blocks: 'Blöcke',
    transactions: 'V1-Tx',
    coins: 'Coin-Outputs',
    maturing: 'Unreif',
    contracts: 'Verträge',
    size: 'Größe',
    check: 'ID'
  },
  checks: {
    verified: { label: 'verifiziert', hint: 'Die ID ist der Hash der Block-IDs' },
    pending: { label: 'ausstehend', hint: 'Wird verifiziert, sobald der nächste Block seinen Vorgänger nennt' },
    wrong: {
      label: 'falsch',
      hint: 'Die ID ist nicht der Hash der Block-IDs, oder die Änderung folgt nicht auf die vorige'
    },
    unknown: { label: 'unbekannt', hint: 'Die IDs der V2-Blöcke sind nicht enthalten' }
  },
  detail: {
    change: 'Änderung',
    difficulty: (work: bigint) => `nächste Schwierigkeit ${formatLarge(work)}`,
    target: 'Target <id/>',
    notBefore: (ms: number) => `nächster Block nicht vor ${formatDateTime(ms)}`,
    newest: 'beim Senden die neueste Änderung',
    reverted: 'Zurückgenommener Block',
    applied: 'Angewandter Block',
    unknownId: 'ID noch nicht bekannt',
    transactions: (count: number) => plural(count, { one: '# V1-Transaktion', other: '# V1-Transaktionen' }),
    parent: 'Vorgänger <id/>',
    added: '+ neu',
    removed: '− entfernt',
    kinds: {
      coins: 'Coin-Output',
      delayedCoins: 'unreifer Coin-Output',
      contracts: 'Speichervertrag',
      funds: 'Fonds-Output',
      fundPool: 'Pool der Vertragssteuer'
    },
    maturesAt: (height: number | bigint) => `reif ab ${formatCount(height)}`,
    contract: (size: string, revision: bigint, from: number | bigint, until: number | bigint) =>
      `${size}, Revision ${formatCount(revision)}, Nachweis ${formatCount(from)}–${formatCount(until)}`,
    before: (amount: string) => `vorher: ${amount}`,
    none: 'Keine Änderungen im Strom.',
    more: (count: number) => `und ${formatCount(count)} weitere`
  }
} satisfies typeof en;
