import { isRefusal } from '$lib/api/http/errors';
import type { AppError } from '$lib/errors';
import { adviceFor, type Advice } from './errorHelp';

// What node daemons say when they refuse, and what that means to people. Their words are for programmers, and in parts
// those of their programming language; only what is not known here is shown as they say it.

interface Refusal {
  /** Of the daemon's words, without the service's prefix. */
  readonly says: RegExp;
  /** Of the call's path, where the words alone do not tell. */
  readonly at?: RegExp;
  readonly title: string;
  /** Groups of `says` stand in it as `$1`. */
  readonly todo: string;
}

const HASH = 'Such an id has 64 characters, each a digit or a letter from a to f. Copy it whole.';

const REFUSALS: readonly Refusal[] = [
  // Chain
  { says: /^failed to unmarshal blockid/, title: 'Not the id of a block', todo: HASH },
  {
    says: /^failed to parse block height/,
    title: 'Not a height',
    todo: 'A height is a whole number from 0 on.'
  },
  {
    says: /^(?:either id or height|can't specify both)/,
    title: 'One thing at a time',
    todo: 'Look for a block either by its height or by its id.'
  },
  {
    says: /^block doesn't exist/,
    title: 'There is no such block',
    todo: 'Its height lies beyond the tip, or no block that this node knows has that id.'
  },
  { says: /^could not decode ID/, title: 'Not the id of a change', todo: HASH },

  // Validating a set of transactions: first what is not even a set
  {
    says: /^could not decode transaction set:.*(?:unlock hash is the wrong length|must be 76 characters)/,
    title: 'An address has the wrong length',
    todo: 'Addresses have 76 characters, the last 12 of which guard against typing errors.'
  },
  {
    says: /^could not decode transaction set:.*checksum/,
    title: 'An address is mistyped',
    todo: 'Its last 12 characters do not fit the others. Copy it again from where it comes from.'
  },
  {
    says: /^could not decode transaction set:.*(?:to be a hash|unmarshal hash|64 hexadecimal)/,
    title: 'An id in the set is none',
    todo: `Look at the ids of parents. ${HASH}`
  },
  {
    says: /^could not decode transaction set:.*negative/,
    title: 'An amount is below zero',
    todo: 'Amounts in transactions are zero or more.'
  },
  {
    says: /^could not decode transaction set: (?:unexpected )?(?:EOF$|end)/,
    title: 'The set ends too soon',
    todo: 'Paste all of it: a list of transactions, from its first to its last bracket.'
  },
  {
    says: /^could not decode transaction set:.*(?:malformed JSON|invalid character)/,
    title: 'The set is not JSON',
    todo: 'Paste a list of transactions as JSON, without anything before or after it.'
  },
  {
    says: /^could not decode transaction set:.*cannot unmarshal object into.*\[\]|^could not decode transaction set: Invalid input/,
    title: 'A list of transactions is needed',
    todo: 'Put the transaction, or the transactions, into square brackets.'
  },
  {
    says: /^could not decode transaction set/,
    title: 'The set could not be read',
    todo: 'Something in it is not what a transaction has there. The details say where.'
  },
  {
    says: /^transaction set validation failed: transaction spends a nonexisting/,
    title: 'It spends something that is not there',
    todo: 'An output that it spends is spent already or was never made. Parents have to come before their children in the set.'
  },
  {
    says: /^transaction set validation failed: coin inputs do not equal/,
    title: 'What goes in is not what comes out',
    todo: 'The inputs of a transaction have to be worth exactly its outputs, contracts and fees together.'
  },
  {
    says: /^transaction set validation failed: invalid signature/,
    title: 'A signature is wrong',
    todo: 'It was made by another key, or the transaction was changed after it was signed. Sign again.'
  },
  {
    says: /^transaction set validation failed: transaction has inputs with missing signatures/,
    title: 'A signature is missing',
    todo: 'Every input needs as many signatures as its conditions ask for.'
  },
  {
    says: /^transaction set validation failed: transaction contains a frivolous signature/,
    title: 'A signature is for nothing',
    todo: 'It belongs to no input that still needs one. Take it out, or see that its parent is an input.'
  },
  {
    says: /^transaction set validation failed: transaction uses a parent object twice/,
    title: 'Something is spent twice',
    todo: 'The same output or contract is used more than once. Take one of the uses out.'
  },
  {
    says: /^transaction set validation failed: transaction cannot have an output or payout that has zero/,
    title: 'An output is worth nothing',
    todo: 'Every output, payout and fee has to be above zero. Leave out those that are not.'
  },
  {
    says: /^transaction set validation failed: transaction has a zero value miner fee/,
    title: 'A fee of zero',
    todo: 'Fees are above zero. To pay none, leave the fee out.'
  },
  {
    says: /^transaction set validation failed: transaction is too large/,
    title: 'Too large for a block',
    todo: 'Split it into several transactions.'
  },
  {
    says: /^transaction set validation failed: file contract window must start/,
    title: 'A contract begins in the past',
    todo: 'Its proof window has to start after the height of the tip.'
  },
  {
    says: /^transaction set validation failed: file contract window must end/,
    title: 'A proof window has no length',
    todo: 'It has to end at least one block after it starts.'
  },
  {
    says: /^transaction set validation failed: file contract has invalid output sums/,
    title: 'A contract pays out another sum than it holds',
    todo: 'Its payouts, with and without proof, have to be its payout less the tax.'
  },
  {
    says: /^transaction set validation failed: cannot fetch storage proof segment/,
    title: 'A proof for an unknown contract',
    todo: 'The contract is not on the chain, or is over already.'
  },
  {
    says: /v1 transactions? (?:are|is) not allowed|after v2 hardfork/i,
    title: 'The chain has moved on to version 2',
    todo: 'Transactions of version 1 are not taken any more. Write it anew as one of version 2.'
  },
  {
    says: /^transaction set validation failed/,
    title: 'The set would not be accepted',
    todo: 'It breaks a rule of the chain. The details name the rule.'
  },

  // Speeds, daemon
  {
    says: /^unable to parse (?:down|up)loadspeed/,
    title: 'Not a speed',
    todo: 'Enter a whole number; 0 means unlimited.'
  },
  {
    says: /rate can't be below 0|bandwidth limits cannot be negative/,
    title: 'A speed is below zero',
    todo: 'Enter 0 for unlimited, or a number above it.'
  },
  {
    says: /^Failed to fetch latest release/,
    title: 'The node could not look for a newer version',
    todo: 'It does not reach the server of releases. See whether its machine is online, then look again.'
  },
  {
    says: /^the embedded node is updated together with Quarry/,
    title: 'The embedded node comes with Quarry',
    todo: 'Update Quarry, and the node is up to date as well.'
  },
  {
    says: /^wallet must be unlocked|^failed to get wallet's primary seed/,
    title: "The node's wallet is locked",
    todo: 'The node needs its own wallet for this. Create or unlock it there, then try again.'
  },

  // Peers
  {
    says: /^no addresses submitted/,
    title: 'No address was given',
    todo: 'Enter at least one address to add or to remove.'
  },
  {
    says: /^can't connect to invalid address/,
    title: 'Not an address of a node',
    todo: 'Enter an IP address and a port from 1 to 65535, such as 203.0.113.7:9981.'
  },
  {
    says: /^address must be an IP address/,
    title: 'Names are not taken here',
    todo: 'Enter the IP address that the name stands for, with its port.'
  },
  {
    says: /^can't connect to our own address/,
    title: 'That is this node itself',
    todo: 'Enter the address of another node.'
  },
  {
    says: /^already connected to this peer/,
    title: 'Already connected',
    todo: 'It is among the peers: nothing to do.'
  },
  {
    says: /this node makes no connections/,
    title: 'The embedded node connects to nobody',
    todo: 'It keeps a chain of its own. Start Quarry with the address of a real daemon to have peers.'
  },
  {
    says: /^dial tcp/,
    title: 'Nobody answers at that address',
    todo: 'See that address and port are right, and that the other node runs and can be reached from this one.'
  },
  {
    says: /^not connected to that node/,
    title: 'Not a peer of this node',
    todo: 'It may have gone by itself. The list shows who is connected now.'
  },
  {
    says: /^invalid parameters:/,
    at: /^\/gateway\/blocklist$/,
    title: 'The change of the blocklist could not be read',
    todo: 'Enter one address a line: an IP address, a range of them, or a name.'
  },

  // Host
  {
    says: /^cannot announce because address could not be determined/,
    title: 'The node does not know its own address',
    todo: 'Enter the address at which others reach this host, with its port, and announce again.'
  },
  {
    says: /^unable to perform manual host announcement: .*(?:bad net address|missing port)/,
    title: 'Not an address to announce',
    todo: 'Enter a name or an IP address and a port, such as host.example:9982.'
  },
  {
    says: /^unable to perform manual host announcement/,
    title: 'The host was not announced',
    todo: "An announcement costs a small fee: see that the node's wallet is unlocked and holds coins. The details say more."
  },
  { says: /^error parsing storage contract id/, title: 'Not the id of a contract', todo: HASH },
  {
    says: /^error get storage contract/,
    title: 'This host has no such contract',
    todo: 'It was made by another host, or was removed. The list shows all that there are.'
  },
  {
    says: /ratio between the download price and the base RPC price/,
    title: 'A call costs too much beside a download',
    todo: 'A hundred million calls have to cost less than downloading 4 TB. Lower the price of calls, or raise that of downloads.'
  },
  {
    says: /ratio between the download price and the sector access price/,
    title: 'Reading costs too much beside a download',
    todo: 'Ten million reads have to cost less than downloading 4 TB. Lower the price of reads, or raise that of downloads.'
  },
  {
    says: /invalid registry path/,
    title: 'The registry cannot be kept there',
    todo: 'Enter a whole path that the node may write to, or leave it empty for the usual place. Nothing was changed.'
  },
  {
    says: /^error parsing host settings: .*negative/,
    title: 'An amount is below zero',
    todo: 'Prices, collateral and budgets are zero or more. Nothing was changed.'
  },
  {
    says: /^error parsing host settings/,
    title: 'A setting is not a whole number',
    todo: 'Look through the changed settings once more. Nothing was changed.'
  },
  {
    says: /invalid NetAddress: host is the unspecified address/,
    title: 'That address names no machine',
    todo: 'Enter the address at which others reach this host, or leave it empty to have it found out. Nothing was changed.'
  },
  {
    says: /invalid NetAddress/,
    title: 'Not an address of a host',
    todo: 'Enter a name or an IP address and a port, such as host.example:9982. Nothing was changed.'
  },
  {
    says: /^minimum allowed size for a storage folder is ([\d.]+ \w+)/,
    title: 'The folder is too small',
    todo: 'This node takes folders of at least $1.'
  },
  {
    says: /^maximum allowed size for a storage folder is ([\d.]+ \w+)/,
    title: 'The folder is too large',
    todo: 'This node takes folders of at most $1. Share the space out over several of them.'
  },
  {
    says: /^storage folder paths must be absolute/,
    title: 'Enter the whole path',
    todo: 'It begins at the root, as on the machine of the node: /srv/storage, for example.'
  },
  {
    says: /^maximum number of storage folders is (\d+)/,
    title: 'No more folders',
    todo: 'A host has at most $1 of them. Enlarge one that there is.'
  },
  {
    says: /^open .*: /,
    at: /^\/host\/storage\//,
    title: 'The node cannot use that directory',
    todo: 'See that the node may write there and that there is room on the disk. The details say what is wrong.'
  },
  {
    says: /^stat .*: no such file or directory/,
    title: 'There is no such directory',
    todo: 'Create it on the machine of the node first, then add it here.'
  },
  {
    says: /^selected path is already in use/,
    title: 'This folder is in use already',
    todo: 'Change its size instead of adding it again.'
  },
  {
    says: /new size is same as current size/,
    title: 'It has this size already',
    todo: 'Enter another size, or leave the folder as it is.'
  },
  {
    says: /^storage folder with the provided path could not be found/,
    title: 'The host has no such folder',
    todo: 'It may have been removed meanwhile. The list shows those that there are.'
  },
  {
    says: /^unable to migrate all sectors/,
    title: 'The data has nowhere to go',
    todo: 'The other folders cannot take what this one holds. Add or enlarge another one first.'
  },
  {
    says: /^path parameter is required/,
    title: 'The path is missing',
    todo: 'Say which folder is meant.'
  },
  {
    says: /^(?:EOF|expected integer)$/,
    at: /^\/host\/storage\//,
    title: 'The size is missing or no number',
    todo: 'Enter how large the folder is to be.'
  },
  {
    says: /^could not find the desired sector/,
    title: 'The host has no such sector',
    todo: 'It is deleted already, or was never stored here.'
  },
  {
    says: /to be a hash$|^could not unmarshal hash/,
    at: /^\/host\/storage\/sectors\//,
    title: 'Not the root of a sector',
    todo: HASH
  },
  {
    says: /^cannot call \/host\/estimatescore without the renter/,
    title: 'No estimate without the renter',
    todo: "The score is worked out by the node's renter module. Start the daemon with it to see an estimate."
  },

  // Host database
  {
    says: /^unable to load filter mode/,
    title: 'Not a kind of filter',
    todo: 'Choose between all hosts, all but those listed, and only those listed.'
  },
  {
    says: /^failed to set the list mode: cannot enable whitelist without hosts/,
    title: 'A list of allowed hosts needs hosts',
    todo: 'Choose at least one host first: with none, there would be nobody to make contracts with.'
  },
  {
    says: /^invalid parameters: (?:json|.* is no public key)/,
    at: /^\/hostdb\/filtermode$/,
    title: 'Not the key of a host',
    todo: 'Keys begin with ed25519: and go on with 64 characters. Copy them from the list of hosts.'
  },
  {
    says: /^invalid parameters:/,
    at: /^\/hostdb\/filtermode$/,
    title: 'The filter could not be read',
    todo: 'Choose a kind of filter and the hosts for it once more.'
  },
  {
    says: /^unable to get host: host not found/,
    title: 'The node knows no such host',
    todo: 'It was never announced on this chain, or the key is not copied whole.'
  },
  { says: /^unable to parse numhosts/, title: 'Not a number of hosts', todo: 'Enter a whole number.' },

  // Renter
  {
    says: /^funds needs to be set/,
    title: 'The budget is missing',
    todo: 'A first allowance needs to say how much may be spent in a period.'
  },
  {
    says: /^period needs to be set/,
    title: 'The period is missing',
    todo: 'A first allowance needs to say for how long it is meant.'
  },
  {
    says: /^unable to parse funds/,
    title: 'The budget is no amount',
    todo: 'Enter how many coins may be spent in a period.'
  },
  {
    says: /^unable to parse expectedRedundancy/,
    title: 'The redundancy is no number',
    todo: 'Enter how many times the data is to be kept, such as 3.'
  },
  {
    says: /^hosts must be non-zero/,
    title: 'No hosts at all',
    todo: 'Enter how many hosts are to be used, at least one.'
  },
  {
    says: /^insufficient number of hosts, need at least (\d+)/,
    title: 'Too few hosts',
    todo: 'To be safe the data has to be spread over at least $1 hosts.'
  },
  {
    says: /^renew window must be non-zero/,
    title: 'No time to renew contracts',
    todo: 'Enter how long before its end a period is renewed.'
  },
  {
    says: /^renew window is too small, must be at least (\d+)/,
    title: 'Too little time to renew contracts',
    todo: 'This node begins to renew contracts at least $1 blocks before a period ends; a day has about 144. Enter a longer time.'
  },
  {
    says: /^expected storage must be non-zero/,
    title: 'Nothing to store',
    todo: 'Enter how much you expect to store: hosts are chosen by it.'
  },
  {
    says: /^unable to parse [a-z]+: (?:expected integer|strconv)/,
    at: /^\/renter$/,
    title: 'A number of the allowance is none',
    todo: 'Look through the form once more: each of its fields is a whole number.'
  },
  {
    says: /^unable to parse path|rootpath and non empty path|^rootpath should be true/,
    at: /^\/renter\/bubble$/,
    title: 'Not a directory of the renter',
    todo: "Enter a path below the renter's root, without .. in it, or choose the root."
  },
  {
    says: /^unable to parse '/,
    at: /^\/renter\/bubble$/,
    title: 'A choice was not understood',
    todo: 'Each choice is yes or no. Reload the page and try again.'
  },
  {
    says: /could not decode boolean/,
    title: 'A choice was not understood',
    todo: 'Each choice is yes or no. Reload the page and try again.'
  },
  { says: /^unable to parse id/, at: /^\/renter\/contract\//, title: 'Not the id of a contract', todo: HASH },
  {
    says: /^unable to cancel contract: failed to acquire contract/,
    title: 'The renter has no such contract',
    todo: 'It is over or was replaced meanwhile. The list shows those that there are.'
  },
  {
    says: /^(?:destination|source) not specified/,
    title: 'The place of the backup is missing',
    todo: 'Enter the whole path of a file on the machine of the node.'
  },
  {
    says: /^(?:destination|source) must be an absolute path/,
    title: 'Enter the whole path',
    todo: 'It begins at the root, as on the machine of the node: /srv/renter.backup, for example.'
  },
  {
    says: /^failed to load backup: .*no such file/,
    title: 'There is no such backup',
    todo: 'No file has that path on the machine of the node. See whether it is spelled right.'
  },
  {
    says: /^failed to load backup: .* is no backup|^failed to load backup: this is no backup/,
    title: 'That file is no backup',
    todo: 'Choose a file that the renter of a node has written.'
  },
  {
    says: /^failed to load backup/,
    title: 'There is no such backup',
    todo: 'None of that name is kept. The list shows those that there are.'
  },
  {
    says: /^failed to upload backup: a backup of this name exists/,
    title: 'The name is taken',
    todo: 'Give the backup another name.'
  },
  {
    says: /^failed to upload backup: the name is too long/,
    title: 'The name is too long',
    todo: 'Give the backup a shorter name.'
  },
  {
    says: /^failed to upload backup: there are (\d+) backups/,
    title: 'No more backups',
    todo: 'The node keeps at most $1 of them.'
  },
  {
    says: /^name not specified/,
    title: 'The name is missing',
    todo: 'Give the backup a name.'
  },
  {
    says: /^failed to upload backup/,
    title: 'The backup could not be given to hosts',
    todo: 'That takes contracts with several hosts. Set an allowance, wait until contracts are made, and try again.'
  },

  // Miner
  {
    says: /^block does not extend the longest fork/,
    title: 'Somebody was faster',
    todo: 'Another block has taken this place in the chain, or this one was handed in already. Mining goes on at the new tip.'
  },
  {
    says: /^block does not meet target/,
    title: 'Not a solution',
    todo: 'The hash is above the target. Nothing is lost: mining goes on.'
  },
  {
    says: /^block does not meet nonce requirements|^The nonce \d+ is no multiple/,
    title: 'A nonce that the chain forbids',
    todo: 'Nonces are multiples of 1009. Something between here and the node changed it.'
  },
  {
    says: /^header is old/,
    title: 'The node has forgotten this work',
    todo: 'It remembers only the latest it gave out, and none after a restart. Mining goes on with new work.'
  },
  {
    says: /^block timestamp too far in future/,
    title: 'The clock is fast',
    todo: 'The block lies ahead of the time of the node. See that the clocks of both machines are right.'
  },
  {
    says: /^block timestamp is too early/,
    title: 'The clock is slow',
    todo: 'The block lies before those it follows. See that the clock of this machine is right.'
  },
  {
    says: /^could not decode type \S*Block(?:Header)?:/,
    title: 'The block arrived incomplete',
    todo: 'Something is missing at its end. Mining goes on; if it stays, something on the way cuts what is sent.'
  },
  {
    says: /^miner payout sum does not equal|^block has no known parent/,
    title: 'The block does not fit the chain',
    todo: 'It was built on another chain, or for another reward. Reload the page to begin anew.'
  }
];

/** Longer ones are no sentence for people. */
const MAX_WORDS = 200;

const generalCode = (status: number): string =>
  status >= 500 ? 'api/server-error' : status === 404 ? 'api/not-found' : 'api/bad-request';

/** What an error means to people: a refusal by the server's words, where these are known, anything else by its code. */
export function adviseOn(error: AppError): Advice | undefined {
  if (!isRefusal(error)) return adviceFor(error.code);
  const { serverMessage: words, exchange } = error;
  if (error.code === 'api/user-agent-refused') return adviceFor(error.code);
  for (const { says, at, title, todo } of REFUSALS) {
    const found = says.exec(words);
    if (!found || at?.test(exchange.path) === false) continue;
    return { title, todo: todo.replace('$1', found[1] ?? '') };
  }
  const general = adviceFor(error.code) ?? adviceFor(generalCode(error.status));
  if (words === '' || words.length > MAX_WORDS || !general) return general;
  return { title: general.title, todo: `Its words: “${words}”.` };
}
