import type en from '../../en/mining/mine';
import { plural } from '../../plural';

export default {
  title: 'Mining',
  history: 'Mining-Verlauf',
  stopped: 'Mining abgebrochen',
  startAgain: 'Erneut starten',
  recovers: 'Das Mining wird automatisch fortgesetzt.',
  heldBlock: {
    title: (height: string) => `Block ${height} ist gelöst und wird eingereicht, sobald der Node antwortet`,
    words: 'Lassen Sie diesen Tab bis dahin offen und das Mining laufen.'
  },
  slowerEngine: 'Mining läuft mit einer langsameren Engine weiter',
  passwordNeeded: {
    title: 'Der Mining-Server verlangt ein Passwort',
    words: 'Geben Sie es auf der Seite <link>Verbindungen</link> ein. Danach wird das Mining automatisch fortgesetzt.'
  },
  otherTab: {
    title: 'Mining läuft in einem anderen Tab',
    report: (rate: string, accepted: number) =>
      plural(accepted, {
        one: `${rate}, # akzeptierter Block.`,
        other: `${rate}, # akzeptierte Blöcke.`
      }),
    words:
      'Pro Browser läuft Mining nur in einem Tab, damit Tabs nicht um die GPU konkurrieren. Um hier zu minen, stoppen Sie es zuerst im anderen Tab.'
  },
  hero: {
    title: 'Hashrate dieses Tabs',
    range: 'Zeitraum des Diagramms',
    ranges: { '5': '5 min', '15': '15 min', '60': '1 h' },
    start: 'Mining starten',
    stop: 'Mining stoppen',
    stopOther: 'Im anderen Tab stoppen',
    block: 'Block <value/>',
    poolJob: 'Pool-Job',
    difficulty: 'Schwierigkeit <value/>',
    hashesPerShare: 'Hashes pro Share <value/>',
    received: 'Arbeit erhalten <age/>',
    latency: (time: string) => `Antwortzeit ${time}`,
    waiting: 'wartet auf Arbeit',
    starting: 'Die Engine wird gestartet und Arbeit angefordert.',
    paused: {
      battery: 'Pausiert: Der Computer läuft im Akkubetrieb.',
      'low-battery': 'Pausiert: Der Akkustand liegt unter 20\u00a0%.',
      busy: 'Pausiert: Der Computer wird benutzt.',
      hours: 'Pausiert bis zum Beginn der Mining-Zeit.'
    },
    otherTab: 'In einem anderen Tab dieses Browsers läuft Mining.',
    noSource: 'Kein Mining. Wählen Sie zuerst das Ziel.',
    idle: 'Kein Mining. Es läuft nichts, bis Sie starten.',
    rate: 'Hashrate',
    chart: 'Hashrate dieses Tabs im Zeitverlauf',
    chartStarting: 'Die ersten Werte erscheinen in ein bis zwei Sekunden.',
    chartEmpty: 'Hier erscheint die Hashrate, solange in diesem Tab Mining läuft.',
    second: 'Mittel über 1 s',
    minute: 'Mittel über 1 min',
    hour: 'Mittel über 1 h',
    total: 'Hashes gesamt'
  },
  source: {
    title: 'Mining-Ziel',
    legend: 'Quelle der Arbeit',
    none: 'Kein Server stellt Arbeit bereit. Fügen Sie einen Node, einen Wallet-Server, einen Mining-Server oder einen Pool als Verbindung hinzu.',
    kinds: { daemon: 'Der Node', wallet: 'Meine Adresse', mining: 'Ein Mining-Server', pool: 'Ein Pool' },
    hints: {
      daemon: 'Die Belohnung geht an die Wallet des Nodes oder an die Auszahlungsadresse, mit der er gestartet wurde.',
      wallet:
        'Dieser Tab baut den Block aus den Daten des Wallet-Servers. Die Belohnung geht an eine Adresse Ihrer Wahl.',
      mining: 'Der Server baut den Block und sendet Aktualisierungen. Die Belohnung geht an seine oder Ihre Adresse.'
    },
    poolHint: (host: string) => `${host} zählt die Shares dieses Tabs und vergütet sie, egal wer den Block findet.`,
    address: 'Adresse',
    placeholder: '76 Zeichen',
    addressHint:
      'Verwenden Sie nur eine Adresse, deren Seed Sie besitzen. Belohnungen an eine falsche Adresse sind verloren.',
    optionalHint:
      'Leer lassen, um die Adresse zu verwenden, mit der der Server gestartet wurde. Verwenden Sie nur eine Adresse, deren Seed Sie besitzen.',
    voidAddress:
      'Niemand hat einen Schlüssel zu dieser Adresse: Dorthin gesendete Belohnungen sind für immer verloren.',
    wrongChecksum: 'Die Prüfsumme stimmt nicht: Ein Zeichen ist falsch oder zwei sind vertauscht.',
    wrongLength: (needed: number, typed: number) => `Eine Adresse hat ${needed} Zeichen, diese hat ${typed}.`,
    lookAlike: {
      title: 'Das ist keine Ihrer Adressen',
      text: (wallet: string) =>
        `Sie ähnelt nur einer Adresse der Wallet „${wallet}“. Vielleicht hat Ihnen jemand Coins geschickt, damit Sie sie kopieren. Wählen Sie stattdessen die Wallet.`
    },
    needsAddress: 'Geben Sie zum Starten eine Adresse ein.',
    untilComplete: 'Bis die Adresse vollständig ist, geht die Belohnung an <payee/>.',
    changing: 'Aktuelle Arbeit: Die Belohnung geht an <now/>. Nächste Arbeit: an <next/>.',
    pool: 'Der Pool vergütet akzeptierte Shares.',
    pays: 'Die Belohnung geht an <payee/>.',
    payees: { daemon: 'den Node', mining: 'die Adresse des Mining-Servers', pool: 'den Pool' },
    wallet: 'Wallet',
    otherAddress: 'Andere Adresse',
    ownWallet: (name?: string) =>
      `${name === undefined ? 'eine Wallet in diesem Browser' : `die Wallet „${name}“`}, bei jedem Start an eine neue Adresse`,
    undecided: 'Noch nichts gewählt. Beim Start bietet Quarry an, in diesem Browser eine Wallet zu erstellen.',
    noWallet:
      'In diesem Browser gibt es noch keine Wallet für dieses Netzwerk. <link>Erstellen Sie eine</link> oder geben Sie eine Adresse ein, deren Seed Sie besitzen.'
  },
  engine: {
    title: 'Engine',
    label: 'Suchen mit',
    fastest: 'Schnellste verfügbare',
    together: 'GPU und CPU zusammen',
    notAvailable: (engine: string) => `${engine} (nicht verfügbar)`,
    webgpu: (adapter: string) => `WebGPU auf ${adapter}`,
    unnamedAdapter: 'unbenanntem Adapter',
    software: (adapter: string) => `${adapter} (Software)`,
    workers: (engine: string, count: number) =>
      plural(count, { one: `${engine}, # Worker`, other: `${engine}, # Worker` }),
    missing: {
      'gpu/insecure-page':
        'Vom Browser gesperrt, weil diese Seite über unverschlüsseltes HTTP von einem anderen Rechner kam. Das Mining verwendet die CPU.',
      'gpu/unsupported': 'In diesem Browser nicht verfügbar. Das Mining verwendet die CPU.',
      'gpu/no-adapter': 'Kein Grafikadapter verfügbar. Das Mining verwendet die CPU.',
      'gpu/no-wasm-simd': 'In diesem Browser nicht verfügbar.',
      other: 'Die Engine konnte nicht gestartet werden.'
    },
    power: 'Leistung',
    powerHint: 'Anteil der Zeit, in der die Engine arbeitet. Weniger ist kühler, leiser und langsamer.'
  },
  results: {
    title: 'Ergebnisse',
    accepted: 'Akzeptiert',
    stale: 'Veraltet',
    rejected: 'Abgelehnt',
    invalid: 'Ungültig',
    means: {
      accepted: 'Der Node hat den Block in seine Chain aufgenommen.',
      stale: 'Ein anderer Block war schneller. Das ist normal.',
      rejected: 'Der Node hat einen gelösten Block abgelehnt.',
      invalid: 'Die Engine hat eine Lösung gemeldet, die der Prüfung nicht standhielt.'
    }
  },
  found: {
    title: 'Von diesem Tab gefundene Blöcke',
    since: (count: number) =>
      plural(count, { one: '# Block seit dem Öffnen der Seite', other: '# Blöcke seit dem Öffnen der Seite' }),
    latest: (height: string, outcome: string) => `Block ${height}: ${outcome}`,
    caption: 'Von diesem Tab gefundene Blöcke, neueste zuerst',
    height: 'Höhe',
    block: 'Block',
    outcome: 'Ergebnis',
    paidTo: 'Empfänger',
    reward: 'Belohnung',
    found: 'Gefunden',
    blockId: 'Block-ID',
    payee: 'Auszahlungsadresse',
    none: 'Noch keine. Blöcke erscheinen hier mit der Antwort des Nodes.',
    noneIdle:
      'Noch keine. Drücken Sie <b>Mining starten</b>: Von diesem Tab gefundene Blöcke erscheinen hier mit der Antwort des Nodes.',
    showAll: (count: string) => `Alle ${count} anzeigen`,
    showNewest: (count: string) => `Die neuesten ${count} anzeigen`
  },
  odds: {
    title: 'Chancen',
    toBlock: 'Mittlere Zeit bis zu einem Block',
    toShare: 'Mittlere Zeit bis zu einem Share',
    unknown: 'Nach einigen Sekunden Mining bekannt.',
    hopeless:
      'Bei dieser Schwierigkeit findet ein einzelner Rechner wahrscheinlich nie einen Block. Den Strom bezahlen Sie trotzdem.',
    averageBlock:
      'Ein Mittelwert, keine Zusage: Jeder Hash hat dieselbe Chance, egal wie lange Sie schon auf einen Block warten.',
    averageShare:
      'Ein Mittelwert, keine Zusage: Jeder Hash hat dieselbe Chance, egal wie lange Sie schon auf einen Share warten.',
    blockWithinHour: 'Chance auf einen Block binnen 1 h',
    shareWithinHour: 'Chance auf einen Share binnen 1 h',
    difficulty: 'Schwierigkeit',
    hashesPerShare: 'Mittlere Hashes pro Share',
    best: 'Bester Hash bisher',
    bestHash: 'besten Hash',
    goodFor: 'Ausreichend für Schwierigkeit'
  },
  nodeMiner: {
    title: 'CPU-Miner des Nodes',
    running: 'Läuft',
    stopped: 'Gestoppt',
    start: 'Starten',
    stop: 'Stoppen',
    found: 'Gefundene Blöcke',
    mined: 'Geminte Blöcke, auch die anderer Miner',
    stale: 'Veraltete, auch die anderer Miner',
    failed: 'Der Node hat die Anfrage abgelehnt',
    footer:
      'Ein Thread auf dem Rechner des Nodes. Die Belohnung geht an den Node. Läuft weiter, wenn dieser Tab geschlossen wird.'
  },
  rewards: {
    title: 'Vom Node gemint',
    spendable: 'Verfügbar',
    maturing: 'Unreif',
    wallet: 'Wallet',
    move: 'In meine Wallet übertragen',
    label: 'Vom Node übertragen',
    moved: 'Die Coins des Nodes sind unterwegs in Ihre Wallet. Der nächste Block bestätigt sie.',
    failed: 'Die Coins wurden nicht übertragen',
    noWallet: '<link>Erstellen Sie eine Wallet</link>, um diese Coins dorthin zu übertragen.',
    footer: 'Coins, die für die eigene Adresse des Nodes gemint wurden. Das Übertragen kostet die übliche Gebühr.'
  },
  submit: {
    title: 'Anderswo gelösten Block einreichen',
    label: 'Block (hexadezimal)',
    hint: 'Der ganze Block in Binärkodierung, wie Mining-Software ihn schreibt: Header, Auszahlung und Transaktionen.',
    failed: 'Der Block wurde nicht akzeptiert',
    accepted: 'Der Node hat den Block akzeptiert und leitet ihn weiter.',
    submit: 'Einreichen',
    problem: {
      empty: 'Fügen Sie zuerst den Block ein.',
      notHex: 'Nur Ziffern und die Buchstaben a bis f sind erlaubt.',
      oddLength: 'Ungerade Zahl von Ziffern: Der Text ist unvollständig.',
      tooShort: 'Das ist zu kurz für einen Block.',
      nonceFactor: 'Die Nonce muss bei dieser Chain ein Vielfaches von 1009 sein.'
    }
  },
  pool: {
    title: 'Pool',
    state: {
      idle: 'Kein Mining',
      connected: 'Verbunden',
      connecting: 'Verbindet sich',
      disconnected: 'Nicht verbunden'
    },
    rate: 'Hashrate nach akzeptierten Shares',
    pool: 'Pool',
    worker: 'Worker',
    workerName: 'Worker-Namen',
    difficulty: 'Share-Schwierigkeit',
    counted: 'Anteil akzeptierter Shares',
    lowDifficulty: 'Abgelehnt: Schwierigkeit zu niedrig',
    duplicate: 'Abgelehnt: Duplikat',
    unauthorized: 'Abgelehnt: unbekannter Worker',
    other: 'Abgelehnt: andere Gründe',
    refusal: 'Letzte Ablehnung',
    faults: {
      duplicate: 'Share doppelt eingereicht',
      'low-difficulty': 'Schwierigkeit zu niedrig',
      unauthorized: 'Unbekannter Worker',
      other: 'Anderer Grund'
    },
    lost: 'Unbeantwortet',
    message: 'Nachricht vom Pool',
    proven: 'Durch Shares belegt',
    measured: 'Hier gemessen',
    chart: 'Durch akzeptierte Shares belegte und in diesem Tab gemessene Hashrate',
    chartEmpty: 'Hier erscheint die Hashrate, solange in diesem Tab Mining für den Pool läuft.',
    footer:
      'Ein Share belegt gegenüber dem Pool geleistete Arbeit. Die so belegte Hashrate schwankt zufällig und gleicht sich über viele Shares aus.',
    advice: {
      stale:
        'Viele Shares kommen zu spät an: Die Latenz zum Pool ist hoch. Bei einem näher gelegenen Pool gehen weniger verloren.',
      unauthorized: 'Der Pool akzeptiert diesen Worker nicht. Prüfen Sie das Konto für den Pool.',
      lowDifficulty:
        'Der Pool erwartet eine höhere Schwierigkeit als angekündigt. Falls das anhält, stoppen Sie das Mining und starten Sie es neu.',
      duplicate: 'Der Pool hat diese Shares schon erhalten. Stoppen Sie das Mining und starten Sie es neu.',
      other: 'Der Pool lehnt Shares aus einem anderen Grund ab: siehe letzte Ablehnung.'
    }
  },
  benchmark: {
    title: 'Benchmark',
    words: 'Misst jede Engine auf diesem Gerät einige Sekunden lang. Es wird nichts eingereicht.',
    references:
      'Blasse Balken sind Schätzungen für andere Programme nach deren veröffentlichter Geschwindigkeit im Verhältnis zu diesem WebAssembly-Kernel.',
    failed: 'Der Benchmark wurde abgebrochen',
    bars: 'Hashes pro Sekunde nach Engine',
    about: (rate: string) => `etwa ${rate}`,
    detecting: 'Engines werden gesucht',
    run: 'Benchmark starten',
    runAgain: 'Erneut messen',
    stopFirst: 'Stoppen Sie zuerst das Mining: Mining und Benchmark würden einander bremsen.',
    copy: 'Ergebnis kopieren',
    result: 'Ergebnis',
    heading: 'Quarry-Benchmark, BLAKE2b-256 über 80 Byte große Header',
    names: {
      'c-avx512': 'C mit AVX-512, ein Kern',
      c: 'C, ein Kern',
      'nano-pow': 'nano-pow, WebAssembly',
      'hash-wasm': 'hash-wasm',
      noble: '@noble/hashes'
    }
  }
} satisfies typeof en;
