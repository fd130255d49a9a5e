import { text } from '../../errorText';

/** Failed requests of a page to a server. */
export default {
  'api/unreachable': text(
    'The node cannot be reached',
    'Check that Quarry is still running in its terminal and that the node it connects to is up.'
  ),
  'api/stopped': text('The node is stopped', 'It was stopped on the Daemon page. Start it again to continue.'),
  'api/connection-closed': text(
    'The node closed the connection',
    'The connection ended before the response was complete. The node may be stopping or restarting: try again in a moment.'
  ),
  'api/timeout': text(
    'The node is taking too long to respond',
    'It may be busy syncing with the network. Try again later.'
  ),
  'api/unauthorized': text(
    'You are signed out',
    'The password is missing or no longer valid. Sign in again; passwords of nodes you added belong on the Connections page.'
  ),
  'api/forbidden': text(
    'The request was refused',
    'Open Quarry at the address that its start command printed, then reload this page.'
  ),
  'api/module-loading': text(
    'The node is still starting',
    'This module is not loaded yet. The page updates automatically.'
  ),
  'api/module-disabled': text(
    'This module of the node is disabled',
    'Start the daemon with this module enabled to use it.'
  ),
  'api/not-configured': text(
    'No address for this service',
    'This connection has no server for it. Enter its address on the Connections page, or add another connection.'
  ),
  'api/user-agent-refused': text(
    'The daemon refused Quarry’s user agent',
    'It requires a different user agent. Compare its agent setting with that of this connection.'
  ),
  'api/server-error': text(
    'The server had an internal error',
    'It could not handle the request. The details have its message; the server’s log may say more.'
  ),
  'api/bad-request': text(
    'The server rejected the request',
    'Check what you entered, then try again. See the details for the server’s message.'
  ),
  'api/not-found': text('Not found', 'The requested item does not exist on the server. It may have been removed.'),
  'api/method-not-allowed': text(
    'The server does not support this call',
    'It may be a different version. See the details for the call.'
  ),
  'api/redirected': text(
    'The server redirects to another address',
    'Quarry does not follow redirects. Enter the exact address of the server.'
  ),
  'api/not-json': text(
    'The response is plain text, not from a node',
    'Another program or a proxy is listening at this address. Check the address.'
  ),
  'api/html': text(
    'The response is a web page, not from a node',
    'A sign-in page, a proxy or another program is at this address. Check the address.'
  ),
  'api/cut-short': text('The response is incomplete', 'The node or a proxy cut it off. Try again.'),
  'api/unsafe-number': text(
    'A number is too large to be exact',
    'Quarry shows none of this response rather than a wrong number. See the details for the field.'
  ),
  'api/decode': text(
    'The response has an unknown format',
    'The node may run a version that Quarry does not support. See the details for the field.'
  ),
  'api/too-large': text(
    'The response is too large',
    'Quarry does not read responses of this size. See the details for the call.'
  ),
  'api/dialect': text('The server uses different field names', 'Quarry has adapted to them. Try again.'),
  'app/unexpected': text(
    'An unexpected error occurred',
    'Try again. If it persists, reload the page. The details may help to find the cause.'
  )
};
