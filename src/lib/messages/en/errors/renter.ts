import { formatCount } from '../../format';
import { plural } from '../../plural';
import { text, type ErrorTexts } from '../../errorText';

export default {
  'renter/funds-missing': text('The funds are missing', 'A first allowance needs funds per period. Enter an amount.'),
  'renter/period-missing': text('The period is missing', 'A first allowance needs a period. Enter one.'),
  'renter/funds-unreadable': text('The funds are not an amount', 'Enter how many coins may be spent per period.'),
  'renter/redundancy-unreadable': text(
    'The redundancy is not a number',
    'Enter how many times the data is stored, such as 3.'
  ),
  'renter/funds-zero': text('The funds are 0', 'Enter how many coins may be spent per period.'),
  'renter/period-zero': text('The period is 0', 'Enter a period of at least one block.'),
  'renter/hosts-zero': text('The number of hosts is 0', 'Enter at least one host.'),
  'renter/too-few-hosts': ({ least }) =>
    text(
      'Too few hosts',
      `This node requires at least ${plural(least, { one: '# host', other: '# hosts' })} so that the data is safe. Enter a larger number.`
    ),
  'renter/renew-window-zero': text(
    'The renew window is 0',
    'Enter how long before the end of a period contracts are renewed.'
  ),
  'renter/renew-window-too-short': ({ least }) =>
    text(
      'The renew window is too short',
      `This node requires at least ${plural(least, { one: '# block', other: '# blocks' })}. Enter a longer time.`
    ),
  'renter/storage-zero': text(
    'The expected storage is 0',
    'Enter how much you expect to store. Hosts are chosen accordingly.'
  ),
  'renter/upload-zero': text('The expected upload is 0', 'Enter how much you expect to upload.'),
  'renter/download-zero': text('The expected download is 0', 'Enter how much you expect to download.'),
  'renter/redundancy-zero': text('The redundancy is 0', 'Enter how many times the data is stored, such as 3.'),
  'renter/churn-zero': text(
    'The limit for moved data per period is 0',
    'Enter how much data may be moved to other hosts in one period.'
  ),
  'renter/hosts-unreadable': text('The number of hosts is not a number', 'Enter a whole number.'),
  'renter/period-unreadable': text('The period is not a number', 'Enter a whole number.'),
  'renter/renew-window-unreadable': text('The renew window is not a number', 'Enter a whole number.'),
  'renter/storage-unreadable': text('The expected storage is not a number', 'Enter a whole number.'),
  'renter/upload-unreadable': text('The expected upload is not a number', 'Enter a whole number.'),
  'renter/download-unreadable': text('The expected download is not a number', 'Enter a whole number.'),
  'renter/subnet-check-unreadable': text(
    'The subnet check setting could not be read',
    'Turn it on or off, then save again.'
  ),
  'renter/number-unreadable': text('A setting is not a whole number', 'Check the fields of the form.'),
  'renter/speed-negative': text('A speed limit is negative', 'Enter 0 for unlimited, or a number above it.'),
  'renter/two-directories': text(
    'Invalid renter directory',
    'Enter a path below the renter’s root, without .. in it, or choose the root.'
  ),
  'renter/directory-missing': text(
    'Invalid renter directory',
    'Enter a path below the renter’s root, without .. in it, or choose the root.'
  ),
  'renter/directory-invalid': text(
    'Invalid renter directory',
    'Enter a path below the renter’s root, without .. in it, or choose the root.'
  ),
  'renter/choice-unreadable': text(
    'An option could not be read',
    'Each option is yes or no. Reload the page, then try again.'
  ),
  'renter/filter-unreadable': text(
    'An option could not be read',
    'Each option is yes or no. Reload the page, then try again.'
  ),
  'renter/contract-id-unreadable': text(
    'Invalid contract ID',
    'An ID has 64 characters: digits and letters from a to f. Copy the whole ID.'
  ),
  'renter/contract-not-found': text(
    'The renter has no such contract',
    'It has ended or was replaced. The list shows the current contracts.'
  ),
  'renter/destination-missing': text(
    'The path of the backup is missing',
    'Enter the full path of a file on the node’s machine.'
  ),
  'renter/source-missing': text(
    'The path of the backup is missing',
    'Enter the full path of a file on the node’s machine.'
  ),
  'renter/destination-relative': text(
    'The path is not absolute',
    'Enter the full path on the node’s machine, such as /srv/renter.backup.'
  ),
  'renter/source-relative': text(
    'The path is not absolute',
    'Enter the full path on the node’s machine, such as /srv/renter.backup.'
  ),
  'renter/backup-not-written': ({ path }) =>
    text(
      'The backup could not be written',
      `Check that ${path} does not exist yet and that the node may write there. See the details for the cause.`
    ),
  'renter/backup-file-missing': text(
    'Backup file not found',
    'No file has this path on the node’s machine. Check its spelling.'
  ),
  'renter/backup-file-unreadable': ({ path }) =>
    text('The backup could not be read', `Check that the node may read ${path}. See the details for the cause.`),
  'renter/backup-file-foreign': text('Not a backup', 'Choose a file that the renter of a node created.'),
  'renter/backup-foreign': text('Not a backup', 'Choose a file that the renter of a node created.'),
  'renter/too-many-files': ({ most }) =>
    text(
      'The backup has too many files',
      `The renter would have more than ${formatCount(most)} files. Nothing was restored.`
    ),
  'renter/backup-not-found': text(
    'Backup not found',
    'The node has no backup with this name. The list shows all backups.'
  ),
  'renter/backup-name-taken': text('The name is already in use', 'Enter another name for the backup.'),
  'renter/backup-name-too-long': text('The name is too long', 'Enter a shorter name for the backup.'),
  'renter/too-many-backups': ({ most }) =>
    text(
      'Too many backups',
      `The node keeps at most ${formatCount(most)} backups with hosts. Back up to a file instead.`
    ),
  'renter/backup-name-missing': text('The name is missing', 'Enter a name for the backup.'),
  'renter/backup-without-hosts': text(
    'The backup could not be uploaded to hosts',
    'It needs contracts with several hosts. Set an allowance, wait until contracts are formed, then try again.'
  )
} satisfies ErrorTexts<`renter/${string}`>;
