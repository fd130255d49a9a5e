// The entry of the built server (svelte.config.js puts it there): SvelteKit's listener with what that leaves out: word
// that it listens, bodies as large as a block, connections that leave HTTP, and calls of services on a shorter way. The
// app answers those (lib/server/http/upgrades.ts, directRequests.ts) while it is loaded.

// The listener refuses bodies above 512 KB where nothing is set, and reads this before it loads the app. Every body is
// limited by its route (lib/server/http/proxy.ts, lib/server/auth/serve.ts), in development as well as here.
process.env.BODY_SIZE_LIMIT = 'Infinity';

// Pages ask every ten seconds or so, proxies keep connections for a minute, and each new connection costs more than a
// request; where nothing is set they would be closed after five seconds.
process.env.KEEP_ALIVE_TIMEOUT ||= '65';

for (const name of ['KEEP_ALIVE_TIMEOUT', 'HEADERS_TIMEOUT', 'SHUTDOWN_TIMEOUT']) {
  const value = process.env[name];
  if (value === undefined || /^\d+$/.test(value)) continue;
  console.error(`Quarry cannot start: ${name} must be a number of seconds, not "${value}".`);
  process.exit(1);
}

// Other programs' variables, which the listener reads too, and Quarry has settings of its own for: they would move it to a
// socket (after deleting an empty file of that name), or let anybody say what address a request comes from.
const OTHERS = [
  'SOCKET_PATH',
  'ORIGIN',
  'ADDRESS_HEADER',
  'XFF_DEPTH',
  'PROTOCOL_HEADER',
  'HOST_HEADER',
  'PORT_HEADER'
];
for (const name of OTHERS) delete process.env[name];

const { server } = await import(new URL('./sveltekit.js', import.meta.url).href);
const NAME = Symbol.for('quarry.listenerHooks');

/** @returns {import('./lib/server/http/upgrades').ListenerHooks | undefined} */
const hooks = () => /** @type {any} */ (globalThis)[NAME];

/** @param {import('node:http').IncomingMessage} request @param {import('node:stream').Duplex} socket @param {Buffer} head */
function upgrade(request, socket, head) {
  // Without a listener, an error of the connection would end the process.
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
  if (!hooks()?.request(incoming, outgoing)) server.attach(incoming, outgoing);
}

// Only now: until then another process may hold the port, and answer in our place.
function listening() {
  hooks()?.listening();
}

if (server.server.listening) listening();
else server.server.once('listening', listening);
server.server.off('request', server.attach);
server.server.on('request', request);
server.server.on('upgrade', upgrade);
server.server.on('clientError', malformed);
