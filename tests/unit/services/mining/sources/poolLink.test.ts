import { expect, test } from 'vitest';
import { POOL_FLOOD, POOL_UNTRUSTED } from '$lib/api/quarry/pool';
import type { PoolLink } from '$lib/mining/stratum/stratumConnection';
import { openPoolLink, poolUrl, type LinkSocket } from '$lib/services/mining/sources/poolLink';

/** A socket that a test opens, feeds and closes. */
function socketInHand() {
  const sent: string[] = [];
  let readyState = 0;
  const end = (code: number, reason: string) => socket.onclose?.({ code, reason, wasClean: true } as CloseEvent);
  const socket: LinkSocket = {
    OPEN: 1,
    get readyState() {
      return readyState;
    },
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (line) => void sent.push(line),
    close: () => end(1000, '')
  };
  const open = () => {
    readyState = socket.OPEN;
    socket.onopen?.(new Event('open'));
  };
  const receive = (data: unknown) => socket.onmessage?.({ data } as MessageEvent<unknown>);
  return { socket, sent, open, receive, end };
}

/** Reads lines until they end. @returns the lines so far, and a promise that settles at their end */
function readLines({ lines }: PoolLink) {
  const read: string[] = [];
  const reading = (async () => {
    for await (const line of lines) read.push(line);
  })();
  return { read, reading };
}

test.each([
  ['http://localhost:8080/mine', undefined, 'ws://localhost:8080/'],
  ['https://quarry.example/mine?x', 'two', 'wss://quarry.example/']
])('the URL for page %s and connection %s is that of the page’s server', (page, connection, begin) => {
  const url = poolUrl(page, connection);
  expect(url.href.startsWith(begin)).toBe(true);
  expect(url.searchParams.get('connection') ?? undefined).toBe(connection);
});

test('lines pass both ways, and the end has a reason', async () => {
  const { socket, sent, open, receive, end } = socketInHand();
  const opening = openPoolLink(socket, new AbortController().signal);
  open();
  const link = await opening;
  link.send('{"id":1}');
  receive('{"id":1,"result":true}');
  receive(new ArrayBuffer(2));
  end(POOL_UNTRUSTED, 'self-signed');
  const { read, reading } = readLines(link);
  await expect(reading).rejects.toMatchObject({ code: 'pool/untrusted' });
  expect([sent, read]).toEqual([['{"id":1}'], ['{"id":1,"result":true}']]);
});

test('an abort before the socket opens rejects', async () => {
  const { socket } = socketInHand();
  await expect(openPoolLink(socket, AbortSignal.abort())).rejects.toMatchObject({ code: 'pool/away' });
});

test('an abort after the socket opened leaves it open, so that responses still arrive', async () => {
  const { socket, open, receive, end } = socketInHand();
  const stopping = new AbortController();
  const opening = openPoolLink(socket, stopping.signal);
  open();
  const link = await opening;
  stopping.abort();
  receive('{"id":9,"result":true}');
  end(1000, '');
  const { read, reading } = readLines(link);
  await expect(reading).rejects.toMatchObject({ code: 'pool/away' });
  expect(read).toEqual(['{"id":9,"result":true}']);
});

test('a socket with too many unread lines is closed, and they are dropped', async () => {
  const { socket, open, receive } = socketInHand();
  let closed = 0;
  const close = socket.close.bind(socket);
  socket.close = () => (closed++, close());
  const opening = openPoolLink(socket, new AbortController().signal);
  open();
  const link = await opening;
  for (let i = 0; i < 100_000; i++) receive('{}');
  const { read, reading } = readLines(link);
  await expect(reading).rejects.toMatchObject({ code: 'pool/flood' });
  expect([read.length, closed]).toEqual([0, 1]);
});

test('a flood that the server stopped has its own error', async () => {
  const { socket, open, end } = socketInHand();
  const opening = openPoolLink(socket, new AbortController().signal);
  open();
  const link = await opening;
  end(POOL_FLOOD, 'lines');
  await expect(readLines(link).reading).rejects.toMatchObject({ code: 'pool/flood', what: 'lines' });
});
