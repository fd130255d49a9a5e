import { expect, test } from 'vitest';
import { MAINNET } from '$lib/chain/network/publicNetworks';
import type { BlockId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import { defaultStart } from '$lib/services/light/defaultStart';

const REQUIRED = MAINNET.hardforkV2.requireHeight;
const idAt = (height: Height) => String(height).padStart(64, '0') as BlockId;

/** A server with a tip at this height, and its oldest block. */
const serverAt = (tip: Height, firstBodyHeight?: Height, requireHeight = REQUIRED) => ({
  tip: async () => ({ height: tip, id: idAt(tip) }),
  state: async () => ({ version: '', startTime: '', ...(firstBodyHeight !== undefined && { firstBodyHeight }) }),
  network: async () => ({ ...MAINNET, hardforkV2: { ...MAINNET.hardforkV2, requireHeight } }),
  indexAt: async ({ params: { height } }: { params: { height: Height } }) => ({ height, id: idAt(height) })
});
const at = (height: Height) => ({ kind: 'block', index: { height, id: idAt(height) } });

test.each([
  ['a short chain', serverAt(10_000), { kind: 'genesis' }],
  ['a long chain', serverAt(REQUIRED + 5_000), at(REQUIRED + 4_000)],
  ['a long chain of version 1 blocks', serverAt(REQUIRED + 500), undefined],
  ['a long chain, just long enough without version 1', serverAt(REQUIRED + 1_000), at(REQUIRED)],
  ['a long chain, one block shorter', serverAt(REQUIRED + 999), undefined],
  ['a short chain from a checkpoint', serverAt(25, 20, 3), at(21)],
  ['a chain of one block after its checkpoint', serverAt(21, 20, 3), at(21)],
  ['a chain that ends with its checkpoint', serverAt(20, 20, 3), undefined],
  ['a long chain from an old checkpoint', serverAt(20_000, 20, 3), at(19_000)],
  ['a long chain with less history stored', serverAt(20_000, 19_700, 3), at(19_701)]
])('verification of %s starts with a block that the server has', async (_, server, start) => {
  expect(await defaultStart(server)).toEqual(start);
});
