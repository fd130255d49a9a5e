// Node's HTTP server alone: says the same text to everything. Its port is the first line that it prints.
import { createServer } from 'node:http';

const [text = ''] = process.argv.slice(2);
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
const server = createServer((_, outgoing) => outgoing.writeHead(200, headers).end(text));
server.listen(0, '127.0.0.1', () => console.log(/** @type {import('node:net').AddressInfo} */ (server.address()).port));
