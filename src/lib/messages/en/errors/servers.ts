import { formatCount } from '../../format';
import { plural } from '../../plural';
import { text, type ErrorTexts } from '../../errorText';

export default {
  'wallet-server/body-unreadable': text(
    'The server could not read the request',
    'Quarry and the server may be different versions. See the details for the field.'
  ),
  'wallet-server/id-unreadable': text(
    'Neither a height nor a block ID',
    'A height is a whole number; a block ID has 64 characters.'
  ),
  'wallet-server/parameter-unreadable': ({ parameter }) =>
    text('The server could not read a value', `Check the value of “${parameter}”. See the details for the problem.`),
  'wallet-server/query-unreadable': ({ parameter }) =>
    text('The server could not read a value', `Check the value of “${parameter}”. See the details for the problem.`),
  'wallet-server/body-too-large': text('The request is too large for the server', 'Send less at a time.'),
  'wallet-server/limit-out-of-range': ({ least, most }) =>
    text(
      'The page size is out of range',
      `The server accepts ${formatCount(least)} to ${formatCount(most)} entries per page.`
    ),
  'wallet-server/too-many-addresses-asked': ({ most }) =>
    text('Too many addresses', `The server accepts at most ${formatCount(most)} addresses per request.`),
  'wallet-server/too-many-addresses-added': ({ most }) =>
    text('Too many addresses', `At most ${formatCount(most)} addresses can be added at a time. Add them in parts.`),
  'wallet-server/block-not-found': text(
    'Block not found',
    'Its height is above the tip, or the server has no block with this ID.'
  ),
  'wallet-server/height-not-found': text(
    'Height above the tip',
    'The chain of the server has no block at this height yet.'
  ),
  'wallet-server/before-first-block': ({ first }) =>
    text(
      'Block not stored by this node',
      `This node’s blocks begin at height ${formatCount(first)}. For earlier ones, connect to a node with the whole chain.`
    ),
  'wallet-server/event-not-found': text('Event not found', 'The server has no event with this ID.'),
  'wallet-server/output-not-found': text('Output not found', 'It was spent, or the server has no output with this ID.'),
  'wallet-server/tip-too-old': ({ minutes }) =>
    text(
      'The chain has stopped growing',
      `The latest block is ${plural(minutes, { one: '# minute', other: '# minutes' })} old. Check that the server is synced and that blocks are being mined.`
    ),
  'wallet-server/not-syncing': text(
    'The server is not syncing',
    'Its latest block is too old. Check its internet connection and its peers.'
  ),
  'wallet-server/no-peers-to-add': text(
    'Quarry’s own node connects to no peers',
    'It was started without peers. Start Quarry with --peer or --listen, or on a public network.'
  ),
  'wallet-server/unknown-basis': text(
    'The server does not have this block',
    'Its chain differs from the one followed so far. If the chain was restarted, rescan the wallet; otherwise check the server.'
  ),
  'wallet-server/basis-not-moved': text(
    'The proofs could not be updated',
    'An input was spent, or the chain moved too far since the transaction was created. Create it again.'
  ),
  'wallet-server/wallet-not-found': text(
    'The server has no such wallet',
    'It may have been removed. Reload the list of its wallets.'
  ),
  'wallet-server/not-found': text(
    'Not found',
    'The requested item does not exist on the server. It may have been removed.'
  ),
  'wallet-server/change-address-missing': text(
    'The change address is missing',
    'Enter the address that receives the change.'
  ),
  'wallet-server/zero-output': ({ index }) =>
    text('An amount is 0', `Enter an amount above 0 for recipient ${formatCount(Number(index) + 1)}.`),
  'wallet-server/void-output': ({ index }) =>
    text(
      'A recipient is the void address',
      `Coins sent there are lost. Enter another address for recipient ${formatCount(Number(index) + 1)}.`
    ),
  'wallet-server/no-recipients': text('No recipient', 'Add an address and an amount to pay.'),
  'wallet-server/v1-over': text(
    'V1 transactions are no longer accepted',
    'The chain has passed the V2 hard fork. Create the transaction as V2.'
  ),
  'wallet-server/v2-not-yet': text(
    'V2 transactions are not accepted yet',
    'The chain has not reached the V2 hard fork. Create the transaction as V1.'
  ),
  'wallet-server/insufficient-funds': text(
    'Insufficient funds',
    'The wallet on the server cannot pay this amount and the fee. Lower the amount, or wait for unconfirmed outputs.'
  ),
  'wallet-server/output-reserved': text(
    'An output is reserved',
    'Another transaction reserved it within the last hour. Release it, or use other outputs.'
  ),
  'wallet-server/policy-unknown': ({ address }) =>
    text(
      'The spend policy of an address is unknown',
      `Add the spend policy of ${address} to the wallet on the server.`
    ),
  'wallet-server/pays-void': text(
    'The transaction pays the void address',
    'Coins sent there are lost. Confirm it, or pay another address.'
  ),
  'wallet-server/no-peers': text(
    'Accepted, but not broadcast yet',
    'The server has no peers at the moment. It broadcasts as soon as it has some.'
  ),
  'wallet-server/proof-invalid': text(
    'An output to be spent does not exist',
    'It was spent in the meantime, or was never created. Create the transaction again.'
  ),
  'wallet-server/v1-not-allowed': text(
    'V1 transactions are no longer accepted',
    'The chain has passed the V2 hard fork. Create the transaction again as V2.'
  ),
  'wallet-server/double-spend': text(
    'An output is already being spent',
    'Another transaction that spends it is waiting in the transaction pool; only one of the two can be confirmed. Create the payment again with other outputs, or wait for the other one.'
  ),
  'wallet-server/transaction-invalid': text(
    'The transaction breaks a consensus rule',
    'The server did not accept it. See the details for the rule.'
  ),
  'wallet-server/v2-transaction-invalid': text(
    'The transaction breaks a consensus rule',
    'The server did not accept it. See the details for the rule.'
  ),
  'wallet-server/pool-full': text(
    'The transaction pool is full',
    'Try again after the next blocks, or with a higher fee.'
  ),
  'wallet-server/set-too-long': ({ most }) =>
    text(
      'Too many transactions',
      `The server accepts at most ${formatCount(most)} transactions at a time, and took none of these. Send them in parts.`
    ),
  'wallet-server/block-invalid': text(
    'The block breaks a consensus rule',
    'The server did not accept it. See the details for the rule.'
  ),
  'wallet-server/v1-block': text(
    'V1 blocks cannot be broadcast',
    'The server accepted the block but broadcasts only V2 blocks.'
  ),
  'mining-server/body-unreadable': text(
    'The server could not read the request',
    'Quarry and the server may be different versions. See the details for the field.'
  ),
  'mining-server/no-block': text(
    'No block submitted',
    'The request contained no block. Reload the page to start again.'
  ),
  'mining-server/block-not-hex': text(
    'The block is not hexadecimal',
    'A block is submitted as digits and letters from a to f.'
  ),
  'mining-server/block-cut-short': text(
    'The block arrived incomplete',
    'Its end is missing. If this persists, a proxy truncates requests.'
  ),
  'mining-server/block-refused': text(
    'The block was not accepted',
    'It breaks a consensus rule or extends another chain. See the details for the reason. Mining continues.'
  ),
  'mining-server/no-peers': text(
    'Accepted, but not broadcast yet',
    'The server has no peers at the moment. It broadcasts as soon as it has some.'
  ),
  'signing-server/body-unreadable': text(
    'The server could not read the request',
    'Quarry and the server may be different versions. See the details for the field.'
  ),
  'signing-server/parameter-unreadable': ({ parameter }) =>
    text('The server could not read a value', `Check the value of “${parameter}”. See the details for the problem.`),
  'signing-server/query-unreadable': ({ parameter }) =>
    text('The server could not read a value', `Check the value of “${parameter}”. See the details for the problem.`),
  'signing-server/phrase-unreadable': text(
    'Invalid recovery words',
    'Check the words, their spelling and their order.'
  ),
  'signing-server/not-found': text(
    'The signing server has no such key',
    'It was removed there, or the key was never derived. Import its phrase, or derive more keys.'
  ),
  'signing-server/state-missing': text('The chain state is missing', 'Send the state together with the network.'),
  'signing-server/network-missing': text('The network is missing', 'Send the network together with the state.'),
  'signing-server/count-out-of-range': ({ least, most }) =>
    text('Invalid number of keys', `Enter a number from ${formatCount(least)} to ${formatCount(most)}.`),
  'signing-server/limit-out-of-range': ({ least, most }) =>
    text(
      'The page size is out of range',
      `The server accepts ${formatCount(least)} to ${formatCount(most)} entries per page.`
    ),
  'signing-server/nothing-signed': text(
    'Nothing was signed',
    'The signing server holds none of the keys that are missing. Import their phrase there, or derive more keys.'
  ),
  'signing-server/v2-not-yet': text(
    'V2 transactions are not accepted yet',
    'The chain has not reached the V2 hard fork. Create the transaction as V1.'
  )
} satisfies ErrorTexts<`wallet-server/${string}` | `mining-server/${string}` | `signing-server/${string}`>;
