import type { Block } from '$lib/chain/block/block';
import { UNASSIGNED_LEAF_INDEX, type ChainIndex } from '$lib/chain/element/elements';
import { unlockHash } from '$lib/chain/policy/policyAddress';
import { claimOutputId, coinOutputId, fundOutputId, minerOutputId } from '$lib/chain/transaction/transactionIds';
import {
  v2ClaimOutputId,
  v2CoinOutputId,
  v2ContractOutputId,
  v2FundOutputId,
  v2TransactionId
} from '$lib/chain/transaction/v2TransactionIds';
import type { V2FileContract } from '$lib/chain/element/fileContract';
import type { V2Resolution } from '$lib/chain/transaction/v2Transaction';
import type { OwnAddresses } from './chainEvents';

/** Ids of outputs that a block creates and spends, by its transactions and payouts. */
export interface BlockOutputs {
  /** Outputs to own addresses, without payouts of V1 contracts and the foundation. */
  readonly created: ReadonlySet<string>;
  /** All inputs. */
  readonly spent: ReadonlySet<string>;
}

/** The outputs of a block at its index. */
export function blockOutputs(index: ChainIndex, block: Block, own: OwnAddresses): BlockOutputs {
  const created = new Set<string>();
  const spent = new Set<string>();
  block.minerPayouts.forEach(({ address }, i) => own.has(address) && created.add(minerOutputId(index.id, i)));
  for (const txn of block.transactions) {
    txn.coinOutputs.forEach(({ address }, i) => own.has(address) && created.add(coinOutputId(txn, i)));
    txn.fundOutputs.forEach(({ address }, i) => own.has(address) && created.add(fundOutputId(txn, i)));
    for (const { parentId } of txn.coinInputs) spent.add(parentId);
    for (const { parentId, claimAddress } of txn.fundInputs) {
      spent.add(parentId);
      if (own.has(claimAddress)) created.add(claimOutputId(parentId));
    }
  }
  for (const txn of block.v2?.transactions ?? []) {
    const pays = [...txn.coinOutputs, ...txn.fundOutputs].some(({ address }) => own.has(address));
    if (pays) {
      const id = v2TransactionId(txn);
      txn.coinOutputs.forEach(({ address }, i) => own.has(address) && created.add(v2CoinOutputId(id, i)));
      txn.fundOutputs.forEach(({ address }, i) => own.has(address) && created.add(v2FundOutputId(id, i)));
    }
    for (const { parent } of txn.coinInputs) spent.add(parent.id);
    for (const { parent, claimAddress } of txn.fundInputs) {
      spent.add(parent.id);
      if (own.has(claimAddress)) created.add(v2ClaimOutputId(parent.id));
    }
    for (const { parent, resolution } of txn.fileContractResolutions) {
      const { renter, host } = payees(parent.fileContract, resolution);
      if (own.has(renter)) created.add(v2ContractOutputId(parent.id, 'renter'));
      if (own.has(host)) created.add(v2ContractOutputId(parent.id, 'host'));
    }
  }
  return { created, spent };
}

const payees = ({ renterOutput, hostOutput }: V2FileContract, resolution: V2Resolution) =>
  resolution.type === 'renewal'
    ? { renter: resolution.renewal.finalRenterOutput.address, host: resolution.renewal.finalHostOutput.address }
    : { renter: renterOutput.address, host: hostOutput.address };

/** Ids of own outputs from earlier blocks that the block's inputs spend. */
export function ownOutputsSpent({ transactions, v2 }: Block, own: OwnAddresses): ReadonlySet<string> {
  const v1Inputs = transactions.flatMap(({ coinInputs, fundInputs }) => [...coinInputs, ...fundInputs]);
  const v2Inputs = (v2?.transactions ?? []).flatMap(({ coinInputs, fundInputs }) => [...coinInputs, ...fundInputs]);
  return new Set<string>([
    ...v1Inputs.filter((input) => own.has(unlockHash(input.unlockConditions))).map(({ parentId }) => parentId),
    ...v2Inputs
      .filter(({ parent }) => parent.stateElement.leafIndex !== UNASSIGNED_LEAF_INDEX && own.has(parent.output.address))
      .map(({ parent }) => parent.id)
  ]);
}
