import { once } from 'node:events';
import { closeSync, openSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A port of this computer that nobody listens on, and that no other test is given while this process runs: between our
 * asking and a server's listening, the system may hand the same port to somebody else.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await unusedPort();
    if (reserve(port)) return port;
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

const reserved = new Set<string>();
process.once('exit', () => reserved.forEach((file) => rmSync(file, { force: true })));

function reserve(port: number): boolean {
  const file = join(tmpdir(), `quarry-test-port-${port}`);
  try {
    closeSync(openSync(file, 'wx'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  reserved.add(file);
  return true;
}
