import { formatCount } from '../../format';
import { plural } from '../../plural';

/** Also used on the pages of a wallet. */
export const fundUnits = (units: bigint): string => plural(units, { one: '# fund unit', other: '# fund units' });

export default {
  newPassword: {
    label: 'Password',
    repeat: (label: string) => `Repeat ${label.toLowerCase()}`,
    tooShort: (least: number) => `Use at least ${least} characters. A sentence is better.`,
    differs: 'The passwords do not match.',
    strength: 'Password strength',
    levels: ['very weak', 'very weak', 'weak', 'good', 'strong'],
    weak: {
      common: 'Too easy to guess: it is one of the most common passwords, or close to one.',
      pattern: 'Too easy to guess: key rows, sequences, repetitions and dates are tried first.',
      guessable: 'Too easy to guess. Add words, for example four unrelated ones.'
    },
    unrated: 'The strength check could not be loaded. Reload the page to try again.'
  },
  list: {
    lost: {
      title: (count: number) => (count === 1 ? 'The browser removed a wallet' : `The browser removed ${count} wallets`),
      text: 'Wallets were stored here, and their data is gone: browsers clear a site’s storage when the disk fills up, after weeks without a visit, or when site data is deleted. Nothing on the chain is lost. Restore from a backup file or from the recovery words.',
      dismiss: 'Dismiss'
    },
    onlyDamaged: 'No wallet in this browser can be shown.',
    title: 'Wallets',
    contacts: 'Address book',
    policies: 'Spend policies',
    messages: 'Signed messages',
    pay: 'Open a payment link',
    hardware: 'Hardware wallet',
    sign: 'Sign a transfer',
    signingServer: 'Signing server',
    add: 'Add a wallet',
    empty:
      'No wallets yet. A wallet keeps its keys in this browser: payments are built, verified and signed here, even offline. Wallets created at another address or port of Quarry are available only there.',
    total: (coins: string) => `${coins} in all wallets:`,
    copies: 'Coins that several wallets list are counted once.',
    fundUnits,
    block: (height: number) => `block ${formatCount(height)}`,
    synced: 'synced',
    notSynced: 'Not synced yet'
  },
  parts: {
    spendable: (coins: string) => `${coins} spendable`,
    watched: (coins: string) => `${coins} watch-only`,
    timeLocked: (coins: string) => `${coins} time-locked`,
    immature: (coins: string) => `${coins} maturing`,
    frozen: (coins: string) => `${coins} frozen`,
    waiting: (coins: string) => `${coins} unconfirmed`
  },
  verified: {
    outputs: (count: number, of: number) =>
      `${formatCount(count)} of ${plural(of, { one: '# output', other: '# outputs' })} verified`,
    at: (height: number) => `verified by this tab at block ${formatCount(height)}`,
    partlyAt: (height: number) => `partly verified by this tab at block ${formatCount(height)}`
  },
  kind: {
    threshold: (needed: number, of: number) => `${needed} of ${of}`,
    policy: 'policy',
    seed: 'with keys',
    watch: 'watch-only'
  },
  backup: {
    title: 'Back up all wallets',
    text: 'One encrypted file with all wallets of this browser: their addresses, labels, notes and keys, and the address book. It opens with the password you choose here; the keys inside stay protected by the password of each wallet.',
    password: 'Backup password',
    passwordHint: 'Needed to restore the file. It cannot be reset.',
    encrypting: 'Encrypting…',
    decrypting: 'Decrypting…',
    save: 'Save backup file',
    saved: 'Backup file saved. Keep it somewhere other than this device.',
    file: (date: string) => `quarry-wallets-${date}.json`,
    none: (count: number, formatted: string) =>
      count === 1
        ? 'One wallet is not fully included in any backup file.'
        : `${formatted} wallets are not fully included in any backup file.`,
    restore: 'Restore from a backup file',
    restoreTitle: 'Restore from a backup file',
    restoreText: 'Wallets that are already in this browser are not changed.',
    chooseTitle: 'Open a backup',
    choose: 'Choose file',
    openHint: 'The password the backup was saved with.',
    preview: 'Show contents',
    content: (date: string) => `Backup of ${date}`,
    present: 'already here',
    sharesName: 'same name as a wallet here',
    sameKeys:
      'This browser already has this wallet as <wallet/>. Restoring it adds a second entry with the same addresses. That helps if its password is forgotten; the old entry can be removed afterward.',
    newContacts: (count: number) =>
      plural(count, { one: 'Adds # recipient to the address book.', other: 'Adds # recipients to the address book.' }),
    omittedContacts: (count: number) =>
      plural(count, {
        one: '# recipient is not added: the address book holds at most 10,000, with names of up to 80 and notes of up to 255 characters.',
        other:
          '# recipients are not added: the address book holds at most 10,000, with names of up to 80 and notes of up to 255 characters.'
      }),
    sharedContactNames: (count: number) =>
      plural(count, {
        one: '# of them has the name of another recipient or of a wallet here, or one that looks the same. Compare their addresses before you pay.',
        other:
          '# of them have the name of another recipient or of a wallet here, or one that looks the same. Compare their addresses before you pay.'
      }),
    withKeys: 'With keys',
    shared: (needed: number, of: number) => `Shared, ${needed} of ${of}`,
    withPolicy: 'With a policy, without keys',
    watchOnly: 'Watch-only',
    addresses: (count: number) => plural(count, { one: '# address', other: '# addresses' }),
    passwords: 'Each wallet keeps its own password. Its balance and history are read from the chain.',
    otherFile: 'Choose another file',
    nothingNew: 'Everything in this file is already in this browser.',
    restoreContacts: 'Restore the address book',
    restoredContacts: 'Address book restored',
    restoreCount: (count: number) => plural(count, { one: 'Restore # wallet', other: 'Restore # wallets' }),
    restored: (count: number) => plural(count, { one: '# wallet restored', other: '# wallets restored' })
  },
  storage: {
    title: 'Backup and storage',
    text: 'Wallets are stored in this browser only. A browser may clear a site’s data when the disk fills up, after weeks without a visit (Safari: seven days), or when site data is deleted; in a private window they last only until it is closed. A backup file or the recovery words restore them.',
    persisted: 'The browser keeps this data even when disk space runs low.',
    notPersisted: 'The browser may clear this data when disk space runs low.',
    refused:
      'The browser declined. Bookmarking or installing this page often changes that; a backup file always helps.',
    usage: (used: string, quota: string) => `${used} of ${quota} used.`,
    ask: 'Ask the browser to keep this data'
  },
  choices: {
    create: {
      title: 'Create a wallet',
      text: 'Twelve random words, generated in this tab. Write them down; only you have them.'
    },
    restore: {
      title: 'Restore from words',
      text: 'Twelve words, or the 28 or 29 words of an older wallet. Finds its addresses and history.'
    },
    backup: {
      title: 'Restore from a backup file',
      text: 'An encrypted file saved here or in another browser. You see its contents before anything is restored.'
    },
    watch: {
      title: 'Watch without keys',
      text: 'Addresses, public keys or a policy. Shows balance and history; payments are signed on another device.'
    },
    signing: {
      title: 'Sign on a server',
      text: 'Keys stored on a signing server. Payments are built and verified here; the server only signs.'
    }
  }
};
