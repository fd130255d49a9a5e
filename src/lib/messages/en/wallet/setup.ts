import { formatCount } from '../../format';
import { plural } from '../../plural';

export default {
  add: {
    title: 'Add a wallet',
    lead: 'Keys are created and stored in this browser only.',
    leadSigning: 'Keys are created and stored in this browser only, unless you use a signing server.'
  },
  step: (step: number, of: number) => `Step ${step} of ${of}`,
  phrase: {
    title: 'Recovery words',
    words: 'Words',
    file: 'From a file',
    continue: 'Continue',
    expected: 'Twelve words, or 28 or 29 for an older wallet.',
    expectedForm: 'Twelve words, or 28 or 29 for an older wallet, in order.',
    count: (count: number) => plural(count, { one: '# word so far.', other: '# words so far.' }),
    valid: (count: number) => plural(count, { one: '# word, valid.', other: '# words, valid.' }),
    validLegacy: (count: number) => `${formatCount(count)} words of an older wallet, valid.`
  },
  insecure: {
    title: 'This page is not secure',
    text: 'Over plain HTTP from another computer, browsers disable the encryption that protects keys. Open Quarry on its own computer (http://127.0.0.1), through an SSH tunnel, or over HTTPS. Addresses can be watched here.'
  },
  create: {
    title: 'Create a wallet',
    words: 'Write down these twelve words',
    wordsText:
      'On paper, in this order. Anyone with these words can spend your coins; without them, a lost device or cleared browser data means lost coins.',
    sheet: 'Recovery words of a Quarry wallet',
    sheetNote:
      'Keep this sheet secret and safe. Restore the wallet in Quarry with “Restore from words”. Your printer may have stored a copy.',
    print: 'Print',
    written: 'I wrote them down',
    check: 'Confirm your words',
    checkText: 'Enter three of the words from your paper.',
    word: (number: number) => `Word ${number}`,
    wrongWord: (number: number) => `This is not word ${number}.`,
    showAgain: 'Show the words again',
    leave: {
      title: 'Leave without creating the wallet?',
      words:
        'The words you wrote down do not open a wallet yet. They are discarded, and new words are generated next time.'
    },
    discarded: {
      title: 'Words discarded',
      text: 'Quarry locked while this page was open, so the words were discarded and no wallet was created. If you wrote them down, cross them out.',
      again: 'Show new words'
    },
    name: 'My wallet',
    create: 'Create wallet'
  },
  restore: {
    title: 'Restore a wallet',
    name: 'Restored wallet',
    legacyName: 'Older wallet',
    restore: 'Restore wallet',
    present: {
      title: 'This browser already has this wallet',
      text: 'It is <wallet/>. Restoring it again adds a second entry with the same addresses. That helps if its password is forgotten; the old entry can be removed afterward.'
    },
    again: 'Restore again'
  },
  protect: {
    title: 'Protect the wallet on this device',
    name: 'Name',
    nameHint: 'Visible only to you, in this browser.',
    passwordHint: 'Encrypts the keys on this device and is required to sign. It does not replace the recovery words.',
    backup: {
      title: 'Keep the recovery words',
      text: 'The encrypted keys are stored in this browser. Clearing browser data, closing a private window or losing the device deletes them; only the recovery words can restore them. Without the password or the words, nobody can recover the coins.'
    },
    deriving: 'Deriving the encryption key (slow by design)'
  },
  watch: {
    title: 'Watch without keys',
    lead: 'Shows balance and history. Payments are signed where the keys are.',
    card: 'Addresses',
    name: 'Name',
    nameHint: 'Visible only to you, in this browser.',
    defaultName: 'Watched',
    input: 'Addresses, public keys or policies',
    hint: 'One per line, optionally with a label after a comma. CSV and JSON exports work too.',
    found: (count: number, first: string) =>
      `${plural(count, { one: '# address', other: '# addresses' })}${count === 1 ? ':' : ', the first'} ${first}.`,
    allPolicies: 'All with policies: payments can be created here.',
    noPolicies: 'Addresses only: payments cannot be created. Add public keys or policies for that.',
    somePolicies: (count: number) => `${formatCount(count)} with policies: payments can be created from those.`,
    file: 'From a file',
    watch: 'Watch',
    present: {
      title: 'This browser already has these addresses',
      text: 'All of them are in <wallet/>. Adding them again creates a second entry for the same coins.'
    },
    again: 'Add anyway',
    shared: 'Shared by several key holders? <link>Build a policy</link> instead.',
    scan: 'Scan QR',
    stop: 'Stop camera'
  },
  policies: {
    title: 'Spend policies',
    lead: 'The conditions for spending an output: keys, a threshold, a height, a time, a secret. The hash of the policy is its address.',
    card: 'Policy',
    mode: 'Policy input',
    build: 'Build from keys',
    inspect: 'Decode text',
    text: 'Policy text',
    textHint: 'For example thresh(2,[pk(0x…),pk(0x…),above(1000)]).',
    keys: 'Public keys',
    keysHint:
      'One per line. Each key holder copies a key from the Addresses page of their wallet. The same keys in a different order make a different wallet, so give the other holders the text of the policy, to open under “Decode text”.',
    wrongKey: {
      'not-a-key': (number: number) => `Key ${number} is not “ed25519:” followed by 64 hexadecimal digits.`,
      ownerless: (number: number) =>
        `Key ${number} is not a valid public key: either anyone or no one could sign for it. Ask its owner for the right one.`,
      repeated: (number: number) => `Key ${number} repeats an earlier key. Each signer needs a key of their own.`
    },
    needed: 'Required signatures',
    ofKeys: (count: number) => plural(count, { one: 'of # key', other: 'of # keys' }),
    problems: {
      'not-a-number': 'Enter a whole number of up to 15 digits, without separators.',
      'more-than-keys': 'These are more signatures than keys. Add the missing keys, or require fewer signatures.'
    },
    height: 'Not before height',
    heightHint: 'Optional. Locked until this block.',
    time: 'Not before',
    timeHint: 'Optional. Locked until this time.',
    meaning: 'Meaning',
    name: 'Wallet name',
    defaultName: 'Shared wallet',
    use: 'Create a wallet from it',
    none: 'Enter keys or a policy to see its meaning and address, and to create a wallet from it. Payments of a shared wallet are created by one person and signed by several, each on their own device.'
  },
  signingServer: {
    title: 'Signing server',
    lead: 'A server that stores seeds and signs. Payments are still built and verified in this browser.',
    seeds: 'Seeds',
    seedsCaption: 'Seeds on the signing server',
    seed: (id: string) => `Seed ${id}`,
    columns: { seed: 'Seed', lastIndex: 'Last index', created: 'Created', keys: 'Keys' },
    keys: 'Keys',
    ofSeed: (id: string) => `of seed ${id}`,
    noSeeds: 'No seeds yet. Import a phrase below.',
    seedsFailed: 'Seeds could not be loaded',
    none: {
      title: 'No signing server',
      text: 'Set SIGNING_URL to the address of a signing server and restart Quarry.'
    },
    import: {
      title: 'Import a phrase',
      own: 'The words are sent to the signing server of Quarry’s own node. Its operator can then spend all coins of that phrase. To keep the keys to yourself, <link>add a wallet to this browser</link>.',
      remote:
        'The words are sent to the signing server. Its operator can then spend all coins of that phrase. To keep the keys to yourself, <link>add a wallet to this browser</link>.',
      import: 'Import',
      importing: 'Importing…',
      failed: 'The phrase was not imported',
      question: 'Send the words to the server?',
      consequence: (count: number) =>
        `The signing server will store these ${formatCount(count)} words and can sign with their keys at any time, without you. This cannot be undone.`,
      send: 'Send the words'
    },
    seedKeys: {
      title: (seed: string) => `Keys of seed ${seed}`,
      caption: (seed: string) => `Keys derived from seed ${seed}`,
      columns: { index: 'Index', address: 'Address', publicKey: 'Public key' },
      none: 'No keys yet. Only derived keys can sign: derive some below.',
      failed: 'Keys could not be loaded',
      more: (count: number) => `Show more of ${formatCount(count)}`,
      derive: 'Keys to derive',
      deriveCount: (most: number) => `Enter a number from 1 to ${formatCount(most)}.`,
      deriveNow: 'Derive keys',
      deriving: 'Deriving…',
      name: 'Wallet name',
      defaultName: (seed: string) => `Signing server, seed ${seed}`,
      fallbackName: 'Signing server',
      keyLabel: (index: number) => `Key ${index}`,
      watchHint: (keys: number) =>
        plural(keys, {
          one: 'Watches both addresses of the key, without the key itself.',
          other: 'Watches both addresses of all # keys, without the keys themselves.'
        }),
      watch: 'Watch in a wallet'
    },
    copied: { address: 'address', publicKey: 'public key' }
  }
};
