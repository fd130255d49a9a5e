// The built server with what SvelteKit's listener leaves out: bodies as large as a block, and connections that leave HTTP.
// The app answers those (src/lib/server/http/upgrades.ts) while it is loaded.

// The listener reads its limit before it loads the app, and takes 512 KB where nothing is set. The app's own limits
// (src/lib/server/http/proxy.ts) lie below this one.
process.env.BODY_SIZE_LIMIT ||= '16M';

const { server } = await import(new URL('../../build/index.js', import.meta.url).href);
const NAME = Symbol.for('quarry.rawConnections');

/** @returns {import('../../src/lib/server/http/upgrades').RawConnections | undefined} */
const connections = () => /** @type {any} */ (globalThis)[NAME];

/** @param {import('node:http').IncomingMessage} request @param {import('node:stream').Duplex} socket @param {Buffer} head */
function upgrade(request, socket, head) {
  // Without a listener, an error of the connection would end the process.
  socket.on('error', () => socket.destroy());
  try {
    const raw = connections();
    if (raw) raw.upgrade(request, socket, head);
    else socket.destroy();
  } catch (error) {
    console.error('Quarry failed at an upgrade:', error);
    socket.destroy();
  }
}

/** @param {NodeJS.ErrnoException} error @param {import('node:stream').Duplex} socket */
function malformed(error, socket) {
  const raw = connections();
  if (raw) raw.malformed(error, socket);
  else socket.destroy();
}

server.server.on('upgrade', upgrade);
server.server.on('clientError', malformed);
