import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { claimTemporary } from './temporary';

/**
 * A free port of this machine, unique among the tests until this test file ends: between finding a port and listening
 * on it, the system could assign the same one to another process.
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
