import { formatCount } from '../../format';

export default {
  title: 'Signed messages',
  lead: 'Prove that you hold the keys of an address, or verify a message from someone else. No coins move.',
  mode: 'Sign or verify',
  sign: 'Sign',
  verify: 'Verify',
  compose: {
    title: 'Message to sign',
    wallet: 'Wallet',
    address: 'Address',
    message: 'Message',
    messageHint: 'Signed exactly as typed.',
    challenge: 'Add random text',
    challengeText: (random: string) => `Random text: ${random}`,
    domain: 'Website',
    domainHint: 'Only to log in to a website: its name, such as example.org. Leave empty otherwise.',
    time: 'Include the time',
    forEver:
      'Anyone who sees the signature can verify at any time that you hold the keys of this address. Sign only texts that you understand and agree with.',
    noWalletTitle: 'No wallet can sign a message',
    noWallet: 'No wallet in this browser has an address whose keys are known. <link>Add a wallet</link>',
    noNetwork: 'This wallet has not reached a server yet, so its network is unknown. Connect once, then sign offline.'
  },
  signers: {
    sign: (wallet: string) => `Sign with ${wallet}`,
    signing: 'Signing…',
    none: 'No wallet in this browser holds any of the missing keys.'
  },
  text: {
    title: 'Signed message',
    incomplete: 'Incomplete: pass this text on to the next key holder, who adds a signature under “Verify”.',
    label: 'Text to pass on',
    copied: 'signed message',
    qr: 'Signed message as QR code',
    save: 'Save to file',
    file: 'signed-message.txt'
  },
  check: {
    title: 'Message to verify',
    text: 'Signed message',
    textHint: 'The whole block from “BEGIN SIGNED MESSAGE” to “END SIGNED MESSAGE”, or its JSON.',
    file: 'Open a file',
    window: 'Signed within',
    windows: { any: 'any time', hour: 'the last hour', day: 'the last day' },
    result: 'Result',
    none: 'Paste a signed message to verify it. Nothing is sent anywhere.',
    message: 'Message',
    address: 'Address',
    signedBy: 'Signed by',
    network: 'Network',
    time: 'Time',
    noTime: 'not included',
    domain: 'Website',
    locks: 'Time locks',
    locksNote: 'Ignored: a signed message proves only who holds the keys.'
  },
  verdicts: {
    valid: { title: 'Valid', text: 'The signer holds the keys of the address.' },
    incomplete: (have: number, needed: number) => ({
      title: `${formatCount(have)} of ${formatCount(needed)} signatures`,
      text: 'The signatures are valid, but the address needs more of them. This proves nothing yet.'
    }),
    'wrong-signature': {
      title: 'Invalid signature',
      text: 'The text was changed, or someone without the keys signed it. Do not trust it.'
    },
    'wrong-policy': {
      title: 'Policy does not match the address',
      text: 'The signatures belong to an address other than the one named. Do not trust it.'
    },
    'not-provable': {
      title: 'Not provable',
      text: 'The policy of this address needs more than signatures, or no signature at all, so a message cannot prove who holds it.'
    },
    'other-network': {
      title: 'Unknown network',
      text: 'The message is for a network that no wallet in this browser uses, so it cannot be verified here.'
    },
    'outside-period': {
      title: 'Outside the period',
      text: 'The signature is valid, but its time is outside the period you chose.'
    }
  }
};
