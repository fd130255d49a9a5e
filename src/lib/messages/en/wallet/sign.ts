import { formatCount } from '../../format';
import { plural } from '../../plural';

export default {
  unlock: {
    title: 'Unlock wallet',
    reasons: {
      keys: 'Enter the password of this wallet to sign and create addresses.',
      payment: 'Enter the password of this wallet to sign this payment.',
      transfer: 'Enter the password of this wallet to sign this transfer.',
      message: 'Enter the password of this wallet to sign this message.'
    },
    password: 'Wallet password',
    checking: 'Checking the password',
    passkey: 'Use passkey',
    unlocking: 'Unlocking…',
    unlock: 'Unlock'
  },
  page: {
    title: 'Sign a transfer',
    lead: 'Sign a transfer that was created on another device, then send it from there. This page works offline.',
    import: {
      title: 'Import a transfer',
      text: 'On the other device, create a payment and choose “Sign on another device”. Open its file here or scan its QR codes.'
    },
    noKeys: {
      title: 'No wallet with keys in this browser',
      text: 'Create or restore one first. <link>Add a wallet</link>'
    },
    review: 'Review and sign',
    sign: 'Sign',
    signed: 'Signed',
    complete:
      'All signatures are present. This page does not send. Take the signed transfer below to the Send page of the wallet that pays, and open it there under “Import a transfer”: on the other device or here.',
    return: 'Return the transfer',
    another: 'Another transfer'
  },
  review: {
    contact: (name: string) => `“${name}” in your address book`,
    output: {
      own: { label: 'yours', text: 'This address belongs to this wallet.' },
      unknown: {
        label: 'not known to be yours',
        text: 'This device has not read the chain up to this transaction. An address that is not known to be yours is the recipient’s, or one for change that this device has not derived. Compare each with the recipient’s address.'
      },
      new: { label: 'first payment', text: 'This wallet has never paid this address.' },
      'look-alike': {
        label: 'look-alike',
        text: 'This is not an address you know. It only resembles this one:'
      },
      namesake: {
        label: 'ambiguous name',
        text: 'Another recipient in your address book or one of your wallets also has this name, or one that looks the same. Compare the address with one that you received another way.'
      },
      void: { label: 'unspendable', text: 'No one has a key for this address: coins sent to it are lost forever.' },
      repeated: { label: 'duplicate', text: 'This payment pays the same address more than once.' }
    },
    warning: {
      'high-fee': 'The fee is unusually high for this payment.',
      'extreme-fee': 'The fee is far above what miners charge. It cannot be recovered once sent.',
      'low-fee':
        'The fee is less than a tenth of what is recommended. Nodes drop such transactions first, so this one may be confirmed late or never. Its coins stay yours until it is.',
      'unknown-input':
        'This transaction spends an output unknown to this wallet. No signature covers its amount, so your share may be larger than it seems. Sign only if you trust the owner.',
      'absent-input':
        'This transaction spends an output that this wallet does not have. It may be spent already, newer than the last block that the wallet has read, or an output of another wallet that has the same key. Sign only if you know which.',
      'frozen-input': 'This transaction spends an output that you have frozen.',
      unsound: 'The transaction is invalid. The network would reject it, and it cannot be signed here.',
      'foreign-claim': 'The fund unit revenue goes to an address that is not yours.',
      'paid-twice':
        'An earlier payment to the same recipient was signed and may still be mined. Send that one instead, or you may pay twice.',
      'sent-before':
        'The same amounts were sent to the same recipients a short while ago, by this wallet or another one in this browser. Send this only if you mean to pay them twice.',
      data: 'This transaction contains arbitrary data in addition to payments.'
    },
    paidFrom: (wallet: string) => `Paid from your wallet “${wallet}”.`,
    otherWallet: (name: string) => `This transaction spends outputs of your wallet “${name}”.`,
    unprotectedClaim: (coins: string) =>
      `Moving these fund units pays out what they earned: ${coins}. No signature covers the address of that payout, so the server that broadcasts this transaction, or any node that relays it, could redirect it.`,
    confirmFee: 'Enter the fee (SC) to confirm it',
    confirmFeeHint: (coins: string) => `Nothing is signed or sent until you enter ${coins} here.`,
    otherFee: 'This is not the fee shown above.',
    fundUnits: (units: bigint) => plural(units, { one: '# fund unit', other: '# fund units' }),
    recipients: 'Recipients',
    recipientCount: (count: number) => plural(count, { one: '# recipient', other: '# recipients' }),
    outputCount: (count: number) => plural(count, { one: '# output', other: '# outputs' }),
    noRecipient: 'No recipient',
    feeTaken: (recipients: number, coins: string, before: string) =>
      `The fee is taken from the amount: ${plural(recipients, { one: 'the recipient gets', other: 'the recipients get' })} ${coins} instead of ${before}.`,
    allBack: 'Everything returns to this wallet, minus the fee.',
    change: 'Change',
    changeTitle: 'Change to this wallet',
    changeTo: (wallet: string) => `Change to “${wallet}”`,
    sent: 'Amount',
    fee: 'Fee',
    total: 'Total spent',
    network: 'Network',
    /** The version of the transaction: 1 or 2. */
    transaction: (network: string, version: number) => `${network}, V${version} transaction`,
    id: 'Transaction ID',
    spent: (count: number) => plural(count, { one: '# output spent', other: '# outputs spent' }),
    spentAt: '<output/> at <address/>',
    foreign: 'not yours',
    claims: 'Fund unit revenue goes to <addresses/>',
    copied: { id: 'transaction ID', output: 'output ID', address: 'address', claim: 'claim address' }
  },
  missing: {
    signatures: (signatures: number, outputs: number) =>
      `<b>${plural(signatures, { one: '# signature missing', other: '# signatures missing' })}</b> for ${plural(outputs, { one: '# output', other: '# outputs' })} at <address/>`,
    incomplete: (outputs: number) =>
      `<b>Incomplete</b> for ${plural(outputs, { one: '# output', other: '# outputs' })} at <address/>`,
    signed: 'Signed by',
    candidates: 'Can sign',
    secret: 'Requires the preimage of <hash/>',
    untilHeight: (height: bigint) => `Locked until height ${formatCount(height)}.`,
    untilTime: (date: string) => `Locked until ${date}.`
  },
  export: {
    save: 'Save to file',
    showQr: 'Show as QR',
    hideQr: 'Hide QR',
    qr: (id: string) => `Transfer ${id} as QR code`
  },
  import: {
    file: 'Open a file',
    scan: 'Scan QR',
    stop: 'Stop camera',
    frames: (read: number, of: number) => `${formatCount(read)} of ${formatCount(of)} frames scanned`,
    aim: 'Point the camera at the other screen. Frames are accepted in any order.',
    otherTransfer: 'These frames belong to another sequence. <again>Start over</again>',
    failed: 'This transfer cannot be read'
  },
  here: {
    sign: (wallet: string) => `Sign with ${wallet}`,
    none: 'No wallet in this browser holds any of the missing keys.',
    noneSoFar:
      'None of the keys that the wallets in this browser have derived is missing here. Once unlocked, a wallet can derive more.',
    look: (wallet: string) => `Unlock ${wallet} and look for the keys`,
    recognized: 'More addresses of this wallet were recognized. Check the amounts again, then sign.'
  },
  server: {
    sign: 'Sign with the signing server',
    signing: 'Signing…',
    note: 'The server receives only the hash of the transaction above. Its signature is verified here.'
  }
};
