import type en from '../../en/chain/pages';
import { formatCount, formatHashRate, formatLarge, formatShare } from '../../format';
import { plural } from '../../plural';

export default {
  title: 'Chain',
  pages: {
    label: 'Seiten zur Chain',
    blocks: 'Blöcke',
    changes: 'Änderungen',
    validate: 'Validieren',
    check: 'Light-Client'
  },
  ids: {
    block: 'Block-ID',
    parent: 'ID des Vorgängerblocks',
    commitment: 'Commitment',
    target: 'Target',
    address: 'Adresse',
    output: 'Output-ID',
    transaction: 'Transaktions-ID',
    contract: 'Vertrags-ID',
    change: 'Änderungs-ID',
    publicKey: 'öffentlichen Schlüssel'
  },
  hastings: (amount: bigint) => `${formatCount(amount)} Hastings`,
  fundUnits: (count: bigint) => plural(count, { one: '# Fondsanteil', other: '# Fondsanteile' }),
  bytes: (count: number | bigint) => plural(count, { one: '# Byte', other: '# Byte' }),
  confirmations: (count: number) => plural(count, { one: '# Bestätigung', other: '# Bestätigungen' }),
  needsWallet: {
    title: 'Wallet-Server erforderlich',
    text: 'Transaktionen, Outputs, Adressen und Verträge indiziert ein Wallet-Server; diese Verbindung hat keinen. Fügen Sie unter <link>Verbindungen</link> einen hinzu. Blöcke und ihre V1-Transaktionen sind auch ohne ihn verfügbar.'
  },
  search: {
    label: 'Chain durchsuchen',
    placeholder: 'Höhe, ID oder Adresse',
    submit: 'Suchen',
    empty: 'Geben Sie eine Höhe, eine ID oder eine Adresse ein.',
    invalid: {
      notHex: 'Eine Höhe ist eine Zahl. IDs und Adressen bestehen aus den Ziffern 0–9 und a–f.',
      checksum: 'Die Prüfsumme der Adresse stimmt nicht. Prüfen Sie sie auf Tippfehler.',
      length: (digits: number) => `${formatCount(digits)} Stellen: Eine ID hat 64, eine Adresse 76.`
    },
    noMatch: (kinds: string) => `Kein Treffer. Gesucht: ${kinds}.`,
    searched: {
      blockAtHeight: 'Block in dieser Höhe',
      block: 'Block',
      transaction: 'Transaktion',
      coinOutput: 'Coin-Output',
      fundOutput: 'Fonds-Output',
      endedContract: 'beendeter Speichervertrag'
    },
    blocksOnly: 'Transaktionen, Outputs und Adressen erfordern einen Wallet-Server.',
    activeContract: 'Laufende Verträge sind nicht indiziert. <link>Chain nach dieser ID durchsuchen</link>.',
    severalMatches: 'Mehrere Treffer:',
    hits: {
      block: 'Block',
      transaction: 'Transaktion',
      address: 'Adresse',
      coinOutput: 'Coin-Output',
      fundOutput: 'Fonds-Output',
      contract: 'Speichervertrag'
    },
    incomplete: 'Einige Quellen konnten nicht durchsucht werden'
  },
  sync: {
    title: 'Synchronisierung',
    synced: 'synchron',
    mode: { running: 'wird synchronisiert', paused: 'pausiert', stopped: 'gestoppt' },
    height: 'Höhe',
    blocks: (height: number) => plural(height, { one: 'Block', other: 'Blöcke' }),
    latestBlock: 'Neuester Block',
    loadingBlock: 'Der neueste Block wird geladen …',
    connecting: 'Verbindung zum Node wird hergestellt …',
    difficulty: 'Schwierigkeit',
    hashesPerBlock: (hashes: bigint) => `${formatLarge(hashes)} ${hashes === 1n ? 'Hash' : 'Hashes'} pro Block`,
    expectedHashes: (hashes: bigint) =>
      plural(hashes, { one: '# erwarteter Hash pro Block', other: '# erwartete Hashes pro Block' }),
    targetBlockTime: 'Angestrebte Blockzeit',
    recentRate: 'Aktuelle Rate',
    incomplete: (share: number) =>
      `${formatShare(share)} der Chain sind synchronisiert. Bis zu dieser Höhe stimmt alles, aber spätere Blöcke fehlen: Guthaben können veraltet sein, Zahlungen fehlen und als nicht ausgegeben angezeigte Outputs schon ausgegeben sein; jetzt gefundene Blöcke sind wertlos.`,
    retrying: 'Wird automatisch wiederholt.'
  },
  charts: {
    title: 'Schwierigkeit, Blockzeit und Arbeit',
    range: (from: number, to: number) => `Blöcke ${formatCount(from)} bis ${formatCount(to)}`,
    subjectLegend: 'Diagramm',
    subjects: { difficulty: 'Schwierigkeit', time: 'Blockzeit', work: 'Arbeit' },
    rangeLegend: 'Blockbereich',
    last: (blocks: number) => `Letzte ${formatCount(blocks)}`,
    all: 'Alle',
    custom: 'Bereich',
    from: 'Ab Höhe',
    to: 'Bis Höhe',
    show: 'Anzeigen',
    notHeights: 'Geben Sie zwei Blockhöhen ein.',
    reversed: 'Das Ende muss über dem Anfang liegen.',
    aboveTip: (tip: number) => `Der neueste Block ist ${formatCount(tip)}.`,
    loadingBlocks: 'Blöcke werden geladen',
    cancel: 'Abbrechen',
    height: 'Höhe',
    byHeight: (subject: string) => `${subject} nach Höhe`,
    tooFew: 'Es werden mindestens zwei Blöcke benötigt.',
    loading: 'Wird geladen …',
    unavailable: 'Das Diagramm erscheint, sobald der Node antwortet.',
    notes: {
      difficulty: 'Erwartete Hashes pro Block.',
      time: 'Sekunden zwischen zwei Blöcken.',
      work: 'Erwartete Hashes seit Beginn des Bereichs.'
    },
    sampled: (step: number, points: number) =>
      `Als Stichprobe dient etwa jeder ${formatCount(step)}. Block, insgesamt ${formatCount(points)}.`,
    betweenPoints: {
      skipped: 'Veränderungen zwischen zwei Punkten werden nicht angezeigt.',
      averaged: 'Jeder Punkt ist der Durchschnitt seit dem vorigen.'
    },
    averageBlockTime: 'Mittlere Blockzeit',
    work: 'Arbeit in diesem Bereich',
    hashes: (count: number) => `${formatLarge(count)} Hashes`,
    hashRate: 'Hashrate des Netzwerks',
    unknown: 'unbekannt',
    belowOne: 'unter 1 H/s',
    aboutRate: (hashesPerSecond: number) => `etwa ${formatHashRate(hashesPerSecond)}`,
    incomplete: 'Das Diagramm ist unvollständig'
  },
  blocks: {
    title: 'Blöcke',
    newestFirst: 'neueste zuerst',
    caption: 'Blöcke, neueste zuerst',
    columns: {
      height: 'Höhe',
      id: 'Block',
      time: 'Zeit',
      payee: 'Miner-Adresse',
      transactions: 'Transaktionen',
      reward: 'Belohnung'
    },
    own: 'dieser Tab',
    transactions: (count: number) => plural(count, { one: '# Transaktion', other: '# Transaktionen' }),
    transactionsOrMore: (count: number) => plural(count, { one: '#+ Transaktion', other: '#+ Transaktionen' }),
    reorganized: 'Chain reorganisiert',
    replaced: (count: number, fromHeight: number) =>
      plural(count, {
        one: `# Block in Höhe ${formatCount(fromHeight)} wurde durch einen Zweig mit mehr Arbeit ersetzt. Seine Zahlungen können in anderen Blöcken bestätigt werden.`,
        other: `# Blöcke ab Höhe ${formatCount(fromHeight)} wurden durch einen Zweig mit mehr Arbeit ersetzt. Ihre Zahlungen können in anderen Blöcken bestätigt werden.`
      }),
    v1Only: '+ Der Daemon meldet nur V1-Transaktionen. Mit einem Wallet-Server werden auch V2-Transaktionen gezählt.',
    loadingOlder: 'Ältere Blöcke werden geladen …',
    olderFailed: 'Ältere Blöcke konnten nicht geladen werden',
    genesis: 'Anfang der Chain.',
    limit: 'Hier endet die Liste. Suchen Sie ältere Blöcke nach ihrer Höhe.',
    loading: 'Blöcke werden geladen …',
    failed: 'Blöcke konnten nicht geladen werden'
  }
} satisfies typeof en;
