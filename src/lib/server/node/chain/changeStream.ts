import { consensusChange, type DiffSet } from '$lib/api/daemon/changes/changeLayout';
import type { Block } from '$lib/chain/block/block';
import type { CoinElement } from '$lib/chain/element/elements';
import type { FileContract } from '$lib/chain/element/fileContract';
import type { BlockId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import { unixSeconds } from '$lib/chain/time';
import type { ApplyUpdate } from '$lib/chain/proof/update';
import { childPowTarget, medianTimestamp } from '$lib/consensus/state';
import { encode } from '$lib/codec/layout';
import { ancestorAt } from './ancestors';
import { replayApply } from './replay';
import type { ChainChange } from '../store/changes';
import type { ChainStore } from '../store/store';

/** The change in its binary form, with the diffs of every block computed from the store. */
export function encodeChange(store: ChainStore, network: Network, change: ChainChange, isNewest: boolean): Uint8Array {
  const applied = change.applied.map((id) => blockDiffs(store, network, id));
  const reverted = change.reverted.map((id) => blockDiffs(store, network, id));
  const state = applied.at(-1)!.state;
  return encode(consensusChange, {
    id: change.id,
    reverted: reverted.map(({ block }) => block),
    applied: applied.map(({ block }) => block),
    revertedDiffs: reverted.map(({ diffs }) => reversed(diffs)),
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

/** Coins that mature at the block's height: created `maturityDelay` blocks earlier on the same branch. */
function maturedBy(store: ChainStore, network: Network, block: Block, state: ChainState): CoinElement[] {
  const height = state.index.height - network.maturityDelay;
  if (height < 0) return [];
  const { update } = replayApply(store, network, ancestorAt(store, block.parentId, height)!);
  return update.coinElements
    .filter(({ created, coinElement }) => created && coinElement.maturityHeight === BigInt(state.index.height))
    .map(({ coinElement }) => coinElement);
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

/** The inverse of a diff set: in reverse order, each with the opposite direction. */
const reversed = (diffs: DiffSet): DiffSet => {
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
