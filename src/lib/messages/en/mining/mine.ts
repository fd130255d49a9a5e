import { plural } from '../../plural';

export default {
  title: 'Mine',
  history: 'Mining history',
  stopped: 'Mining stopped',
  startAgain: 'Start again',
  recovers: 'Mining recovers automatically.',
  heldBlock: {
    title: (height: string) => `Block ${height} is solved and will be submitted as soon as the node responds`,
    words: 'Until then, keep this tab open and do not stop mining.'
  },
  slowerEngine: 'Mining continues with a slower engine',
  passwordNeeded: {
    title: 'The mining server needs a password',
    words: 'Enter it on the <link>Connections</link> page. Mining then continues automatically.'
  },
  otherTab: {
    title: 'Mining in another tab',
    report: (rate: string, accepted: number) =>
      plural(accepted, {
        one: `${rate}, # accepted block.`,
        other: `${rate}, # accepted blocks.`
      }),
    words:
      'Only one tab per browser mines, so that tabs do not compete for the GPU. To mine here, stop the other tab first.'
  },
  hero: {
    title: 'Hash rate of this tab',
    range: 'Chart range',
    ranges: { '5': '5 min', '15': '15 min', '60': '1 h' },
    start: 'Start mining',
    stop: 'Stop mining',
    stopOther: 'Stop in the other tab',
    block: 'block <value/>',
    poolJob: 'pool job',
    difficulty: 'difficulty <value/>',
    hashesPerShare: 'hashes per share <value/>',
    received: 'work received <age/>',
    latency: (time: string) => `response time ${time}`,
    waiting: 'waiting for work',
    starting: 'Starting the engine and requesting work.',
    paused: {
      battery: 'Paused: the computer is on battery power.',
      'low-battery': 'Paused: the battery is below 20%.',
      busy: 'Paused: the computer is in use.',
      hours: 'Paused until the mining hours begin.'
    },
    otherTab: 'Another tab of this browser is mining.',
    noSource: 'Not mining. First choose what to mine to.',
    idle: 'Not mining. Nothing runs until you press “Start mining”.',
    rate: 'Hash rate',
    chart: 'Hash rate of this tab over time',
    chartStarting: 'The first values appear in a second or two.',
    chartEmpty: 'The hash rate appears here while this tab mines.',
    second: '1 s average',
    minute: '1 min average',
    hour: '1 h average',
    total: 'Total hashes'
  },
  source: {
    title: 'Mine to',
    legend: 'Source of work',
    none: 'No server provides work. Add a node, a wallet server, a mining server or a pool as a connection.',
    kinds: { daemon: 'The node', wallet: 'My address', mining: 'A mining server', pool: 'A pool' },
    hints: {
      daemon: 'Rewards go to the node’s wallet, or to the payout address it was started with.',
      wallet: 'This tab builds the block from the wallet server’s data. Rewards go to an address of your choice.',
      mining: 'The server builds the block and pushes updates. Rewards go to its address or yours.'
    },
    poolHint: (host: string) => `${host} counts this tab’s shares and pays for them, no matter who finds the block.`,
    address: 'Address',
    placeholder: '76 characters',
    addressHint: 'Only use an address whose seed you hold. Rewards sent to a wrong one are lost.',
    optionalHint:
      'Leave empty to pay the address the server was started with. Only use an address whose seed you hold.',
    voidAddress: 'No one has a key for this address: rewards sent to it are lost forever.',
    wrongChecksum: 'The checksum does not match: a character is wrong or two are swapped.',
    wrongLength: (needed: number, typed: number) => `An address has ${needed} characters; this one has ${typed}.`,
    lookAlike: {
      title: 'This is not an address of yours',
      text: (wallet: string) =>
        `It only resembles one of the wallet “${wallet}”, and someone may have sent you coins to make you copy it. Choose the wallet instead.`
    },
    needsAddress: 'Enter an address to start.',
    untilComplete: 'Until the address is complete, rewards go to <payee/>.',
    changing: 'Current work: rewards go to <now/>. Next work: to <next/>.',
    pool: 'The pool pays for accepted shares.',
    pays: 'Rewards go to <payee/>.',
    payees: { daemon: 'the node', mining: 'the mining server’s address', pool: 'the pool' },
    wallet: 'Wallet',
    otherAddress: 'Other address',
    ownWallet: (name?: string) =>
      `${name === undefined ? 'a wallet in this browser' : `the wallet “${name}”`}, at a new address each session`,
    undecided: 'Not chosen yet. When you start, Quarry offers to create a wallet in this browser.',
    noWallet:
      'This browser has no wallet for this network yet. <link>Create one</link>, or enter an address whose seed you hold.'
  },
  engine: {
    title: 'Engine',
    label: 'Search with',
    fastest: 'Fastest available',
    together: 'GPU and CPU together',
    notAvailable: (engine: string) => `${engine} (not available)`,
    webgpu: (adapter: string) => `WebGPU on ${adapter}`,
    unnamedAdapter: 'an unnamed adapter',
    software: (adapter: string) => `${adapter} (software)`,
    workers: (engine: string, count: number) =>
      plural(count, { one: `${engine}, # worker`, other: `${engine}, # workers` }),
    missing: {
      'gpu/insecure-page':
        'Disabled by the browser, because this page came over plain HTTP from another computer. Mining uses the CPU instead.',
      'gpu/unsupported': 'Not available in this browser. Mining uses the CPU instead.',
      'gpu/no-adapter': 'No graphics adapter is available. Mining uses the CPU instead.',
      'gpu/no-wasm-simd': 'Not available in this browser.',
      other: 'The engine could not be started.'
    },
    power: 'Power',
    powerHint: 'Share of time the engine works. Lower is cooler, quieter and slower.'
  },
  results: {
    title: 'Results',
    accepted: 'Accepted',
    stale: 'Stale',
    rejected: 'Rejected',
    invalid: 'Invalid',
    means: {
      accepted: 'The node added the block to its chain.',
      stale: 'Another block came first. This is normal.',
      rejected: 'The node rejected a solved block.',
      invalid: 'The engine reported a solution that failed verification.'
    }
  },
  found: {
    title: 'Blocks found by this tab',
    since: (count: number) =>
      plural(count, { one: '# block since the page was opened', other: '# blocks since the page was opened' }),
    latest: (height: string, outcome: string) => `Block ${height}: ${outcome}`,
    caption: 'Blocks found by this tab, newest first',
    height: 'Height',
    block: 'Block',
    outcome: 'Outcome',
    paidTo: 'Paid to',
    reward: 'Reward',
    found: 'Found',
    blockId: 'block ID',
    payee: 'payout address',
    none: 'None yet. Blocks appear here with the node’s response.',
    noneIdle: 'None yet. Press <b>Start mining</b>: blocks found by this tab appear here with the node’s response.',
    showAll: (count: string) => `Show all ${count}`,
    showNewest: (count: string) => `Show the newest ${count}`
  },
  odds: {
    title: 'Odds',
    toBlock: 'Average time to a block',
    toShare: 'Average time to a share',
    unknown: 'Known after a few seconds of mining.',
    hopeless:
      'At this difficulty a single computer is unlikely ever to find a block. You pay for the electricity either way.',
    averageBlock:
      'An average, not a promise: every hash has the same chance, however long you have waited for a block.',
    averageShare:
      'An average, not a promise: every hash has the same chance, however long you have waited for a share.',
    blockWithinHour: 'Chance of a block within 1 h',
    shareWithinHour: 'Chance of a share within 1 h',
    difficulty: 'Difficulty',
    hashesPerShare: 'Average hashes per share',
    best: 'Best hash so far',
    bestHash: 'best hash',
    goodFor: 'Good enough for difficulty'
  },
  nodeMiner: {
    title: 'CPU miner of the node',
    running: 'Running',
    stopped: 'Stopped',
    start: 'Start',
    stop: 'Stop',
    found: 'Blocks found',
    mined: 'Blocks mined, including other miners',
    stale: 'Stale, including other miners',
    failed: 'The node refused the request',
    footer: 'One thread on the node’s computer. Rewards go to the node. Continues when this tab is closed.'
  },
  rewards: {
    title: 'Mined by the node',
    spendable: 'Spendable',
    maturing: 'Maturing',
    wallet: 'Wallet',
    move: 'Move to my wallet',
    label: 'Moved from the node',
    moved: 'The node’s coins are on their way to your wallet. The next block confirms them.',
    failed: 'The coins were not moved',
    noWallet: '<link>Create a wallet</link> to move these coins to it.',
    footer: 'Coins that were mined to the node’s own address. Moving them costs the usual fee.'
  },
  submit: {
    title: 'Submit a block solved elsewhere',
    label: 'Block (hexadecimal)',
    hint: 'The whole block in its binary encoding, as mining software writes it: header, payout and transactions.',
    failed: 'The block was not accepted',
    accepted: 'The node accepted the block and relays it.',
    submit: 'Submit',
    problem: {
      empty: 'Paste the block first.',
      notHex: 'Use digits and the letters a to f only.',
      oddLength: 'Odd number of digits: the text is incomplete.',
      tooShort: 'This is too short for a block.',
      nonceFactor: 'The nonce is not a multiple of 1009, as the chain requires.'
    }
  },
  pool: {
    title: 'Pool',
    state: {
      idle: 'Not mining',
      connected: 'Connected',
      connecting: 'Connecting',
      disconnected: 'Not connected'
    },
    rate: 'Hash rate by accepted shares',
    pool: 'Pool',
    worker: 'Worker',
    workerName: 'worker name',
    difficulty: 'Share difficulty',
    counted: 'Acceptance rate',
    lowDifficulty: 'Rejected: difficulty too low',
    duplicate: 'Rejected: duplicate',
    unauthorized: 'Rejected: unknown worker',
    other: 'Rejected: other reasons',
    refusal: 'Latest rejection',
    faults: {
      duplicate: 'Duplicate share',
      'low-difficulty': 'Difficulty too low',
      unauthorized: 'Unknown worker',
      other: 'Other reason'
    },
    lost: 'No response',
    message: 'Message from the pool',
    proven: 'Proven by shares',
    measured: 'Measured here',
    chart: 'Hash rate proven by accepted shares and measured in this tab',
    chartEmpty: 'The hash rate appears here while this tab mines for the pool.',
    footer: 'A share proves work to the pool. Its rate varies with luck and averages out over many shares.',
    advice: {
      stale: 'Many shares arrive too late: latency to the pool is high. A closer pool loses fewer.',
      unauthorized: 'The pool does not accept this worker. Check the account for the pool.',
      lowDifficulty:
        'The pool expects a higher difficulty than it announced. If this continues, stop mining and start again.',
      duplicate: 'The pool has received these shares before. Stop mining and start again.',
      other: 'The pool rejects shares for another reason: see its latest rejection.'
    }
  },
  benchmark: {
    title: 'Benchmark',
    words: 'Measures each engine on this device for a few seconds. Nothing is submitted.',
    references:
      'Pale bars are estimates for other programs, from their published speed relative to this WebAssembly kernel.',
    failed: 'The benchmark stopped',
    bars: 'Hashes per second by engine',
    about: (rate: string) => `about ${rate}`,
    detecting: 'Detecting engines',
    run: 'Run benchmark',
    runAgain: 'Run again',
    stopFirst: 'Stop mining first: both at once would slow each other down.',
    copy: 'Copy result',
    result: 'result',
    heading: 'Quarry benchmark, BLAKE2b-256 of 80-byte headers',
    names: {
      'c-avx512': 'C with AVX-512, one core',
      c: 'C, one core',
      'nano-pow': 'nano-pow, WebAssembly',
      'hash-wasm': 'hash-wasm',
      noble: '@noble/hashes'
    }
  }
};
