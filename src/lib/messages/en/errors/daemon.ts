import { formatCount } from '../../format';
import { text, type ErrorTexts } from '../../errorText';

export default {
  'consensus/block-id-unreadable': text(
    'Invalid block ID',
    'An ID has 64 characters: digits and letters from a to f. Copy the whole ID.'
  ),
  'consensus/height-unreadable': text('Invalid height', 'A height is a whole number, 0 or above.'),
  'consensus/block-unnamed': text('No block given', 'Enter either the height or the ID of a block.'),
  'consensus/block-named-twice': text('Height and ID given', 'Look for a block either by its height or by its ID.'),
  'consensus/before-first-block': ({ first }) =>
    text(
      'Block not stored by this node',
      `This node’s blocks begin at height ${formatCount(first)}. For earlier ones, connect to a node with the whole chain.`
    ),
  'consensus/block-not-found': text(
    'Block not found',
    'Its height is above the tip, or this node has no block with this ID.'
  ),
  'consensus/change-id-unreadable': text(
    'Invalid ID of a consensus change',
    'An ID has 64 characters: digits and letters from a to f. Copy the whole ID.'
  ),
  'daemon/download-speed-unreadable': text(
    'Invalid download speed',
    'Enter a whole number of bytes per second; 0 means unlimited.'
  ),
  'daemon/upload-speed-unreadable': text(
    'Invalid upload speed',
    'Enter a whole number of bytes per second; 0 means unlimited.'
  ),
  'daemon/speed-negative': text('A speed limit is negative', 'Enter 0 for unlimited, or a number above it.'),
  'daemon/no-release': text(
    'The node could not check for updates',
    'It cannot reach the release server. Check the internet connection of its machine, then check again.'
  ),
  'daemon/updated-with-quarry': text('Quarry’s own node is part of Quarry', 'Update Quarry to update the node.'),
  'daemon/wallet-locked': text(
    'The node’s wallet is locked',
    'The node needs its own wallet for this. Create or unlock it on the node, then try again.'
  ),
  'gateway/speed-negative': text('A speed limit is negative', 'Enter 0 for unlimited, or a number above it.'),
  'gateway/no-addresses': text('No address given', 'Enter at least one address to add or to remove.'),
  'gateway/address-invalid': text(
    'Invalid node address',
    'Enter an IP address and a port from 1 to 65535, such as 203.0.113.7:9981.'
  ),
  'gateway/address-is-name': text(
    'Host names are not accepted',
    'Enter the IP address that the name resolves to, with its port.'
  ),
  'gateway/own-address': text('This is the address of this node', 'Enter the address of another node.'),
  'gateway/already-connected': text('Already connected', 'This node is already among the peers.'),
  'gateway/no-connections': text(
    'Quarry’s own node connects to no peers',
    'It was started without peers. Start Quarry with --peer or --listen, or on a public network.'
  ),
  'gateway/peer-unreachable': text(
    'No node responds at this address',
    'Check the address and port, and that the other node is running and reachable from this one.'
  ),
  'gateway/not-a-peer': text(
    'Not connected to this node',
    'The peer may have disconnected already. The list shows the current peers.'
  ),
  'gateway/blocklist-unreadable': text(
    'The blocklist change could not be read',
    'Enter one address per line: an IP address, a range of addresses, or a host name.'
  ),
  'node/disk-full': text(
    'The node’s disk is full',
    'Nothing was changed. Free some space on the disk that holds the data folder, then try again.'
  ),
  'node/unwritable': text(
    'The node cannot write to its data folder',
    'Nothing was changed. Check the folder’s permissions and its disk, which may be failing or read-only.'
  ),
  'node/folder-gone': ({ path }) =>
    text(
      'The node’s data folder is gone',
      `Nothing was changed. ${path} was deleted, moved or replaced: put it back, then restart Quarry.`
    )
} satisfies ErrorTexts<`consensus/${string}` | `daemon/${string}` | `gateway/${string}` | `node/${string}`>;
