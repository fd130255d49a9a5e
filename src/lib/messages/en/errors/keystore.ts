import { text } from '../../errorText';

const PASSKEY_REASONS = {
  browser: 'This browser does not support passkeys here. Use the password.',
  address: 'Passkeys do not work at an IP address. Open Quarry as localhost or by its https address.',
  authenticator: 'This passkey cannot derive a key for a wallet. Try another one, or use the password.'
};

export default {
  'keystore/wrong-password': text(
    'Wrong password',
    'This is not the password of this wallet. Try again. If you forgot it, restore the wallet from its recovery words and set a new password.'
  ),
  'keystore/insecure-page': text(
    'This page is not secure',
    'Over plain HTTP from another computer, the browser disables the encryption that protects keys. Open Quarry on its own computer (http://127.0.0.1), through an SSH tunnel, or over HTTPS.'
  ),
  'keystore/damaged': text(
    'The stored keys are damaged',
    'They were left unchanged. Restore the wallet from its recovery words.'
  ),
  'keystore/truncated': text(
    'The stored keys are incomplete',
    'They were left unchanged. Restore the wallet from its recovery words.'
  ),
  'keystore/newer-version': text('Stored by a newer version of Quarry', 'Reload the page to get that version.'),
  'keystore/no-keys': text(
    'No keys in this browser',
    'This browser holds no keys of this wallet. Restore it from its recovery words.'
  ),
  'keystore/locked': text('The wallet is locked', 'Unlock it with its password first.'),
  'keystore/unknown-passkey': text(
    'Not a passkey of this wallet',
    'This passkey does not unlock this wallet. Use the password.'
  ),
  'keystore/passkey-unavailable': ({ reason }: { readonly reason: keyof typeof PASSKEY_REASONS }) =>
    text('No passkeys available', `${PASSKEY_REASONS[reason]}`),
  'keystore/passkey-refused': text(
    'The passkey was not used',
    'The request was canceled or timed out. Try again, or use the password.'
  ),
  'keystore/worker-failed': text(
    'The keys are no longer in memory',
    'The worker that holds them stopped. Unlock the wallet again.'
  ),
  'storage/blocked': text(
    'This browser does not store data',
    'Wallets work until this tab is closed. Write down their recovery words, or allow Quarry to store data.'
  ),
  'storage/full': text(
    'No space left in this browser',
    'New wallets and changes are only in the memory of this tab. Free some space, and wait ten seconds for new wallets, recipients, labels and frozen outputs to be stored. Then reload.'
  ),
  'storage/no-room': text(
    'No space left in this browser',
    'Nothing was changed, because it could not be stored. Free some space, then try again.'
  ),
  'storage/closed': text(
    'Quarry’s stored data is no longer accessible',
    'The browser may have cleared the data of this site, on request or because the disk is full. Reload the page to see which wallets are left; restore missing ones from a backup file or their recovery words.'
  ),
  'storage/outdated-tab': text(
    'Another version of Quarry is open',
    'Close the other tabs of Quarry, then reload this one.'
  ),
  'storage/newer-version': text(
    'Your wallets were stored by a newer version of Quarry',
    'This version cannot read them. They are still in this browser and nothing was changed. Install the newer version again, or restore a wallet from its recovery words in another browser profile.'
  ),
  'storage/unreadable': text(
    'The browser cannot open its stored data',
    'It is unknown whether it holds wallets, so none can be created here. Reload the page, then restart the browser. If that does not help, restore your wallets from a backup file or their recovery words in another browser profile.'
  ),
  'storage/damaged': ({ count }: { readonly count: number }) =>
    text(
      count === 1 ? 'A wallet in this browser is damaged' : `${count} wallets in this browser are damaged`,
      'Their records were left as they are and are not shown. Restore them from a backup file or their recovery words.'
    ),
  'backup/format': text('Not a Quarry backup', 'Choose a file that was saved as a backup of wallets.'),
  'backup/newer-version': text(
    'The backup was made by a newer version of Quarry',
    'This version cannot read it. Update Quarry, then try again.'
  ),
  'backup/damaged': text(
    'The backup file is damaged',
    'Part of it is missing or was changed. Nothing was restored. Use another copy of the file.'
  ),
  'backup/too-long': text(
    'The backup lists more than Quarry can hold',
    'A wallet holds at most 100,000 addresses, and a backup at most 1,000 wallets. Quarry does not write such files. Nothing was restored.'
  ),
  'backup/wrong-password': text(
    'Wrong password',
    'This is not the password that the backup was saved with. Nothing was restored; try again.'
  ),
  'storage/unknown-wallet': text('No such wallet in this browser', 'It may have been removed in another tab.'),
  'storage/stale': text('Another tab updated this wallet', 'This tab is reloading the wallet.')
};
