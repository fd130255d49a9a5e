import { expect, test } from 'vitest';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { hastings } from '$lib/chain/currency/currency';
import type { BlockId } from '$lib/chain/ids';
import { ForeignOutputError } from '$lib/services/wallet/errors';
import type { ImportResult, ImportStep } from '$lib/services/wallet/sync/importOutputs';
import { OutputImport } from '$lib/state/wallet/outputImport.svelte';

const basis = { height: 7, id: '11'.repeat(32) as BlockId };
const result: ImportResult = { basis, coins: 1, value: hastings(5n), funds: 0, known: 0, spent: 0 };
const server = (name: string) => ({ id: name, name, server: {} as WalletServer });

/** Steps until it is stopped, or ends as the server's name says. */
async function* importFrom({ name }: { readonly name: string }, signal: AbortSignal) {
  yield { type: 'waiting', height: 7 } satisfies ImportStep;
  await Promise.resolve();
  if (name === 'endless') await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  signal.throwIfAborted();
  if (name === 'liar') throw new ForeignOutputError('22'.repeat(32));
  return result;
}

test('servers are requested one after another, and each result is kept', async () => {
  const work = new OutputImport({ importFrom });
  await work.start(server('one'));
  await work.start(server('liar'));
  expect(work.problem).toMatchObject({ code: 'wallet/foreign-output' });
  await work.start(server('two'));
  expect(work.problem).toBeUndefined();
  expect(work.results.map(({ name }) => name)).toEqual(['one', 'two']);
  expect(work).toMatchObject({ step: undefined, busy: false });
});

test('a stopped import is not a problem, and the next one can start', async () => {
  const work = new OutputImport({ importFrom });
  const endless = work.start(server('endless'));
  await expect.poll(() => work.step).toEqual({ type: 'waiting', height: 7 });
  await work.start(server('beside it'));
  expect(work.busy).toBe(true);
  work.stop();
  await endless;
  expect(work).toMatchObject({ results: [], problem: undefined, busy: false, step: undefined });
  await work.start(server('one'));
  expect(work.results).toHaveLength(1);
});
