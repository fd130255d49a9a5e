// Node's bare HTTP server: sends the same text in response to everything. Its first line of output is its port.
import { createServer } from 'node:http';

const [text = ''] = process.argv.slice(2);
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
const server = createServer((_, outgoing) => outgoing.writeHead(200, headers).end(text));
server.listen(0, '127.0.0.1', () => console.log(/** @type {import('node:net').AddressInfo} */ (server.address()).port));
