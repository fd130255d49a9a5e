import { describe, expect, test } from 'vitest';
import { StepQueue } from '$lib/async/stepQueue';
import { ZERO_BLOCK_ID, type BlockId } from '$lib/chain/ids';
import { Refusal } from '$lib/server/node/errors';
import { walletChainHandlers, type WalletChainParts } from '$lib/server/node/handlers/walletChain';
import type { PeerNetwork } from '$lib/server/node/peers/peerNetwork';

const NOW_MS = 1_763_000_000_000;

/** @param parts of which the handler under test needs only some */
const handlers = (parts: object) =>
  walletChainHandlers({
    store: {},
    chain: {},
    clock: () => NOW_MS,
    startedMs: 0,
    ...parts
  } as unknown as WalletChainParts);

test('a peer to connect is dialed, and refused by a node without connections', async () => {
  const dialed: string[] = [];
  const peers = { connect: async (address: string) => void dialed.push(address) } as unknown as PeerNetwork;
  const request = { body: '192.0.2.1:9981' } as never;
  await handlers({ peers }).connectPeer(request, {} as never);
  expect(dialed).toEqual(['192.0.2.1:9981']);
  await expect(handlers({}).connectPeer(request, {} as never)).rejects.toMatchObject({
    code: 'wallet-server/no-peers-to-add'
  });
});

test.each([
  [3 * 60 * 60, false],
  [3 * 60 * 60 + 1, true]
])('a tip of %i s is too old: %s', (ageS, isTooOld) => {
  const { health } = handlers({ chain: { state: { prevTimestamps: [NOW_MS / 1000 - ageS] } } });
  const answer = () => health({} as never, {} as never);
  const expected = { code: 'wallet-server/tip-too-old', data: { minutes: 180 } };
  if (isTooOld) expect(answer).toThrow(expect.objectContaining(expected));
  else expect(answer()).toBeUndefined();
});

test('peers are listed by address, version and direction', () => {
  const peer = { address: '192.0.2.1:9981', version: '2.0.0', inbound: true };
  const { peers } = handlers({ peers: { peers: [{ ...peer, host: '192.0.2.1' }] } });
  expect(peers({} as never, {} as never)).toEqual([peer]);
  expect(handlers({}).peers({} as never, {} as never)).toEqual([]);
});

describe('a chain that begins with a checkpoint at height 5, and whose blocks below 7 are pruned', () => {
  const idOf = (height: number) => height.toString(16).padStart(64, '0') as BlockId;
  const [SIDE, INVALID, UNKNOWN] = ['aa', 'bb', 'cc'].map((byte) => byte.repeat(32) as BlockId);
  const isBest = (height: number) => height >= 5 && height <= 9;
  const statusOf = (id: BlockId) => {
    if (id === SIDE) return 'header';
    if (id === INVALID) return 'invalid';
    return isBest(parseInt(id, 16)) ? 'full' : undefined;
  };
  const heightOf = (id: BlockId) => (id === SIDE || id === INVALID ? 8 : parseInt(id, 16));
  const store = {
    firstBody: 7,
    blocks: {
      first: () => ({ height: 5, id: idOf(5) }),
      bestAt: (height: number) => (isBest(height) ? idOf(height) : undefined),
      place: (id: BlockId) => statusOf(id) && { height: heightOf(id), status: statusOf(id) }
    },
    block: (id: BlockId) =>
      statusOf(id) && heightOf(id) >= 7
        ? { status: statusOf(id), block: `block ${id}`, state: `state ${id}` }
        : undefined
  };
  const its = handlers({ store, chain: { genesisId: 'genesis' } });
  /** The answer, or the code of the refusal. */
  const ask = async (work: () => unknown): Promise<unknown> => {
    try {
      return await work();
    } catch (error) {
      return error instanceof Refusal ? error.code.replace('wallet-server/', '') : error;
    }
  };
  const steps = (route: 'block' | 'checkpoint' | 'updates', request: object) =>
    ask(() => new StepQueue().run<unknown>(its[route](request as never)));
  const read = (route: 'block' | 'checkpoint', idOrHeight: string | number) =>
    steps(route, { params: { idOrHeight: `${idOrHeight}` } });

  test('reports both heights, unless it has all blocks from genesis on', () => {
    expect(its.state({} as never, {} as never)).toMatchObject({ firstHeight: 5, firstBodyHeight: 7 });
    for (const first of [() => undefined, () => ({ height: 0 })]) {
      const state = handlers({ store: { firstBody: 0, blocks: { first } } }).state({} as never, {} as never);
      expect(Object.keys(state)).toEqual(['version', 'startTime', 'indexMode']);
    }
  });

  test.each<[string | number, string]>([
    [9, `block ${idOf(9)}`],
    [idOf(7), `block ${idOf(7)}`],
    [SIDE!.toUpperCase(), `block ${SIDE}`],
    [6, 'before-first-block'],
    [idOf(6), 'before-first-block'],
    [4, 'before-first-block'],
    [10, 'height-not-found'],
    [UNKNOWN!, 'block-not-found'],
    [INVALID!, 'block-not-found'],
    [`${SIDE}a`, 'id-unreadable'],
    [`a${SIDE}`, 'id-unreadable'],
    [SIDE!.slice(1), 'id-unreadable']
  ])('has a block %s: %s', async (idOrHeight, expected) => {
    expect(await read('block', idOrHeight)).toBe(expected);
  });

  test('has no state of blocks that were validated by their headers only', async () => {
    expect(await read('checkpoint', 8)).toEqual({ state: `state ${idOf(8)}`, block: `block ${idOf(8)}` });
    expect(await read('checkpoint', SIDE!)).toBe('block-not-found');
  });

  test.each<[number, unknown]>([
    [0, { height: 0, id: 'genesis' }],
    [1, 'before-first-block'],
    [4, 'before-first-block'],
    [5, { height: 5, id: idOf(5) }],
    [10, 'height-not-found']
  ])('has an index at height %i: %j', async (height, expected) => {
    expect(await ask(() => its.indexAt({ params: { height } } as never, {} as never))).toEqual(expected);
  });

  test.each<[string, { readonly height: number; readonly id: BlockId }, number | undefined, string]>([
    ['no block', { height: 9, id: UNKNOWN! }, 0, 'limit-out-of-range'],
    ['one block', { height: 9, id: UNKNOWN! }, 1, 'unknown-basis'],
    ['a hundred blocks', { height: 9, id: UNKNOWN! }, 100, 'unknown-basis'],
    ['more than that', { height: 9, id: UNKNOWN! }, 101, 'limit-out-of-range'],
    ['those after an unknown block below', { height: 5, id: UNKNOWN! }, undefined, 'before-first-block'],
    ['those after a block below', { height: 9, id: idOf(5) }, undefined, 'before-first-block'],
    ['those from genesis on', { height: 9, id: ZERO_BLOCK_ID }, undefined, 'before-first-block']
  ])('refuses updates: %s', async (_, index, limit, expected) => {
    expect(await steps('updates', { params: { index }, query: { limit } })).toBe(expected);
  });

  test('refuses updates from genesis on, also if it is the only block that is missing', async () => {
    const { updates } = handlers({ store: { firstBody: 1, blocks: { first: () => ({ height: 1 }) } } });
    const request = { params: { index: { height: 0, id: ZERO_BLOCK_ID } }, query: {} };
    expect(await ask(() => new StepQueue().run<unknown>(updates(request as never) as never))).toBe(
      'before-first-block'
    );
  });
});
