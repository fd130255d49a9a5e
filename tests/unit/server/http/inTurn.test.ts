import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { inTurn } from '$lib/server/http/inTurn';

test('of what has been read of a client that sends too much at once, no more requests are made', async () => {
  let requests = 0;
  const server = createServer((incoming, outgoing) => {
    requests++;
    inTurn(incoming, outgoing, () => setTimeout(() => outgoing.end(), 1_000));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', () => undefined);
    // Node reads 64 KB at once.
    client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(1_500));
    await once(client, 'close');
    expect(requests).toBe(102);
  } finally {
    server.close();
  }
});
