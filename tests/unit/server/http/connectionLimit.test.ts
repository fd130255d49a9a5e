import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limitConnections, maxConnections } from '$lib/server/http/connectionLimit';
import { eventually } from '../../../support/eventually';

test.each([
  ['most of a usual number', 20_000, 9_872],
  ['fewer than half of a small number', 1_024, 384],
  ['a few, of whatever there is', 64, 32]
])('clients get %s of handles, and none of those that files, peers and code need', (_, handles, connections) => {
  expect(maxConnections(handles)).toBe(connections);
});

test.runIf(process.platform === 'linux')('the limit of this process is read', () => {
  expect(maxConnections()).toBeGreaterThan(0);
});

describe('a server with places for 16 connections, two of which it keeps free,', () => {
  const USED = 14;
  let server: Server;
  let port: number;
  let waiting: ServerResponse[];
  let clients: Socket[];
  beforeEach(async () => {
    waiting = [];
    clients = [];
    server = createServer((incoming, outgoing) => {
      incoming.resume();
      if (incoming.url === '/wait') waiting.push(outgoing);
      else outgoing.end('here');
    });
    server.on('upgrade', (_, socket) => {
      // Ends with its client.
      socket.resume().write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
      socket.once('end', () => socket.end());
    });
    // Never closed for their age.
    server.keepAliveTimeout = 0;
    limitConnections(server, 16);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(async () => {
    for (const client of clients) client.destroy();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });

  /** Connects, one after the other. @param text sent at once */
  async function join(count: number, text?: string): Promise<Socket[]> {
    const joined: Socket[] = [];
    for (let i = 0; i < count; i++) {
      const accepted = once(server, 'connection');
      const client = connect(port, '127.0.0.1', () => text && client.write(text)).on('error', () => undefined);
      joined.push(client);
      await accepted;
    }
    clients.push(...joined);
    return joined;
  }
  const request = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: node\r\n${headers}\r\n`;
  const answerOf = async (client: Socket): Promise<string> => ((await once(client, 'data')) as [Buffer])[0].toString();
  const closedOf = (of: readonly Socket[]) => of.map(({ destroyed, readableEnded }) => destroyed || readableEnded);
  const listening = (of: readonly Socket[]) => of.forEach((client) => client.resume());

  test('gives newcomers the places of those that have been silent for longest', async () => {
    const silent = await join(USED);
    listening(silent);
    for (let i = 1; i <= 3; i++) {
      const [newcomer] = await join(1, request('/'));
      expect(await answerOf(newcomer!)).toContain('here');
      await eventually(() => expect(closedOf(silent).filter(Boolean)).toHaveLength(i));
    }
    expect(closedOf(silent).slice(0, 4)).toEqual([true, true, true, false]);
  });

  test.each([
    ['waits for a response', request('/wait')],
    ['was upgraded', request('/', 'connection: upgrade\r\nupgrade: websocket\r\n')],
    ['has sent the whole body', request('/wait', 'content-length: 2\r\n') + 'ab']
  ])('leaves a connection alone that %s', async (_, text) => {
    const [busy] = await join(1, text);
    await eventually(() => expect(waiting.length > 0 || busy!.bytesRead > 0).toBe(true));
    const silent = await join(USED - 1);
    listening([busy!, ...silent]);
    await join(1);
    await eventually(() => expect(closedOf(silent)[0]).toBe(true));
    expect(closedOf([busy!])).toEqual([false]);
  });

  test('counts those as silent whose requests were answered, and those that are slow to send theirs', async () => {
    const [slow] = await join(1, request('/wait', 'content-length: 3\r\n') + 'ab');
    const [answered] = await join(1);
    const silent = await join(USED - 2);
    answered!.write(request('/'));
    expect(await answerOf(answered!)).toContain('here');
    listening([slow!, answered!, ...silent]);
    await join(2);
    await eventually(() => expect(closedOf([slow!, silent[0]!, answered!])).toEqual([true, true, false]));
    await join(USED - 2);
    await eventually(() => expect(closedOf([answered!, silent.at(-1)!])).toEqual([true, true]));
  });
});
