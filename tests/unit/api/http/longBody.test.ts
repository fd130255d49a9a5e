import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { decodeRequest } from '$lib/api/http/request';
import { json, nothing, post } from '$lib/api/http/route';
import { StepQueue } from '$lib/async/stepQueue';
import { addressFromHash } from '$lib/chain/address';
import { walletServerRoutes } from '$lib/api/wallet-server/routes';

const addressOf = (i: number) => addressFromHash(new Uint8Array(32).fill(i % 256).fill(i >> 8, 0, 1));
const bodyOf = (text: string, signal = new AbortController().signal) => ({
  query: '',
  headers: { 'content-type': 'application/json' },
  body: [new TextEncoder().encode(text)],
  signal
});
const broadcastOf = (outputs: number, changes: object = {}) =>
  JSON.stringify({
    basis: { height: 1, id: '11'.repeat(32) },
    transactions: [
      { svccoinOutputs: Array.from({ length: outputs }, (_, i) => ({ value: '1', address: addressOf(i) })) }
    ],
    v2transactions: [{ minerFee: '5', arbitraryData: btoa('x'.repeat(30_000)), ...changes }]
  });

test('a long body is decoded as at once, with the same errors', async () => {
  const { broadcast } = walletServerRoutes;
  for (const text of [
    broadcastOf(3_000),
    broadcastOf(3_000, { svccoinOutputs: [{ value: '1', address: 'zz' }] }),
    broadcastOf(3_000, { svccoinOutputs: Array.from({ length: 100_001 }, () => 0) }),
    broadcastOf(3_000).slice(0, -1),
    `[${broadcastOf(3_000)}]`
  ]) {
    const outcome = (steps?: StepQueue) =>
      decodeRequest(broadcast, {}, bodyOf(text), { steps }).catch(
        ({ code, field, reason }: Record<string, unknown>) => ({ code, field, reason })
      );
    expect(await outcome(new StepQueue())).toEqual(await outcome());
  }
});

test('other work is done while a long body is decoded', async () => {
  let ticks = 0;
  const ticking = setInterval(() => ticks++, 0);
  const steps = new StepQueue();
  await decodeRequest(walletServerRoutes.broadcast, {}, bodyOf(broadcastOf(40_000)), { steps });
  expect(ticks).toBeGreaterThan(1);
  clearInterval(ticking);
});

test('long bodies are decoded one after the other; those of clients that leave are not', async () => {
  const seen: string[] = [];
  const record = z.pipe(
    z.string(),
    z.transform((text: string) => (seen.push(text.slice(0, 1)), text))
  );
  const route = post('/x', json(record), nothing);
  const steps = new StepQueue();
  const leaving = new AbortController();
  const send = (letter: string, signal?: AbortSignal) =>
    decodeRequest(route, {}, bodyOf(JSON.stringify(letter.repeat(150_000)), signal), { steps });
  const first = send('a');
  const left = send('b', leaving.signal);
  const last = send('c');
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  await Promise.all([first, last]);
  expect(seen).toEqual(['a', 'c']);
  const parsing = vi.spyOn(JSON, 'parse');
  await decodeRequest(route, {}, bodyOf('"short"'), { steps });
  expect(parsing).toHaveBeenCalledOnce();
  parsing.mockRestore();
});
