// The built server with what SvelteKit's listener leaves out: bodies as large as a block, and connections that become
// WebSockets. The app offers a function for those (src/lib/server/http/upgrades.ts) while it is loaded.

// The listener reads its limit before it loads the app, and takes 512 KB where nothing is set. The app's own limits
// (src/lib/server/http/proxy.ts) lie below this one.
process.env.BODY_SIZE_LIMIT ||= '16M';

const { server } = await import(new URL('../../build/index.js', import.meta.url).href);
const NAME = Symbol.for('quarry.upgrade');

/** @param {import('node:http').IncomingMessage} request @param {import('node:stream').Duplex} socket @param {Buffer} head */
function upgradeOrRefuse(request, socket, head) {
  // Without a listener, an error of the connection would end the process.
  socket.on('error', () => socket.destroy());
  try {
    const upgrade = /** @type {any} */ (globalThis)[NAME];
    if (upgrade?.(request, socket, head)) return;
    socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  } catch (error) {
    console.error('Quarry failed at an upgrade:', error);
    socket.destroy();
  }
}

server.server.on('upgrade', upgradeOrRefuse);
