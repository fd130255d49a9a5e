import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { claimTemporary } from './temporary';

/**
 * A port of this computer that nobody listens on, and that no other test is given while this test file runs: between our
 * asking and a server's listening, the system may hand the same port to somebody else.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await unusedPort();
    if (claimTemporary(`test-port-${port}`)) return port;
  }
}

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
