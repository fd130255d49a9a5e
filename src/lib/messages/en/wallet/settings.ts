import { plural } from '../../plural';

export default {
  wallet: 'Wallet',
  name: 'Name',
  rename: 'Rename',
  renamed: 'Renamed.',
  locking: 'Auto-lock',
  lockAfter: 'Lock after',
  lockHint: 'Of inactivity in this tab. Locking removes the keys from memory.',
  minutes: (minutes: number) => plural(minutes, { one: '# minute', other: '# minutes' }),
  hours: (hours: number) => plural(hours, { one: '# hour', other: '# hours' }),
  onClose: 'Only when this tab closes',
  policy: 'Policy',
  unlockFirst: 'Unlock the wallet first.',
  rescan: {
    title: 'Missing coins?',
    text: 'Scans more addresses, past the long gaps of unused ones that some older wallets left. The wallet must be unlocked and online.',
    start: 'Scan more addresses'
  },
  sweep: {
    title: 'Sweep',
    text: 'Move everything from an old seed or a single key into this wallet.',
    start: 'Sweep another wallet'
  },
  password: {
    title: 'Password',
    current: 'Current password',
    next: 'New password',
    hint: 'Replaces the password on this device. The recovery words stay the same.',
    deriving: 'Deriving the encryption key',
    change: 'Change password',
    changed: 'Password changed.'
  },
  passkeys: {
    title: 'Passkeys',
    text: 'Unlock with a fingerprint, your face or a security key. The password keeps working.',
    added: (date: string) => `added ${date}`,
    remove: 'Remove',
    removeOne: (label: string, date: string) => `Remove passkey ${label}, added ${date}`,
    add: 'Add a passkey'
  },
  phrase: {
    title: 'Recovery words',
    warning: 'Anyone with these words can spend the coins. Hide them once you have written them down.',
    hide: 'Hide the words',
    password: 'Wallet password',
    hint: 'Required even when the wallet is unlocked.',
    decrypting: 'Decrypting…',
    show: 'Show the words'
  },
  labels: {
    title: 'Labels',
    text: 'Labels and notes are stored in this browser only. Export them as a backup or for another device. They reveal who pays whom: keep the file private.',
    file: (wallet: string) => `${wallet} labels`,
    export: 'Export labels',
    none: 'There are no labels or notes to export yet.',
    import: 'Import labels',
    preview: 'Labels in the file',
    added: 'New',
    changed: 'Changed',
    same: 'Unchanged',
    unknown: 'For other software',
    damaged: 'Unreadable',
    frozen: 'Outputs to be frozen',
    thawed: 'Frozen outputs to become spendable',
    kept: 'Lines for other software and unreadable ones are stored as they are and written back on export.',
    mode: 'Where both have a label',
    modes: { fill: 'Keep mine, fill in empty ones', replace: 'Use those in the file' },
    apply: 'Apply',
    cancel: 'Cancel',
    applied: (count: number) => plural(count, { one: '# label imported.', other: '# labels imported.' }),
    undo: 'Undo',
    undone: 'The import was undone.'
  },
  remove: {
    unfinished:
      'A payment of this wallet was signed, or given to others to sign, and is in no block yet. Removing the wallet deletes what Quarry knows of it: nothing would warn you if you paid it twice, or if its recipients have other names when it returns.',
    noBackup: 'This wallet is not fully included in any backup file that this browser has saved or restored.',
    title: 'Remove',
    withKeys:
      'Deletes the keys and history of this wallet from this browser. The coins stay on the chain, but only the recovery words or a backup file can restore access.',
    watchOnly: 'Deletes the addresses and history from this browser. The coins are not affected.',
    shared:
      'Deletes the policy and history of this wallet from this browser. The coins stay on the chain, but without the policy the key holders cannot spend them, even with all their recovery words.',
    open: 'Remove this wallet…',
    question: (wallet: string) => `Remove ${wallet}?`,
    confirmWithKeys:
      'Without the recovery words or a backup file, the coins are lost. Type the wallet name to confirm.',
    confirmShared:
      'If no one else has the policy and there is no backup file, the coins are lost. Type the wallet name to confirm.',
    confirm: 'Type the wallet name to confirm.',
    name: 'Wallet name',
    remove: 'Remove'
  }
};
