import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BadRequestError } from '$lib/api/http/errors';
import { SetValidator } from '$lib/state/chain/transactionSet.svelte';

let stored: Map<string, string>;
let listeners: ((event: { key: string }) => void)[];

beforeEach(() => {
  stored = new Map();
  listeners = [];
  vi.stubGlobal('addEventListener', (_: string, listener: (typeof listeners)[number]) => listeners.push(listener));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text)
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** What another tab enters. */
function enterElsewhere(text: string) {
  const [key] = stored.keys();
  stored.set(key!, JSON.stringify(text));
  for (const listener of listeners) listener({ key: key! });
}

function validator(validate: () => Promise<void>) {
  const daemon = { consensus: { validate } } as unknown as ConstructorParameters<typeof SetValidator>[0];
  const set = new SetValidator(daemon, () => 1);
  set.text = '[]';
  return set;
}

test('a set entered in another tab does not keep the verdict of the one before', async () => {
  const set = validator(async () => undefined);
  await set.check();
  expect(set.verdict.step).toBe('accepted');
  enterElsewhere('[{}]');
  expect([set.text, set.verdict.step]).toEqual(['[{}]', 'none']);
});

test('a set entered in another tab during a validation does not get its verdict', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const set = validator(() => promise);
  const checking = set.check();
  enterElsewhere('[{}]');
  resolve();
  await checking;
  expect(set.verdict.step).toBe('none');
});

test.each([
  ['a rejection by the node', 400, 'refused'],
  ['a limit of a proxy, which says nothing about the set', 429, 'failed']
])('%s (%d) is shown as such', async (_, status, step) => {
  const exchange = { method: 'POST', path: '/consensus/validate/transactionset' };
  const set = validator(() => Promise.reject(new BadRequestError(exchange, status, '')));
  await set.check();
  expect(set.verdict.step).toBe(step);
});
