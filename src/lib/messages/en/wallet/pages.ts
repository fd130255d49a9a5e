import { formatCount } from '../../format';
import { plural } from '../../plural';
import { fundUnits } from './list';

export default {
  backup: {
    title: 'Back up this wallet',
    text: 'It exists in this browser only. Besides the recovery words, <link>save an encrypted backup file</link>: it also holds labels and watched addresses.',
    watched:
      'It exists in this browser only. <link>Save an encrypted backup file</link>: it holds the addresses and labels.',
    shared:
      'Spending from it takes its policy as well as the signatures; the recovery words of the key holders do not restore the policy. <link>Save an encrypted backup file</link>, and give the policy text in the settings to the other key holders.',
    dismiss: 'Dismiss'
  },
  open: {
    opening: 'Opening…',
    failed: 'This wallet cannot be opened',
    all: 'All wallets',
    pages: 'Wallet pages',
    overview: 'Overview',
    receive: 'Receive',
    send: 'Send',
    addresses: 'Addresses',
    outputs: 'Outputs',
    settings: 'Settings',
    rescan: 'Rescan wallet',
    retry: 'Try again'
  },
  /** The node that serves the wallet has not read the whole chain. */
  behind: {
    syncing: {
      status: 'Node is syncing',
      title: 'The node is still syncing',
      text: (height: number) =>
        `It has reached block ${formatCount(height)}. Until it has caught up, payments in later blocks are missing here, and coins shown as spendable may already be spent. <link>Show the progress</link>`
    },
    'sync-paused': {
      status: 'Node sync paused',
      title: 'The node is not synced, and its sync is paused',
      text: (height: number) =>
        `It has stopped at block ${formatCount(height)}. Payments in later blocks are missing here, and coins shown as spendable may already be spent. <link>Resume the sync</link>`
    }
  },
  head: {
    opening: 'Opening',
    discovering: 'Scanning for used addresses',
    waitingForUnlock: 'Unlock to scan for used addresses',
    syncing: 'Syncing',
    synced: 'Synced',
    syncedByOtherTab: 'Synced by another tab',
    offline: 'Not synced',
    lastSynced: 'last synced',
    block: (height: number) => `block ${formatCount(height)}`,
    lock: 'Lock',
    unlock: 'Unlock',
    discovery: (checked: number, found: number) =>
      `${plural(checked, { one: '# key checked', other: '# keys checked' })}, ${plural(found, { one: '# used address found', other: '# used addresses found' })}`,
    progress: (height: number, target: number) => `Block ${formatCount(height)} of ${formatCount(target)}`
  },
  overview: {
    dropped: {
      title: 'A payment was dropped',
      text: 'It is in neither the transaction pool nor a block. <link>Resend or dismiss it</link>.'
    },
    discoveryCut: {
      title: 'The address scan was stopped',
      text: 'The server reported used addresses up to the limit of one scan. If this wallet has that many, <link>scan more addresses</link>. If not, the server is wrong: connect to another one, then scan again.'
    },
    unverified: {
      title: 'Reported by the server, not verified',
      text: 'The server lists these transactions in its pool, but without a valid proof or signature, or they spend outputs that this wallet does not hold. They do not count toward any balance and lock no coins. Genuine ones appear among the events below, at the latest once they are in a block.'
    },
    claimSwapped: {
      title: 'The payout of fund units was redirected',
      text: 'A transaction you sent appeared with a different claim address. <link>See what to do</link>.'
    },
    notSynced: {
      title: 'Not synced yet',
      text: 'This wallet has never synced on this device. Connect to a wallet server once.'
    },
    locked: { title: 'Unlock to sync', text: 'Addresses are derived from the keys. Unlock the wallet above.' },
    syncing: { title: 'Syncing', text: 'The balance appears after the first scan.' },
    history: {
      title: 'Balance history',
      line: 'Balance',
      empty: 'Your balance history will appear here.'
    }
  },
  balance: {
    title: 'Balance',
    total: 'Total',
    spendable: {
      label: 'Spendable',
      verified: 'Spendable, verified',
      inHastings: 'spendable balance in hastings'
    },
    /** Of a wallet that cannot spend. */
    watched: {
      label: 'Watch-only',
      verified: 'Watch-only, verified',
      inHastings: 'watched balance in hastings'
    },
    updated: 'Updated',
    verifiedOnly: 'Verified only',
    verify: 'About verification',
    immature: 'Maturing',
    /** The remaining blocks and, if it can be estimated, time. */
    matures: (blocks: number, time?: string) =>
      `spendable in ${plural(blocks, { one: '# block', other: '# blocks' })}${time === undefined ? '' : `, about ${time}`}`,
    /** As above, of a wallet that cannot spend. */
    watchedMatures: (blocks: number, time?: string) =>
      `mature in ${plural(blocks, { one: '# block', other: '# blocks' })}${time === undefined ? '' : `, about ${time}`}`,
    nextMatures: (coins: string, blocks: number, time?: string) =>
      `next ${coins} in ${plural(blocks, { one: '# block', other: '# blocks' })}${time === undefined ? '' : `, about ${time}`}`,
    unconfirmed: 'Unconfirmed, net',
    timeLocked: 'Time-locked',
    frozen: 'Frozen',
    fundUnits: 'Fund units',
    unclaimed: 'Unclaimed fund revenue',
    claim: 'Claim'
  },
  events: {
    title: 'Events',
    caption: 'Events, newest first',
    count: (count: number) => plural(count, { one: '# event', other: '# events' }),
    file: (wallet: string) => `${wallet} events`,
    kinds: {
      miner: 'Mined a block',
      foundation: 'Foundation subsidy',
      claim: 'Fund revenue',
      contract: 'Contract payout',
      internal: 'Internal transfer',
      sent: 'Sent',
      received: 'Received'
    },
    columns: { type: 'Type', address: 'Address', date: 'Date', status: 'Status', amount: 'Amount', balance: 'Balance' },
    unconfirmed: 'unconfirmed',
    matures: (blocks: number) => `matures in ${plural(blocks, { one: '# block', other: '# blocks' })}`,
    spendableFrom: (height: number) => `Spendable from height ${formatCount(height)}`,
    confirmationsOf: (count: number, of: number) => `${formatCount(count)} of ${formatCount(of)} blocks`,
    confirmations: (count: number) => plural(count, { one: '# confirmation', other: '# confirmations' }),
    hastings: (value: bigint) => `${formatCount(value)} hastings`,
    units: (units: bigint) => plural(units, { one: '# unit', other: '# units' }),
    failed: 'Events could not be loaded',
    noMatch: 'No event matches these filters.',
    searching: 'Searching…',
    empty:
      'No events yet. <receive>Receive a payment</receive> or mine to this wallet; payments, rewards and payouts appear here.'
  },
  filter: {
    title: 'Filter',
    active: '· active',
    type: 'Type',
    search: 'Address, ID, label or note',
    from: 'From',
    to: 'To',
    minimum: 'Minimum (SC)',
    maximum: 'Maximum (SC)',
    clear: 'Clear',
    ambiguous: 'This can be read as two amounts. Leave out thousands separators.',
    types: {
      all: 'All',
      transaction: 'Payments',
      miner: 'Mined blocks',
      claim: 'Fund revenue',
      contract: 'Contract payouts',
      foundation: 'Foundation subsidies'
    }
  },
  event: {
    missing: {
      title: 'Event not found',
      text: 'This wallet has no event with the ID in the link. An unconfirmed payment disappears if it is dropped or replaced.'
    },
    note: 'Note',
    noteHint: 'Visible only to you.',
    close: 'Close',
    amount: 'Amount',
    sent: 'sent',
    received: 'received',
    fundUnits,
    fee: 'Fee',
    date: 'Date',
    confirmations: 'Confirmations',
    unconfirmed: 'Unconfirmed',
    inBlock: (count: number, height: number) => `${formatCount(count)}, in block ${formatCount(height)}`,
    spendable: 'Spendable',
    spendableFrom: (height: number, blocks: number) =>
      `From height ${formatCount(height)}, in ${plural(blocks, { one: '# block', other: '# blocks' })}`,
    id: 'ID',
    inputs: (count: number) => plural(count, { one: '# input', other: '# inputs' }),
    outputs: (count: number) => plural(count, { one: '# output', other: '# outputs' }),
    showAll: (count: number) => `Show all ${formatCount(count)}`,
    own: 'yours'
  },
  /** What a copy button copies. */
  copied: {
    address: 'address',
    eventId: 'event ID',
    blockId: 'block ID',
    outputId: 'output ID',
    publicKey: 'public key',
    request: 'payment request'
  },
  coins: {
    columns: {
      select: 'Select',
      output: 'Output',
      address: 'Address',
      status: 'Status',
      proof: 'Verification',
      amount: 'Amount'
    },
    select: (id: string, coins: string) => `Select output ${id}, ${coins}`,
    frozen: 'frozen',
    timeLocked: 'time-locked',
    spendable: 'spendable',
    watched: 'watch-only',
    spendableFrom: (height: number) => `Spendable from height ${formatCount(height)}`,
    matures: (blocks: number) => `matures in ${plural(blocks, { one: '# block', other: '# blocks' })}`,
    hastings: (value: bigint) => `${formatCount(value)} hastings`
  },
  altered: {
    title: (count: number) =>
      count === 1 ? 'A stored address was not yours' : `${formatCount(count)} stored addresses were not yours`,
    text: 'What this browser had stored does not derive from this wallet’s keys: someone may have tampered with its storage. The addresses were replaced, and the wallet is recounting its coins. Coins sent to the old addresses are not yours; warn anyone you gave one to:'
  },
  receive: {
    unchecked:
      'This address has not been checked against the wallet’s keys since the wallet was opened. Unlock the wallet before you share it.',
    far: {
      title: 'A restored wallet may not find this address',
      text: 'As far as this node knows, the forty addresses before it have received nothing yet. A wallet that is restored from its words stops searching there. Give out an earlier address, or save a backup file, which contains this one.'
    },
    title: 'Receive',
    choose: 'Address',
    main: 'Main address',
    numbered: (number: number) => `Address ${number}`,
    used: 'used',
    add: 'New address',
    mine: 'Mine to this address',
    note: 'Addresses never expire. Use a new address for each payer to keep payments unlinked.',
    noteFixed: 'Addresses never expire. Anyone who knows this one can see all payments to it.',
    afterSync: 'The first address appears after the first sync.',
    none: 'This wallet watches no addresses.',
    qr: 'Address as QR code',
    qrWithAmount: 'Payment request as QR code',
    tooLong: {
      title: 'Too long for a QR code',
      text: 'Shorten the label, or send the payment request as text.'
    },
    address: 'Address',
    label: 'Label',
    labelExample: 'Payer or purpose',
    include: 'Include the label in the request',
    includeHint: 'The payer will see it.',
    share: 'Share',
    labelHint: 'Visible only to you, here and in the history.',
    amount: 'Amount (SC)',
    any: 'any',
    amountHint: 'Optional. Adds the amount to the QR code.',
    request: 'Payment request'
  },
  /** Why a typed amount is invalid. */
  amountProblem: {
    zero: 'Enter an amount above 0.',
    'fractional-units': 'Fund units are whole numbers.',
    ambiguous: 'This can be read as two amounts. Choose one below.',
    'currency/not-a-number': 'Enter a number, such as 12.5.',
    'currency/not-an-integer': 'At most 24 decimals.',
    'currency/unknown-unit': 'Unknown unit. Use SC, KS, MS, mS or H.',
    'currency/negative': 'Enter an amount above 0.',
    'currency/overflow': 'This amount is too large.'
  },
  addresses: {
    title: 'Addresses',
    caption: 'Addresses of this wallet',
    count: (count: number) => plural(count, { one: '# address', other: '# addresses' }),
    search: 'Find an address or label',
    searchExample: 'Address or label',
    add: 'New address',
    file: (wallet: string) => `${wallet} addresses`,
    noMatch: 'No address or label matches.',
    empty: 'No addresses yet. “New address” creates the first one, with its public key.',
    columns: {
      address: 'Address',
      label: 'Label',
      key: 'Key',
      status: 'Status',
      firstUsed: 'First used',
      lastUsed: 'Last used',
      balance: 'Balance',
      publicKey: 'Public key'
    },
    labelOf: (address: string) => `Label of ${address}`,
    noLabel: 'no label',
    policyKey: (index: number) => `${index} · policy`,
    conditionsKey: (index: number) => `${index} · conditions`,
    policy: 'policy',
    change: 'change',
    used: 'used',
    unused: 'unused',
    lastUsed: (day: string) => `last used ${day}`,
    firstAndLast: (first: string, last: string) => `First used ${first}, last used ${last}`,
    showQr: 'Show as QR',
    hideQr: 'Hide QR',
    qr: 'Addresses as QR code',
    qrHint: 'Anyone who scans this sees the balance and history of this wallet, but cannot spend from it.'
  },
  watch: {
    title: 'Watch more addresses',
    input: 'Addresses, public keys or policies',
    hint: 'One per line, optionally with a label after a comma. CSV and JSON exports work too.',
    file: 'From a file',
    add: 'Add to this wallet',
    scan: 'Scan QR',
    stop: 'Stop camera'
  },
  outputs: {
    title: 'Outputs',
    caption: 'Unspent outputs, largest first',
    count: (count: number) => plural(count, { one: '# unspent output', other: '# unspent outputs' }),
    lead: 'The unspent outputs behind the balance. Frozen outputs are not spent. Many small outputs make transactions larger: <consolidate>consolidate them</consolidate>. <verify>About verification</verify>.',
    leadBare: 'The unspent outputs behind the balance. <verify>About verification</verify>.',
    freeze: 'Freeze',
    unfreeze: 'Unfreeze',
    frozen: (count: number) => plural(count, { one: '# output frozen', other: '# outputs frozen' }),
    unfrozen: (count: number) => plural(count, { one: '# output unfrozen', other: '# outputs unfrozen' }),
    selected: (count: number) => plural(count, { one: '# output selected', other: '# outputs selected' }),
    failed: 'The outputs could not be loaded',
    empty: 'No outputs yet. Mine to this wallet or receive a payment.'
  },
  funds: {
    title: 'Fund outputs',
    caption: 'Unspent fund outputs, largest first',
    lead: 'Fund units earn a share of the tax on storage contracts, paid out when the output is spent.',
    leadClaimable:
      'Fund units earn a share of the tax on storage contracts, paid out when the output is spent or you <claim>claim it</claim>.',
    columns: {
      output: 'Output',
      address: 'Address',
      unclaimed: 'Unclaimed',
      proof: 'Verification',
      units: 'Units'
    },
    claim: (value: bigint) => `${formatCount(value)} hastings, paid when the units are spent or claimed`,
    unclaimed: 'unclaimed',
    units: (units: bigint) => plural(units, { one: '# unit', other: '# units' })
  }
};
