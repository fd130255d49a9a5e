import { formatCount } from '../../format';
import { plural } from '../../plural';

export default {
  notSynced: { title: 'Not synced yet', text: 'The wallet must sync once before you can create a payment.' },
  addressesOnly: {
    title: 'This wallet cannot create payments',
    text: 'It watches addresses only. To create payments, <link>watch them in another wallet</link> together with their public keys or policies.'
  },
  locked: { title: 'The coins of this wallet are locked', text: 'Its policy does not allow payments yet.' },
  import: {
    title: 'Import a transfer',
    text: 'Check, sign or send a transfer that was created or signed on another device.'
  },
  pending: {
    title: 'Pending payments',
    states: {
      pool: 'in the transaction pool',
      unanswered: 'no response from the server yet',
      dropped: 'dropped'
    },
    /** Dropped by a reorganization that removed the block of this height. */
    droppedFrom: (height: number) => `dropped, was in block ${formatCount(height)}`,
    confirmations: (count: number) => plural(count, { one: '# confirmation', other: '# confirmations' }),
    sent: (age: string) => `sent ${age}`,
    dismiss: 'Dismiss',
    view: 'View',
    /** Follows a button's label for screen readers. */
    payment: (id: string) => `payment ${id}`
  },
  review: {
    acceptClaim: 'I accept that the payout could be redirected',
    acceptClaimHint:
      'Quarry compares the transaction in the pool and in its block with this one and warns you. Broadcasting through your own node avoids the risk.',
    claimFirst: 'Claim the earnings first, in a separate transaction',
    title: 'Review and sign',
    source: 'Decoded from the exact bytes you will sign.',
    back: 'Back',
    cancel: 'Cancel',
    signatures: (signed: number, wanted: number) => `${formatCount(signed)} of ${formatCount(wanted)} signatures`,
    send: 'Send',
    sending: 'Sending…',
    signing: 'Signing…',
    signAndSend: 'Sign and send',
    signElsewhere: 'Sign on another device',
    missing: 'Missing signatures',
    elsewhere: {
      title: 'Sign on another device',
      text: 'Open the transfer under “Sign a transfer” on a device with the keys, then import the signed transfer here. That device can stay offline.',
      back: 'Import the signed transfer'
    }
  },
  sent: {
    title: 'Payment sent',
    confirmed: 'Payment confirmed',
    dropped: 'Payment dropped',
    another: 'Send another',
    details: 'Payment details'
  },
  follow: {
    claimSwapped: {
      title: 'The payout of these fund units was redirected',
      text: 'The server’s pool holds this transaction with a claim address that is not yours. Connect to another server, ideally your own node, and resend the transaction there at once: until a block contains it, the right one can still win. Do not use this server for fund units. The other address:'
    },
    claimStolen: {
      title: 'The payout of these fund units went to someone else',
      text: 'A block contains this transaction with a claim address that is not yours. Your fund units arrived as planned, but their earnings cannot be recovered. Do not broadcast through this server again. The address that was paid:'
    },
    inPool: 'Waiting for confirmation',
    unanswered: 'No response from the server yet',
    confirmed: (height: number) => `Confirmed in block ${formatCount(height)}`,
    dropped: 'No longer in the transaction pool',
    settled: (blocks: number) => `Settled after ${plural(blocks, { one: '# confirmation', other: '# confirmations' })}`,
    noPeers: 'The server has no peers yet. It will broadcast the transaction once connected.',
    noMiner: 'On this network, blocks come only when someone mines. <link>Start mining</link> to confirm it.',
    droppedNote:
      'It was never mined, or a reorganization removed its block. The coins are spendable again. Resending updates the proofs; no new signature is needed.',
    droppedFromNote: (height: number) =>
      `It was in block ${formatCount(height)}, which a reorganization removed. The coins are spendable again. Resending updates the proofs; no new signature is needed.`,
    /** All of its coins are another wallet's: those of a sweep. */
    droppedSweep:
      'The coins are still on the keys of the old wallet. Resend the payment; no new signature is needed. If that fails, <link>sweep the old wallet again</link>; this requires its words or its key.',
    resend: 'Resend',
    id: 'Transaction ID',
    copiedId: 'transaction ID'
  },
  recipients: {
    title: 'Recipients',
    spendable: (coins: string) => `${coins} spendable`,
    list: 'Recipients as CSV',
    listHint: 'One per line: address, amount in SC. Add a third column “fund units” to send fund units.',
    add: 'Add a recipient',
    addList: 'Add these recipients',
    paste: 'Paste a list',
    total: (count: number, coins: string) => `${plural(count, { one: '# recipient', other: '# recipients' })}, ${coins}`
  },
  /** Payments of the form that it does not hold now. */
  aside: {
    title: (count: number) => plural(count, { one: '# payment set aside', other: '# payments set aside' }),
    text: 'Filling in one of them sets the payment in the form aside.',
    question: 'Fill in the payment from the link?',
    ask: 'The form holds a payment that you have not sent. If you fill in the one from the link, yours moves to this list. To keep yours, continue below.',
    fillIn: 'Fill in',
    discard: 'Discard',
    payment: (amount: string, address: string) => `${amount} to ${address}`,
    more: (payment: string, count: number) =>
      `${payment} and ${plural(count, { one: '# more recipient', other: '# more recipients' })}`,
    noAmount: 'No amount yet',
    noAddress: 'no address yet',
    units: (units: bigint) => plural(units, { one: '# fund unit', other: '# fund units' })
  },
  recipient: {
    title: (number: number) => `Recipient ${number}`,
    address: 'Address',
    addressExample: 'Address or payment link',
    coinAmount: 'Amount (SC)',
    fundAmount: 'Fund units',
    unitOf: (number: number) => `Unit for recipient ${number}`,
    units: { coins: 'Coins', funds: 'Fund units' },
    rest: 'Maximum',
    restHint: 'Everything left after the fee.',
    enterAmount: 'Enter an amount',
    sendMax: 'Send max',
    remove: (number: number) => `Remove recipient ${number}`,
    /** From a payment link, whose author can write anything. */
    fromLink: (words: string) => `The link says: “${words}”`,
    addressLength: (length: number, expected: number) =>
      `An address has ${expected} characters; this one has ${length}.`,
    addressChecksum: 'Invalid checksum. Check for a typo.',
    addressLink: 'This is a payment link, not an address.'
  },
  options: {
    title: 'Options',
    change: 'Change address',
    changeExample: 'a new address of this wallet',
    changeHint:
      'By default, each payment uses a new change address, so that change cannot be distinguished from payments.',
    changeBackExample: 'an address the payment spends from',
    changeBackHint:
      'This wallet has no keys to derive a new address from. By default, change returns to an address the payment spends from, where anyone can recognize it as change.',
    choose: 'Select outputs manually',
    chooseHint: 'By default, the wallet selects as few outputs as possible.',
    chosen: (count: number, coins: string) =>
      `${plural(count, { one: '# output', other: '# outputs' })} selected, ${coins}. With none selected, the wallet selects them.`,
    coins: 'Outputs to spend',
    review: 'Review'
  },
  fee: {
    title: 'Fee',
    kinds: { normal: 'Recommended', double: 'Double', custom: 'Custom' },
    loading: 'loading the fee rate…',
    /** The rate. @param reason title of an error */
    unavailable: (reason: string) => `fee rate not available: ${reason}. Retrying automatically.`,
    rate: (coins: string) => `${coins} per 1,000 bytes`,
    custom: 'Fee (SC)',
    customHint: 'Total fee, independent of size. A low fee delays confirmation.'
  },
  feePayer: {
    title: 'Pay the fee',
    kinds: { top: 'On top', amount: 'Taken from the amount' },
    hint: 'The recipient gets the amount minus the fee.',
    payers: 'Taken from',
    all: 'All amounts, in equal parts'
  }
};
