// The built server with what SvelteKit's listener leaves out: connections that become WebSockets. The app offers a function
// for them (src/lib/server/upgrades.ts) while it is loaded.

const { server } = await import(new URL('../../build/index.js', import.meta.url).href);
const NAME = Symbol.for('quarry.upgrade');

/** @param {import('node:http').IncomingMessage} request @param {import('node:stream').Duplex} socket @param {Buffer} head */
function upgradeOrRefuse(request, socket, head) {
  const upgrade = /** @type {any} */ (globalThis)[NAME];
  if (upgrade?.(request, socket, head)) return;
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
}

server.server.on('upgrade', upgradeOrRefuse);
