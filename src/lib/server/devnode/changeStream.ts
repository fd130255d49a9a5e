import { address32 } from '$lib/chain/address';
import { v1Block, type Block } from '$lib/chain/block';
import { v1Currency, v1FundUnits } from '$lib/chain/currency';
import { v1CoinOutput, type CoinElement } from '$lib/chain/elements';
import { fileContract, type FileContract } from '$lib/chain/fileContract';
import { coinOutputId32, fileContractId32, fundOutputId32, hash256, type BlockId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network';
import type { ChainState } from '$lib/chain/state';
import { work256 } from '$lib/chain/target';
import { timestamp64, unixSeconds } from '$lib/chain/time';
import type { ApplyUpdate } from '$lib/chain/update';
import { childPowTarget, medianTimestamp } from '$lib/consensus/state';
import { bool, encode, list, struct, u64, type Decoded } from '$lib/codec/layout';
import { replayApply } from './replay';
import type { ChainChange } from './store/changes';
import type { ChainStore } from './store/store';

// Direction true means that the thing is there after the change.
const coinDiff = struct({ direction: bool, id: coinOutputId32, output: v1CoinOutput });
const contractDiff = struct({ direction: bool, id: fileContractId32, contract: fileContract });
const fundOutputWithClaim = struct({ value: v1FundUnits, address: address32, claimStart: v1Currency });
const fundDiff = struct({ direction: bool, id: fundOutputId32, output: fundOutputWithClaim });
const delayedCoinDiff = struct({ direction: bool, id: coinOutputId32, output: v1CoinOutput, maturityHeight: u64 });
const fundPoolDiff = struct({ direction: bool, previous: v1Currency, adjusted: v1Currency });

/** What one block changed, as the older interface counts it. */
export const diffSet = struct({
  coins: list(coinDiff),
  contracts: list(contractDiff),
  funds: list(fundDiff),
  delayedCoins: list(delayedCoinDiff),
  fundPool: list(fundPoolDiff)
});
export type DiffSet = Decoded<typeof diffSet>;

/**
 * One change of the stream. The interface is older than V2: of V2 blocks it shows the V1 part and what happened to
 * coins, fund units and the fund pool; V2 transactions and V2 contracts have no place in it.
 */
export const consensusChange = struct({
  id: hash256,
  reverted: list(v1Block),
  applied: list(v1Block),
  revertedDiffs: list(diffSet),
  appliedDiffs: list(diffSet),
  childTarget: work256,
  minChildTimestamp: timestamp64,
  synced: bool
});

/** The change in its binary form, with all it did looked up again. */
export function encodeChange(store: ChainStore, network: Network, change: ChainChange, isNewest: boolean): Uint8Array {
  const applied = change.applied.map((id) => blockDiffs(store, network, id));
  const reverted = change.reverted.map((id) => blockDiffs(store, network, id));
  const state = applied.at(-1)!.state;
  return encode(consensusChange, {
    id: change.id,
    reverted: reverted.map(({ block }) => block),
    applied: applied.map(({ block }) => block),
    revertedDiffs: reverted.map(({ diffs }) => turnedBack(diffs)),
    appliedDiffs: applied.map(({ diffs }) => diffs),
    childTarget: childPowTarget(network, state),
    minChildTimestamp: unixSeconds(Math.ceil(medianTimestamp(state))),
    synced: isNewest
  });
}

function blockDiffs(store: ChainStore, network: Network, id: BlockId) {
  const { stored, update, state } = replayApply(store, network, id);
  const before = store.state(stored.block.parentId);
  return {
    block: stored.block,
    state,
    diffs: diffsOf(update, maturedBy(store, network, stored.block, state), before, state)
  };
}

/** Coins whose maturity height is the block's own: made `maturityDelay` blocks before it, on its own branch. */
function maturedBy(store: ChainStore, network: Network, block: Block, state: ChainState): CoinElement[] {
  const height = state.index.height - network.maturityDelay;
  if (height < 0) return [];
  const { update } = replayApply(store, network, ancestorAt(store, block.parentId, height));
  return update.coinElements
    .filter(({ created, coinElement }) => created && coinElement.maturityHeight === BigInt(state.index.height))
    .map(({ coinElement }) => coinElement);
}

function ancestorAt(store: ChainStore, id: BlockId, height: number): BlockId {
  let at = store.blocks.get(id)!;
  while (at.height > height) {
    const best = store.blocks.bestAt(at.height) === at.id ? store.blocks.bestAt(height) : undefined;
    at = store.blocks.get(best ?? at.parentId)!;
  }
  return at.id;
}

function diffsOf(
  update: ApplyUpdate,
  matured: readonly CoinElement[],
  before: ChainState | undefined,
  after: ChainState
): DiffSet {
  const coins: DiffSet['coins'] = [];
  const delayedCoins: DiffSet['delayedCoins'] = [];
  for (const { coinElement, created, spent } of update.coinElements) {
    const { id, output, maturityHeight } = coinElement;
    if (created && maturityHeight > 0n) delayedCoins.push({ direction: true, id, output, maturityHeight });
    else if (created) coins.push({ direction: true, id, output });
    if (spent) coins.push({ direction: false, id, output });
  }
  for (const { id, output, maturityHeight } of matured) {
    delayedCoins.push({ direction: false, id, output, maturityHeight });
    coins.push({ direction: true, id, output });
  }
  const previous = before?.fundTaxRevenue ?? after.fundTaxRevenue;
  return {
    coins,
    contracts: contractDiffs(update),
    funds: fundDiffs(update),
    delayedCoins,
    fundPool: previous === after.fundTaxRevenue ? [] : [{ direction: true, previous, adjusted: after.fundTaxRevenue }]
  };
}

const fundDiffs = ({ fundElements }: ApplyUpdate): DiffSet['funds'] =>
  fundElements.flatMap(({ fundElement: { id, output, claimStart }, created, spent }) => {
    const shown = { id, output: { ...output, claimStart } };
    return [...(created ? [{ direction: true, ...shown }] : []), ...(spent ? [{ direction: false, ...shown }] : [])];
  });

const contractDiffs = ({ fileContractElements }: ApplyUpdate): DiffSet['contracts'] =>
  fileContractElements.flatMap(({ fileContractElement: { id, fileContract: before }, created, revision, resolved }) => {
    const shown = (direction: boolean, contract: FileContract) => ({ direction, id, contract });
    return [
      ...(created ? [shown(true, before)] : []),
      ...(revision ? [shown(false, before), shown(true, revision)] : []),
      ...(resolved ? [shown(false, revision ?? before)] : [])
    ];
  });

/** The same changes undone: last first, each the other way round. */
const turnedBack = (diffs: DiffSet): DiffSet => {
  const flipped = <D extends { direction: boolean }>(items: readonly D[]): D[] =>
    items.toReversed().map((item) => ({ ...item, direction: !item.direction }));
  return {
    coins: flipped(diffs.coins),
    contracts: flipped(diffs.contracts),
    funds: flipped(diffs.funds),
    delayedCoins: flipped(diffs.delayedCoins),
    fundPool: flipped(diffs.fundPool)
  };
};
