// Entry point of the built server (put there by svelte.config.js): SvelteKit's listener, plus a notification once it
// listens, request bodies as large as a block, WebSocket upgrades, and a shortcut for service calls. The app handles
// these through hooks (lib/server/http/upgrades.ts, directRequests.ts) that it installs when it loads.

// Older versions lack what Quarry is built with, and would fail with the name of whatever they miss first.
const NEEDED_MAJOR = 24;
if (Number(process.versions.node.split('.')[0]) < NEEDED_MAJOR) {
  console.error(
    `Quarry cannot start: it needs Node ${NEEDED_MAJOR} or newer, and this is ${process.version}. \`npm start\` downloads it.`
  );
  process.exit(1);
}

// By default the listener rejects bodies above 512 KB. Each route has its own limit instead (lib/server/http/proxy.ts,
// lib/server/auth/serve.ts), in development too. The listener reads this before it loads the app.
process.env.BODY_SIZE_LIMIT = 'Infinity';

// Pages poll about every ten seconds and proxies keep connections open for a minute. By default, idle connections would be
// closed after five seconds, and a new connection costs more than a request.
process.env.KEEP_ALIVE_TIMEOUT ||= '65';

// Timers hold 31 bits of milliseconds. One for longer fires at once: a stop would cut off all responses.
const MAX_SECONDS = 2_147_483;
for (const name of ['KEEP_ALIVE_TIMEOUT', 'HEADERS_TIMEOUT', 'SHUTDOWN_TIMEOUT']) {
  const value = process.env[name];
  if (!value) {
    delete process.env[name];
  } else if (!/^\d+$/.test(value) || Number(value) > MAX_SECONDS) {
    console.error(`Quarry cannot start: ${name} must be a number of seconds up to ${MAX_SECONDS}, not "${value}".`);
    process.exit(1);
  }
}

// Variables that the listener also reads but that may be meant for another program. Quarry has its own settings for these:
// they could move the listener to a socket (after deleting an empty file of that name), let any client forge its
// address, or, meant for the parent process, end the start.
const FOREIGN_VARIABLES = [
  'SOCKET_PATH',
  'LISTEN_PID',
  'LISTEN_FDS',
  'ORIGIN',
  'ADDRESS_HEADER',
  'XFF_DEPTH',
  'PROTOCOL_HEADER',
  'HOST_HEADER',
  'PORT_HEADER'
];
for (const name of FOREIGN_VARIABLES) delete process.env[name];

const { server } = await import(new URL('./sveltekit.js', import.meta.url).href);
const NAME = Symbol.for('quarry.listenerHooks');

/** @returns {import('./lib/server/http/upgrades').ListenerHooks | undefined} */
const hooks = () => /** @type {any} */ (globalThis)[NAME];

/** @param {import('node:http').IncomingMessage} request @param {import('node:stream').Duplex} socket @param {Buffer} head */
function upgrade(request, socket, head) {
  // Without a listener, a connection error would end the process.
  socket.on('error', () => socket.destroy());
  try {
    const raw = hooks();
    if (raw) raw.upgrade(request, socket, head);
    else socket.destroy();
  } catch (error) {
    console.error('Quarry failed at an upgrade:', error);
    socket.destroy();
  }
}

/** @param {NodeJS.ErrnoException} error @param {import('node:stream').Duplex} socket */
function malformed(error, socket) {
  const raw = hooks();
  if (raw) raw.malformed(error, socket);
  else socket.destroy();
}

/** @param {import('node:http').IncomingMessage} incoming @param {import('node:http').ServerResponse} outgoing */
function request(incoming, outgoing) {
  const raw = hooks();
  if (!raw) return server.attach(incoming, outgoing);
  raw.inTurn(incoming, outgoing, () => {
    if (!raw.request(incoming, outgoing)) server.attach(incoming, outgoing);
  });
}

// Not earlier: another process might hold the port and answer in place of this one.
function listening() {
  const raw = hooks();
  raw?.limitConnections(server.server);
  raw?.listening();
}

if (server.server.listening) listening();
else server.server.once('listening', listening);
server.server.off('request', server.attach);
server.server.on('request', request);
server.server.on('upgrade', upgrade);
server.server.on('clientError', malformed);
