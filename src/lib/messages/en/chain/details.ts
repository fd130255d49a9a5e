import { formatAmount } from '../../quantities/amounts';
import { formatCount, formatLarge } from '../../format';
import { plural } from '../../plural';

export default {
  id: 'ID',
  invalidId: {
    title: 'Invalid ID',
    text: (id: string) => `“${id}” is not an ID. An ID has 64 digits 0–9 and a–f.`
  },
  time: 'Timestamp',
  output: 'output',
  rawJson: {
    title: 'Raw JSON',
    download: 'Download',
    copy: 'JSON',
    truncated: 'Preview. Copy and download include everything.'
  },
  showAll: (count: number) => `Show all ${formatCount(count)}`,
  block: {
    title: 'Block',
    titleAt: (height: number) => `Block ${formatCount(height)}`,
    neighbors: 'Adjacent blocks',
    previous: 'Previous',
    next: 'Next',
    latest: 'latest block',
    invalid: {
      title: 'Invalid block height or ID',
      text: 'A block height is a number. A block ID has 64 digits 0–9 and a–f.'
    },
    notFound: {
      title: 'Block not found',
      aboveTip: (height: number, tip: number) =>
        `The chain has not reached height ${formatCount(height)}. The latest block is ${formatCount(tip)}.`,
      unknownId:
        'No connected server has a block with this ID, on the best chain or on another branch. If it is the ID of something else, search for it.'
    },
    notBest: {
      title: 'Not on the best chain',
      badge: 'not on the best chain',
      replaced:
        'The best chain has <link>another block</link> at this height. Nothing in this block is confirmed unless its branch gains more work.',
      aboveTip: 'The best chain does not reach this height.'
    },
    v2Failed: 'V2 transactions could not be loaded',
    v1Only: {
      title: 'V1 data only',
      text: 'The daemon’s API does not include V2 transactions. Add a wallet server under <link>Connections</link> to see the whole block.'
    },
    loading: 'Loading the block…',
    failed: 'The block could not be loaded'
  },
  header: {
    title: 'Header',
    parent: 'Parent',
    genesis: 'none (first block)',
    nonce: 'Nonce',
    commitment: 'Commitment',
    difficulty: 'Difficulty',
    expectedHashes: (hashes: bigint) => `${formatLarge(hashes)} expected ${hashes === 1n ? 'hash' : 'hashes'}`,
    target: 'Target (approx.)',
    size: 'Size',
    weight: 'Weight',
    ofLimit: (limit: number) => `of ${formatCount(limit)}`,
    fees: 'Fees',
    v1Only: (amount: string) => `${amount} (V1 only)`,
    unknown: 'unknown'
  },
  payouts: {
    title: 'Miner payouts',
    sums: (subsidy: bigint, fees: bigint) => `${formatAmount(subsidy)} block reward + ${formatAmount(fees, 6)} fees`,
    none: 'No payouts.',
    spendableSince: (height: number) => `Spendable since height ${formatCount(height)}.`,
    spendableFrom: (height: number, blocks: number) =>
      plural(blocks, {
        one: `Spendable from height ${formatCount(height)}, in # block.`,
        other: `Spendable from height ${formatCount(height)}, in # blocks.`
      })
  },
  transactions: {
    title: 'Transactions',
    count: (count: number) => plural(count, { one: '# transaction', other: '# transactions' }),
    countV1: (count: number) => plural(count, { one: '# V1 transaction', other: '# V1 transactions' }),
    none: 'No transactions besides the miner payout.',
    noneV1: 'No V1 transactions.',
    inputs: (count: number) => plural(count, { one: '# input', other: '# inputs' }),
    outputs: (count: number) => plural(count, { one: '# output', other: '# outputs' }),
    fee: (fee: bigint) => `fee ${formatAmount(fee, 6)}`,
    open: 'Open transaction page',
    pages: 'Pages of transactions',
    previousPage: 'Previous page',
    nextPage: 'Next page',
    position: (first: number, last: number, total: number) =>
      `${formatCount(first)}–${formatCount(last)} of ${formatCount(total)}`,
    extras: {
      fundOutputs: (count: number) => plural(count, { one: '# fund output', other: '# fund outputs' }),
      contracts: (count: number) => plural(count, { one: 'contract formed', other: '# contracts formed' }),
      revisions: (count: number) => plural(count, { one: 'contract revised', other: '# contracts revised' }),
      storageProofs: (count: number) => plural(count, { one: 'storage proof', other: '# storage proofs' }),
      resolutions: (count: number) => plural(count, { one: 'contract resolved', other: '# contracts resolved' }),
      attestations: (count: number) => plural(count, { one: 'attestation', other: '# attestations' }),
      data: (count: number) => plural(count, { one: 'data', other: '# data fields' }),
      foundationAddress: (count: number) =>
        plural(count, { one: 'foundation address', other: '# foundation addresses' })
    }
  },
  transaction: {
    title: 'Transaction',
    status: 'Status',
    details: 'Details',
    unconfirmed: 'unconfirmed',
    block: 'Block',
    pending: 'none yet (in the transaction pool)',
    notFound: {
      title: 'Transaction not found',
      text: 'The server has no transaction <id/>. It may have been replaced or dropped from the pool. Transactions without inputs and outputs are not indexed: open them from their block. Miner payouts are outputs, not transactions: <link>look up the output</link>.'
    },
    loading: 'Loading the transaction…',
    failed: 'The transaction could not be loaded'
  },
  body: {
    generation: (generation: number) => `V${generation} transaction`,
    size: (size: string) => `size ${size}`,
    weight: (weight: number) => `weight ${formatCount(weight)}`,
    inputs: (count: number) => (count === 0 ? 'Inputs' : `Inputs (${formatCount(count)})`),
    noInputs: 'No inputs.',
    outputs: (count: number) => (count === 0 ? 'Outputs' : `Outputs (${formatCount(count)})`),
    noOutputs: 'No outputs.',
    spends: 'spends',
    valueUnknown: 'value not included',
    policy: 'policy',
    signatures: (count: number) => plural(count, { one: '# signature', other: '# signatures' }),
    preimages: (count: number) => plural(count, { one: '# preimage', other: '# preimages' }),
    proof: (hashes: number) => plural(hashes, { one: 'proof of # hash', other: 'proof of # hashes' }),
    claim: 'Fund revenue goes to <address/>',
    attestations: (count: number) => plural(count, { one: '# attestation', other: '# attestations' }),
    attestation: '<signer/> attests <name/>: <value/>',
    value: 'value',
    data: 'Arbitrary data',
    dataAsText: (size: string) => `${size}, text`,
    dataAsHex: (size: string) => `${size}, hexadecimal`,
    foundationAddress: 'New foundation address'
  },
  signature: {
    parent: 'ID of the unlocked element',
    now: (key: bigint, covered: string) => `<parent/>, key ${formatCount(key)}, covers ${covered}`,
    later: (key: bigint, covered: string, height: bigint) =>
      `<parent/>, key ${formatCount(key)}, covers ${covered}, from height ${formatCount(height)}`,
    wholeTransaction: 'the whole transaction',
    nothing: 'nothing',
    covered: {
      coinInputs: (indices: string) => `coin inputs ${indices}`,
      coinOutputs: (indices: string) => `coin outputs ${indices}`,
      fileContracts: (indices: string) => `contracts ${indices}`,
      fileContractRevisions: (indices: string) => `revisions ${indices}`,
      storageProofs: (indices: string) => `storage proofs ${indices}`,
      fundInputs: (indices: string) => `fund inputs ${indices}`,
      fundOutputs: (indices: string) => `fund outputs ${indices}`,
      minerFees: (indices: string) => `fees ${indices}`,
      arbitraryData: (indices: string) => `data ${indices}`,
      signatures: (indices: string) => `signatures ${indices}`
    }
  },
  contractAct: {
    titles: {
      formed: 'Storage contract formed',
      revised: 'Storage contract revised',
      proved: 'Storage proof',
      renewed: 'Storage contract renewed',
      expired: 'Storage contract expired'
    },
    contract: 'Contract <id/>',
    facts: {
      payout: 'Payout',
      data: 'Data',
      capacity: 'Capacity',
      proofFrom: 'Proof window start',
      proofUntil: 'Proof window end',
      collateral: 'Collateral',
      revision: 'Revision',
      merkleRoot: 'Merkle root',
      unlockHash: 'Unlock hash',
      revisedBy: 'Revised by',
      renter: 'Renter',
      host: 'Host',
      renewedAs: 'Renewed as',
      renterRollover: 'Renter rollover',
      hostRollover: 'Host rollover',
      proofBlock: 'Leaf chosen by block',
      proofHashes: 'Hashes in the proof',
      proofLeaf: 'Leaf size'
    },
    payouts: {
      proved: 'Paid with a valid storage proof',
      missed: 'Paid without a storage proof',
      renewed: 'Paid at renewal'
    }
  },
  outputPage: {
    title: 'Output',
    titles: { coins: 'Coin output', funds: 'Fund output' },
    details: 'Details',
    spent: 'spent',
    unspent: 'unspent',
    maturesAt: (height: number) => `matures at ${formatCount(height)}`,
    value: 'Value',
    address: 'Address',
    spendable: 'Spendable',
    immediately: 'immediately',
    sinceHeight: (height: number) => `since height ${formatCount(height)}`,
    fromHeight: (height: number, blocks: number) =>
      plural(blocks, {
        one: `from height ${formatCount(height)}, in # block`,
        other: `from height ${formatCount(height)}, in # blocks`
      }),
    spentBy: 'Spent by',
    inBlock: '<transaction/> in block <block/>',
    spenderUnknown: 'unknown transaction',
    proof: 'Proof',
    verified: 'verified',
    verifiedText: (hashes: number, leaf: bigint) =>
      plural(hashes, {
        one: `# hash from leaf ${formatCount(leaf)} to the state of the chain`,
        other: `# hashes from leaf ${formatCount(leaf)} to the state of the chain`
      }),
    invalid: 'invalid',
    invalidText: 'The proof does not match the state of the chain.',
    noDetails: 'The server has no details of this spent output.',
    notFound: {
      title: 'Output not found',
      text: 'No coin output or fund output, spent or unspent, has this ID. Outputs of unconfirmed transactions are not indexed. It may be the ID of something else: <link>look up the transaction</link> or search.'
    },
    loading: 'Loading the output…',
    failed: 'The output could not be loaded'
  },
  addressPage: {
    title: 'Address',
    invalid: {
      title: 'Invalid address',
      text: 'An address has 76 digits 0–9 and a–f; the last twelve are a checksum. Check for a mistyped or missing digit.'
    },
    balance: 'Balance',
    void: 'The void address: coins sent here cannot be spent.',
    spendable: 'Spendable',
    maturing: 'Maturing',
    fundUnits: 'Fund units',
    failed: 'The balance could not be loaded',
    unconfirmed: 'Unconfirmed',
    history: 'History',
    historyCaption: 'History of the address, newest first',
    columns: { type: 'Type', block: 'Block', time: 'Time', confirmations: 'Confirmations', amount: 'Amount' },
    events: {
      miner: 'Mined',
      foundation: 'Foundation subsidy',
      claim: 'Fund revenue',
      contract: 'Contract payout',
      sent: 'Sent',
      received: 'Received'
    },
    matures: (blocks: number) => `matures in ${plural(blocks, { one: '# block', other: '# blocks' })}`,
    spendableFrom: (height: number) => `Spendable from height ${formatCount(height)}`,
    noHistory: 'No confirmed transactions yet.',
    historyFailed: 'The history could not be loaded',
    coinOutputs: 'Unspent coin outputs',
    fundOutputs: 'Unspent fund outputs',
    outputColumns: { id: 'Output', leaf: 'Leaf', value: 'Value' },
    noOutputs: 'None spendable now.',
    outputsFailed: 'Outputs could not be loaded',
    loading: 'Loading…'
  },
  contractPage: {
    title: 'Storage contract',
    outcome: 'Outcome',
    ended: 'ended',
    contract: 'Contract <id/>',
    paid: '<address/> received <amount/> in block <block/> (<output/>)',
    paidMissed: '<address/> received <amount/> in block <block/>, no storage proof (<output/>)',
    noPayout:
      'No payout found for this contract ID. The contract is still active, or it does not exist. Servers do not index active contracts by ID; scan the blocks below.',
    loadingPayouts: 'Loading payouts…',
    history: 'History',
    scanHint:
      'Scans back from the latest block to the one that formed the contract. This can take a while on a long chain.',
    cancel: 'Cancel',
    scanning: 'Scanning…',
    scannedTo: (height: number) => `Scanned back to height ${formatCount(height)}`,
    scan: 'Scan the chain',
    scanAgain: 'Scan again',
    notFound: {
      title: 'Contract not found',
      text: (blocks: number) =>
        plural(blocks, {
          one: 'Scanned # block; it does not form this contract.',
          other: 'Scanned # blocks; none forms this contract.'
        })
    },
    steps: {
      formed: 'Formed in block <block/>',
      revised: 'Revised in block <block/>',
      proved: 'Ended in block <block/> with a storage proof',
      missed: 'Ended in block <block/> without a storage proof',
      renewed: 'Renewed in block <block/>'
    }
  }
};
