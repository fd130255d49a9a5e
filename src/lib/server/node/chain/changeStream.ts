import { consensusChange, type DiffSet } from '$lib/api/daemon/changes/changeLayout';
import type { Block } from '$lib/chain/block/block';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { CoinElement } from '$lib/chain/element/elements';
import type { FileContract } from '$lib/chain/element/fileContract';
import type { BlockId, FileContractId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import { unixSeconds } from '$lib/chain/time';
import { fileContractId } from '$lib/chain/transaction/transactionIds';
import { revisedContract } from '$lib/consensus/apply/applyTransaction';
import type { ApplyUpdate } from '$lib/chain/proof/update';
import { fileContractTax } from '$lib/consensus/contractTax';
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
  const { block } = stored;
  const before = store.state(block.parentId);
  return {
    block,
    state,
    diffs: {
      ...coinDiffs(update, maturedBy(store, network, block, state)),
      contracts: contractDiffs(block, update),
      funds: fundDiffs(update),
      fundPool: before ? poolDiffs(network, block, before, state) : []
    }
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

function coinDiffs(update: ApplyUpdate, matured: readonly CoinElement[]): Pick<DiffSet, 'coins' | 'delayedCoins'> {
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
  return { coins, delayedCoins };
}

/** One for each V1 contract, as in a daemon's stream, then one for the tax on all V2 contracts. */
function poolDiffs(network: Network, { transactions }: Block, before: ChainState, after: ChainState) {
  const diffs: DiffSet['fundPool'] = [];
  let previous = before.fundTaxRevenue;
  const adjustTo = (adjusted: Hastings) => {
    diffs.push({ direction: true, previous, adjusted });
    previous = adjusted;
  };
  for (const contract of transactions.flatMap(({ fileContracts }) => fileContracts)) {
    adjustTo(hastings(previous + fileContractTax(network, before, contract)));
  }
  if (previous !== after.fundTaxRevenue) adjustTo(after.fundTaxRevenue);
  return diffs;
}

const fundDiffs = ({ fundElements }: ApplyUpdate): DiffSet['funds'] =>
  fundElements.flatMap(({ fundElement: { id, output, claimStart }, created, spent }) => {
    const shown = { id, output: { ...output, claimStart } };
    return [...(created ? [{ direction: true, ...shown }] : []), ...(spent ? [{ direction: false, ...shown }] : [])];
  });

/** Every step in a daemon's order, including those that a later transaction of the block replaces. */
function contractDiffs({ transactions }: Block, { fileContractElements }: ApplyUpdate): DiffSet['contracts'] {
  const diffs: DiffSet['contracts'] = [];
  const contracts = new Map(
    fileContractElements.map(({ fileContractElement: { id, fileContract } }) => [id, fileContract])
  );
  const add = (id: FileContractId, contract: FileContract) => {
    diffs.push({ direction: true, id, contract });
    contracts.set(id, contract);
  };
  const remove = (id: FileContractId) => {
    const contract = contracts.get(id)!;
    diffs.push({ direction: false, id, contract });
    contracts.delete(id);
    return contract;
  };
  for (const txn of transactions) {
    txn.fileContracts.forEach((contract, index) => add(fileContractId(txn, index), contract));
    for (const revision of txn.fileContractRevisions) {
      add(revision.parentId, revisedContract(revision, remove(revision.parentId)));
    }
    for (const { parentId } of txn.storageProofs) remove(parentId);
  }
  for (const { fileContractElement, resolved } of fileContractElements) {
    if (resolved && contracts.has(fileContractElement.id)) remove(fileContractElement.id);
  }
  return diffs;
}

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
