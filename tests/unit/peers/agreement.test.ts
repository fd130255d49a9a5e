import { expect, test } from 'vitest';
import { StreamReader } from '$lib/peers/byteStream';
import { agree } from '$lib/peers/mux/agreement';
import { nodeCrypto } from '$lib/server/node/peers/crypto';
import { settle } from '../../support/manualClock';
import { ScriptedStream } from '../../support/peers/bytePipe';

const version = Uint8Array.of(3);

test.each([
  ['the dialer sends its version first', 'dial', [], [[3]]],
  ['the acceptor waits for it', 'accept', [], []],
  ['the acceptor responds with its own', 'accept', [version], [[3]]]
] as const)('%s', async (_, role, received, written) => {
  const stream = new ScriptedStream(received, false);
  const agreeing = agree(stream, new StreamReader(stream), { role, crypto: nodeCrypto }).catch(() => undefined);
  await settle();
  expect(stream.written.map((bytes) => [...bytes])).toEqual(written);
  stream.close();
  await agreeing;
});
