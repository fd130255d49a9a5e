import { formatCount } from '../../format';
import { text, type ErrorTexts } from '../../errorText';

const NOT_ACCEPTED = {
  node: 'The node does not accept this password.',
  daemon: 'The daemon does not accept this password.',
  wallet: 'The wallet server does not accept this password.',
  mining: 'The mining server does not accept this password.',
  signing: 'The signing server does not accept this password.',
  pool: 'The pool does not accept this password.'
};
const ADDRESS_OF = {
  daemon: 'The address of the daemon',
  wallet: 'The address of the wallet server',
  mining: 'The address of the mining server',
  signing: 'The address of the signing server',
  pool: 'The address of the pool'
};

/** Errors of Quarry's own server. */
export default {
  'session/wrong-password': ({ service }) => text('Wrong password', NOT_ACCEPTED[service]),
  'session/used-link': text(
    'This sign-in link is no longer valid',
    'It has already been used, or Quarry was restarted since. Restart Quarry for a new link, or sign in with the password.'
  ),
  'session/too-many-attempts': text('Too many attempts', 'Wait a minute, then try again.'),
  'session/no-storage': text(
    'This browser blocks storage',
    'Quarry must store a small entry in this browser to sign you in. Allow this site to store data, then try again.'
  ),
  'session/agent-refused': text(
    'The daemon refused Quarry’s user agent',
    'It did not check the password. Start Quarry with DAEMON_AGENT set to the daemon’s agent setting.'
  ),
  'session/full': text(
    'Too many passwords',
    'The session cannot hold the passwords of so many connections. Remove a connection, or sign out and in again.'
  ),
  'network/fixed': text(
    'The network cannot be changed here',
    'It was set when Quarry was started. Start Quarry without --network and QUARRY_NETWORK to choose it here.'
  ),
  'network/no-checkpoint': text(
    'Checkpoint not available',
    'No node of the network sent its published checkpoint. Check the internet connection and try again, or sync from genesis.'
  ),
  'prices/no-address': text(
    'Invalid price source address',
    'Enter a URL that starts with https://, such as https://prices.example/coin/{currency}.'
  ),
  'prices/no-currency': text('Invalid currency', 'Enter its three-letter code, such as EUR.'),
  'prices/unreachable': ({ host }) =>
    text(
      'The price source does not respond',
      `${host} did not respond, or returned an error. Check the address, or try again later.`
    ),
  'prices/unreadable': ({ host, currency }) =>
    text(
      'No price in the response',
      `${host} responded without a price in ${currency}. Check the address and the currency.`
    ),
  'prices/jump': ({ host }) =>
    text(
      'The price changed more than tenfold',
      `The price from ${host} differs from the previous one by more than a factor of ten and is not used. To accept it, choose “Use this source” again.`
    ),
  'rewards/nothing-to-move': text(
    'Nothing to move',
    'The node has no mature coins. Coins mature some blocks after they were mined.'
  ),
  'connection/unknown': text(
    'This connection was removed',
    'This tab uses a connection that no longer exists. Reload the page to continue with another one.'
  ),
  'connection/fixed': text(
    'This connection cannot be changed here',
    'It was set when Quarry was started. Start Quarry with different settings to change it.'
  ),
  'connection/shared': text(
    'Connections cannot be changed here',
    'Several Quarry servers share them. Their operator can add or change connections in the servers’ settings.'
  ),
  'connection/too-many': ({ most }) =>
    text('Too many connections', `At most ${formatCount(most)} can be added. Remove a connection first.`),
  'connection/name-length': ({ most }) =>
    text('Invalid connection name', `A name has 1 to ${formatCount(most)} characters.`),
  'connection/name-taken': ({ name }) =>
    text('Connection name already in use', `Another connection is named “${name}”. Choose another name.`),
  'connection/no-address': text('The connection has no address', 'Enter the address of at least one service.'),
  'connection/forbidden-address': ({ host }) =>
    text(
      'Quarry does not connect to this address',
      `Addresses like ${host} belong to the computer itself or its network equipment. Enter the address of a node.`
    ),
  'connection/url-not-http': ({ service }) =>
    text('Invalid address', `${ADDRESS_OF[service]} must have the form http://host:port or https://host.`),
  'connection/url-with-password': ({ service }) =>
    text('Invalid address', `${ADDRESS_OF[service]} must not contain a password. Enter it in the password field.`),
  'connection/url-not-stratum': ({ service }) =>
    text('Invalid address', `${ADDRESS_OF[service]} must have the form stratum+tcp://host:port.`),
  'connection/user-missing': text(
    'The pool has no account',
    'Enter the account that the pool credits, often a payout address.'
  ),
  'connection/agent-characters': text(
    'Invalid user agent',
    'Use at most 200 ASCII characters: letters, digits and symbols.'
  ),
  'connection/dialect-unknown': text(
    'Unknown API names',
    'This version of Quarry does not support them. Let Quarry detect them automatically.'
  ),
  'guard/header-length': ({ bytes }) =>
    text('The header was not sent', `A solved header has exactly ${formatCount(bytes)} bytes.`),
  'guard/block-cut-short': text('The block was not sent', 'Its end is missing. Paste the whole block.'),
  'guard/nonce-factor': ({ factor }) =>
    text(
      'The block was not sent',
      `Its nonce is not a multiple of ${formatCount(factor)}, as the chain requires. A daemon that receives it drops its transaction pool.`
    ),
  'request/unreadable': text(
    'Quarry’s server could not read the request',
    'This page may be from an earlier version of Quarry. Reload it.'
  ),
  'request/not-stored': ({ reason }) =>
    text(
      'Quarry’s server could not store this',
      `Its data folder cannot be written (${reason}). Free some disk space or correct the folder’s permissions, then try again.`
    )
} satisfies ErrorTexts<
  | `prices/${string}`
  | `rewards/${string}`
  | `network/${string}`
  | `session/${string}`
  | `connection/${string}`
  | `guard/${string}`
  | `request/${string}`
>;
