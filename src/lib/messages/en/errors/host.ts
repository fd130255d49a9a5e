import { CALL_LIMIT_BYTES } from '$lib/api/daemon/hostLimits';
import { formatCount } from '../../format';
import { formatSize } from '../../quantities/sizes';
import { text, type ErrorTexts } from '../../errorText';

export default {
  'host/own-address-unknown': text(
    'The address of this host is unknown',
    'Enter the public address of this host with its port, then announce again.'
  ),
  'host/announced-address-invalid': text(
    'Invalid address to announce',
    'Enter a host name or an IP address and a port, such as host.example:9982.'
  ),
  'host/not-announced': text(
    'The host was not announced',
    'An announcement costs a small fee. Check that the node’s wallet is unlocked and holds coins. See the details for the reason.'
  ),
  'host/contract-id-unreadable': text(
    'Invalid contract ID',
    'An ID has 64 characters: digits and letters from a to f. Copy the whole ID.'
  ),
  'host/contract-not-found': text(
    'This host has no such contract',
    'It belongs to another host or was removed. The list shows all contracts.'
  ),
  'host/base-rpc-price-ratio': () =>
    text(
      'The base RPC price is too high for the download price',
      `100 million calls must not cost more than downloading ${formatSize(CALL_LIMIT_BYTES)}. Lower the base RPC price, or raise the download price.`
    ),
  'host/sector-access-price-ratio': () =>
    text(
      'The sector access price is too high for the download price',
      `10 million reads must not cost more than downloading ${formatSize(CALL_LIMIT_BYTES)}. Lower the sector access price, or raise the download price.`
    ),
  'host/registry-path-invalid': text(
    'The registry cannot be stored there',
    'Enter an absolute path that the node may write to, or leave it empty for the default. Nothing was changed.'
  ),
  'host/amount-negative': text(
    'An amount is negative',
    'Prices, collateral and budgets are 0 or more. Nothing was changed.'
  ),
  'host/setting-unreadable': text(
    'A setting is not a whole number',
    'Check the settings that you changed. Nothing was changed.'
  ),
  'host/address-unspecified': text(
    'The address is unspecified (0.0.0.0 or ::)',
    'Enter the public address of this host, or leave it empty to detect it. Nothing was changed.'
  ),
  'host/address-invalid': text(
    'Invalid host address',
    'Enter a host name or an IP address and a port, such as host.example:9982. Nothing was changed.'
  ),
  'host/folder-too-small': ({ bytes }) =>
    text(
      'The folder is too small',
      `This node accepts folders of ${formatSize(BigInt(bytes))} or more. Enter a larger size.`
    ),
  'host/folder-too-large': ({ bytes }) =>
    text(
      'The folder is too large',
      `This node accepts folders of up to ${formatSize(BigInt(bytes))}. Distribute the space across several folders.`
    ),
  'host/folder-path-relative': text(
    'The path is not absolute',
    'Enter the full path on the node’s machine, such as /srv/storage.'
  ),
  'host/too-many-folders': ({ most }) =>
    text('Too many storage folders', `A host has at most ${formatCount(most)} folders. Enlarge an existing one.`),
  'host/folder-unusable': text(
    'The node cannot use this folder',
    'Check that the node may write there and that the disk has free space. See the details for the cause.'
  ),
  'host/folder-of-another-host': ({ path }) =>
    text('The folder holds storage of another host', `Choose a folder other than ${path}, or delete its contents.`),
  'host/directory-missing': ({ path }) =>
    text('The folder does not exist', `Create ${path} on the node’s machine, then add it here.`),
  'host/directory-unreadable': ({ path }) =>
    text('The folder cannot be read', `Check that the node may access ${path}. See the details for the cause.`),
  'host/not-a-directory': ({ path }) => text('Not a folder', `${path} is a file. Enter the path of a folder.`),
  'host/folder-in-use': text('This folder is already a storage folder', 'Change its size instead of adding it again.'),
  'host/folder-same-size': text(
    'The folder already has this size',
    'Enter another size, or leave the folder as it is.'
  ),
  'host/folder-not-found': text(
    'Storage folder not found',
    'It may have been removed. The list shows the current folders.'
  ),
  'host/folders-full': text(
    'The other folders are full',
    'They cannot hold the data of this folder. Add or enlarge another folder first.'
  ),
  'host/folder-path-missing': text('The path is missing', 'Enter the path of the storage folder.'),
  'host/folder-size-unreadable': text('The size is missing or not a number', 'Enter the size of the folder.'),
  'host/sector-not-found': text(
    'Sector not found',
    'The host does not store this sector. It may have been deleted already.'
  ),
  'host/sector-root-unreadable': text(
    'Invalid sector root',
    'A sector root has 64 characters: digits and letters from a to f. Copy all of it.'
  ),
  'host/no-renter': text(
    'No estimate without the renter module',
    'The node’s renter module computes the score. Start the daemon with it to see an estimate.'
  ),
  'hostdb/filter-mode-unreadable': text(
    'Unknown filter mode',
    'Choose all hosts, all but the listed ones, or only the listed ones.'
  ),
  'hostdb/whitelist-empty': text(
    'The whitelist is empty',
    'Choose at least one host. With none, the renter could form no contracts.'
  ),
  'hostdb/host-key-invalid': text(
    'Invalid host key',
    'A host key is ed25519: followed by 64 characters. Copy it from the list of hosts.'
  ),
  'hostdb/net-address-empty': text('An address in the filter is empty', 'Enter an address, or remove the empty line.'),
  'hostdb/filter-unreadable': text('The filter could not be read', 'Choose the filter mode and its hosts again.'),
  'hostdb/host-not-found': text('Host not found', 'It was never announced on this chain, or the key is incomplete.'),
  'hostdb/count-unreadable': text('Invalid number of hosts', 'Enter a whole number.')
} satisfies ErrorTexts<`host/${string}` | `hostdb/${string}`>;
