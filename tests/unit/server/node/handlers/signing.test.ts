import { expect, test, vi } from 'vitest';
import { WALLET_SERVER_BOUNDS } from '$lib/api/parameterBounds';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import type { Seed } from '$lib/wallet/keys/seed';
import { signingHandlers, type SigningParts } from '$lib/server/node/handlers/signing';
import { SeedVault } from '$lib/server/node/signing/seedVault';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

const { largest: MAX_KEYS } = WALLET_SERVER_BOUNDS.keys;
const ALLOW_HEIGHT = 10;
const { tip } = TestChain.create();
const network = { ...testPreset.network, hardforkV2: { ...testPreset.network.hardforkV2, allowHeight: ALLOW_HEIGHT } };
const stateAt = (height: number) => ({ ...tip, index: { ...tip.index, height } });

/** The handlers of a node at genesis, and its vault, which has no keys. */
function handlersOf() {
  const vault = { list: vi.fn(() => []), keys: vi.fn(() => []), derive: vi.fn(() => []) };
  return { vault, handlers: signingHandlers({ vault, chain: { state: tip, network } } as unknown as SigningParts) };
}
const requestOf = (parts: object) => ({ params: { id: '1' }, query: {}, body: {}, ...parts }) as never;

test.each(['seeds', 'keys'] as const)('a page of %s has 100 items unless another number is asked for', (route) => {
  const { vault, handlers } = handlersOf();
  const pageOf = (query: object) => {
    void handlers[route](requestOf({ query }), {} as never);
    return (route === 'seeds' ? vault.list : vault.keys).mock.lastCall?.at(-1) as unknown;
  };
  expect(pageOf({})).toEqual({ offset: 0, limit: 100 });
  for (const limit of [1, 500]) expect(pageOf({ offset: 7, limit })).toEqual({ offset: 7, limit });
  const refused = expect.objectContaining({ code: 'signing-server/limit-out-of-range' });
  for (const limit of [0, 501]) expect(() => pageOf({ limit })).toThrow(refused);
});

test('as many keys are derived at once as the API allows, and no more', async () => {
  const { vault, handlers } = handlersOf();
  const derive = (count: number) => handlers.deriveKeys(requestOf({ body: { count } }), {} as never);
  expect(await derive(MAX_KEYS)).toEqual({ keys: [] });
  expect(vault.derive.mock.lastCall).toEqual(['1', MAX_KEYS]);
  const data = { least: 1, most: MAX_KEYS };
  const refused = expect.objectContaining({ code: 'signing-server/count-out-of-range', data });
  for (const count of [0, MAX_KEYS + 1]) expect(() => derive(count)).toThrow(refused);
});

test.each<[string, object, string]>([
  ['a network only', { network }, 'signing-server/state-missing'],
  ['a state only', { state: tip }, 'signing-server/network-missing'],
  ['a tip whose child may not be of V2', { network, state: stateAt(ALLOW_HEIGHT - 2) }, 'signing-server/v2-not-yet'],
  ['nothing, by a node at such a tip', {}, 'signing-server/v2-not-yet']
])('a V2 transaction is not signed for %s', (_, given, code) => {
  const body = { transaction: EMPTY_V2_TRANSACTION, ...given };
  expect(() => handlersOf().handlers.signV2(requestOf({ body }), {} as never)).toThrow(
    expect.objectContaining({ code })
  );
});

test('a V2 transaction is signed for the first block that may be of V2', async () => {
  const body = { transaction: EMPTY_V2_TRANSACTION, network, state: stateAt(ALLOW_HEIGHT - 1) };
  const signed = { transaction: EMPTY_V2_TRANSACTION, fullySigned: true };
  expect(await handlersOf().handlers.signV2(requestOf({ body }), {} as never)).toEqual(signed);
});

test('a V1 transaction that nobody has signed is refused', () => {
  const body = { transaction: EMPTY_TRANSACTION };
  expect(() => handlersOf().handlers.sign(requestOf({ body }), {} as never)).toThrow(
    expect.objectContaining({ code: 'signing-server/nothing-signed' })
  );
});

test('a seed is wiped from the memory of its caller once it is stored', () => {
  const vault = new SeedVault(':memory:', 'secret', () => 0);
  const seed = new Uint8Array(32).fill(7) as Seed;
  vault.add(seed);
  expect(seed).toEqual(new Uint8Array(32));
  vault.close();
});
