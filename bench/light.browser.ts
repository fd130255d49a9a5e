/**
 * Speed of chain verification in a page, in a real Chromium: headers alone, decoded blocks, and blocks including
 * decoding of the wallet server's responses; extrapolated to the main network's 600,000 blocks. The blocks contain one
 * payout each. Run it on a quiet machine: `npx vitest run --config bench/browser.config.ts light`.
 */
import { expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf, v2Commitment } from '$lib/chain/block/commitment';
import { hastings } from '$lib/chain/currency/currency';
import { ZERO_BLOCK_ID } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import { blockReward } from '$lib/chain/network/rewards';
import type { ChainState } from '$lib/chain/block/state';
import { MAX_TARGET, meetsTarget } from '$lib/chain/target';
import { unixSeconds } from '$lib/chain/time';
import { parseJson, stringifyJson } from '$lib/codec/json';
import { decodeJson, encodeJson } from '$lib/api/schemas/codec';
import { chainUpdates, type ChainUpdates } from '$lib/api/wallet-server/schemas';
import { applyBlock, applyHeader } from '$lib/consensus/apply/applyBlock';
import { followFeed, lightTip, startAtGenesis, type LightPosition } from '$lib/consensus/light/lightChain';
import { childHeight, childPowTarget, genesisState } from '$lib/consensus/state';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { validateHeader } from '$lib/consensus/validate/validateHeader';

const BLOCKS = 2_000;
const AT_ONCE = 100;
const ROUNDS = 7;
const MAINNET_BLOCKS = 600_000;
const START = unixSeconds(1_700_000_000);
const address = `${'0'.repeat(64)}89eb0d6a8a69` as Address;
const COIN = 10n ** 24n;

const network: Network = {
  name: 'bench',
  initialCoinbase: hastings(300_000n * COIN),
  minimumCoinbase: hastings(30_000n * COIN),
  initialTarget: MAX_TARGET,
  blockInterval: 600_000_000_000n,
  maturityDelay: 144,
  hardforkDevAddr: { height: 1, oldAddress: address, newAddress: address },
  hardforkTax: { height: 1 },
  hardforkStorageProof: { height: 1 },
  hardforkOak: { height: 1, fixHeight: 1, genesisTimestamp: START },
  hardforkASIC: { height: 1, oakTime: 600_000_000_000n, oakTarget: MAX_TARGET, nonceFactor: 1009n },
  hardforkFoundation: { height: 1, primaryAddress: address, failsafeAddress: address },
  hardforkV2: { allowHeight: 1, requireHeight: 2, finalCutHeight: 3, ephemeralOutputHeight: 0 }
};
const genesis: Block = { parentId: ZERO_BLOCK_ID, nonce: 0n, timestamp: START, minerPayouts: [], transactions: [] };

function childOf(state: ChainState): Block {
  const height = childHeight(state);
  const payout = { value: blockReward(network, height), address };
  const commitment = v2Commitment(state, address, [], []);
  const timestamp = unixSeconds(state.prevTimestamps[0]! + 600);
  const v2 = { height, commitment, transactions: [] };
  const block = { parentId: state.index.id, nonce: 0n, timestamp, minerPayouts: [payout], transactions: [], v2 };
  const target = childPowTarget(network, state);
  const header = blockHeaderOf(block);
  let nonce = 0n;
  while (!meetsTarget(blockId({ ...header, nonce }), target)) nonce += 1009n;
  return { ...block, nonce };
}

/** Responses of an update feed, a hundred blocks each. */
function answers(): ChainUpdates[] {
  let { state } = applyBlock(network, genesisState(network), genesis, EMPTY_SUPPLEMENT);
  return Array.from({ length: BLOCKS / AT_ONCE }, () => ({
    reverted: [],
    applied: Array.from({ length: AT_ONCE }, () => {
      const block = childOf(state);
      const applied = applyBlock(network, state, block, EMPTY_SUPPLEMENT);
      state = applied.state;
      return { block, state, update: applied.update };
    })
  }));
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

test('headers and blocks a second', () => {
  const feeds = answers();
  const texts = feeds.map((feed) => stringifyJson(encodeJson(chainUpdates, feed)));
  const headers = feeds.flatMap(({ applied }) => applied.map(({ block }) => blockHeaderOf(block)));
  const from = startAtGenesis(network, genesis);
  const last = feeds.at(-1)!.applied.at(-1)!.state;

  const followAll = (read: (i: number) => ChainUpdates) => {
    let position: LightPosition = from;
    for (let i = 0; i < feeds.length; i++) position = followFeed(network, position, read(i));
    expect(lightTip(position).index).toEqual(last.index);
  };
  const ways: Record<string, () => void> = {
    headers: () => {
      let state = lightTip(from);
      for (const header of headers) {
        validateHeader(network, state, header);
        state = applyHeader(network, state, header);
      }
      expect(state.index).toEqual(last.index);
    },
    blocks: () => followAll((i) => feeds[i]!),
    answers: () => followAll((i) => decodeJson(chainUpdates, parseJson(texts[i]!)))
  };
  const took = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, run] of Object.entries(ways)) {
      const startMs = performance.now();
      run();
      // The first round is warm-up.
      if (round > 0) took.set(name, [...(took.get(name) ?? []), performance.now() - startMs]);
    }
  }
  for (const [name, all] of took) {
    const perSecond = (ms: number) => Math.round((BLOCKS * 1_000) / ms);
    const minutes = (MAINNET_BLOCKS / perSecond(median(all)) / 60).toFixed(1);
    const range = `${perSecond(Math.max(...all))} to ${perSecond(Math.min(...all))}`;
    console.log(`${name}: ${perSecond(median(all))} a second (${range}); 600,000 take ${minutes} minutes`);
  }
  console.log(`an answer of ${AT_ONCE} blocks has ${(texts.at(-1)!.length / 1_000).toFixed(0)} KB`);
});
