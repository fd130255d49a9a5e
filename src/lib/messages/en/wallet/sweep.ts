import { plural } from '../../plural';

export default {
  title: 'Sweep another wallet',
  lead: 'Moves everything owned by an old seed or a single key into this wallet, in one payment that you review first.',
  earlier: {
    title: 'An earlier sweep was dropped',
    text: 'Its coins are still on the keys of the old wallet. <link>Resend the payment</link>; that needs neither words nor a key.'
  },
  secret: {
    title: 'Old wallet',
    kind: 'What you have',
    kinds: { words: 'Words or a private key', text: 'Text (brain wallet)' },
    words: 'Words or private key',
    wordsHint: '12 to 24 words, 28 or 29 words of an old wallet, or 64 or 128 hexadecimal digits. They are not stored.',
    text: 'Text',
    textHint: 'For wallets whose key was derived from a text. It is used exactly as typed.',
    passphrase: 'Passphrase',
    passphraseHint: 'Only if the old wallet had one in addition to the words. Leave empty otherwise.',
    hardware:
      'Never enter the words of a hardware wallet that you will keep using: anyone who reads them from this computer can spend all its coins. To move its coins, send them with the device.',
    search: 'Find coins',
    searching: 'Looking for coins…'
  },
  found: {
    title: 'Found',
    none: 'No coins were found with any key derivation known for this network. Check the words or the key, and the passphrase if there was one.',
    later:
      'None of these coins can be spent yet. Keep the words or the key, and look for them again when they have matured.',
    immature: (coins: string) => `of which ${coins} cannot be spent yet`,
    funds: (units: bigint) => plural(units, { one: '# fund unit', other: '# fund units' }),
    left: (count: number) =>
      plural(count, {
        one: '# smaller output remains for a second sweep.',
        other: '# smaller outputs remain for a second sweep.'
      }),
    own: {
      title: 'These keys belong to this wallet',
      text: 'The payment would only move coins within this wallet, and cost a fee.'
    },
    cut: {
      title: 'There may be more coins',
      text: 'Keys were in use up to the end of the search. <restore>Restore the words as a wallet</restore> to search further.'
    },
    path: (path: string) => `key ${path}`,
    origins: {
      native: 'This network’s wallets, 12 words',
      legacy: 'Old wallets, 28 or 29 words',
      'long-phrase': 'Phone wallets, one key',
      hardware: 'Hardware wallet',
      'multi-coin': 'Multi-coin wallets',
      text: 'Key derived from a text (brain wallet)',
      key: 'Private key'
    },
    review: 'Review the payment',
    again: 'Look for another wallet'
  },
  review: {
    title: 'Review and sweep',
    sweep: 'Sign and send',
    sending: 'Sending…',
    accept: 'I accept that the payout could be redirected',
    acceptHint: 'Broadcasting through your own node avoids the risk.'
  },
  sent: {
    title: 'Sent',
    text: 'The coins arrive in this wallet with the next blocks. The keys of the old wallet were wiped from memory.',
    remains:
      'Keep the words or the key of the old wallet: some of its coins could not be moved yet. Sweep it again later.',
    overview: 'Go to the overview'
  },
  dropped: {
    title: 'Payment dropped',
    text: 'It is in neither the transaction pool nor a block: the coins are still on the keys of the old wallet. Resend the payment. If that fails, sweep again; this requires the words or the key once more.',
    resend: 'Resend',
    again: 'Sweep again'
  }
};
