import type { Generation } from '$lib/chain/transaction/generation';
import type { Address } from '$lib/chain/address';
import type { Hastings } from '$lib/chain/currency/currency';
import type { ChainIndex, CoinOutput, FundOutput, StateElement } from '$lib/chain/element/elements';
import type { Network } from '$lib/chain/network/network';
import type { SatisfiedPolicy, SpendPolicy, UnlockConditions } from '$lib/chain/policy/policy';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import type { CoinSource, FundSource } from './sources';
import type { Transfer } from '../transfer/transfer';

export interface TransferParts {
  readonly generation: Generation;
  readonly network: Network;
  /** Tip of the holdings that the sources come from. */
  readonly basis: ChainIndex;
  readonly coins: readonly CoinSource[];
  readonly funds: readonly FundSource[];
  readonly coinOutputs: readonly CoinOutput[];
  readonly fundOutputs: readonly FundOutput[];
  readonly fee: Hastings;
  /** Where the claims of spent fund units are paid. */
  readonly claimAddress: Address;
}

const unproven = (leafIndex: bigint): StateElement => ({ leafIndex, merkleProof: [] });
const unsigned = (policy: SpendPolicy): SatisfiedPolicy => ({ policy, signatures: [], preimages: [] });

const conditionsOf = (policy: SpendPolicy): UnlockConditions => {
  if (policy.type !== 'uc') throw new RangeError('V1 transactions spend unlock conditions only');
  return policy.unlockConditions;
};

/**
 * The unsigned transaction with these inputs and outputs.
 * @throws {RangeError} a V1 transaction with an input that is not locked by unlock conditions
 */
export function buildTransfer({
  generation,
  network,
  basis,
  coins,
  funds,
  coinOutputs,
  fundOutputs,
  fee,
  claimAddress
}: TransferParts): Transfer {
  const common = { network: network.name, basis, signatures: [], preimages: [] };
  if (generation === 'v2') {
    return {
      ...common,
      generation,
      transaction: {
        ...EMPTY_V2_TRANSACTION,
        coinInputs: coins.map(({ coin: { id, output, maturityHeight, leafIndex = 0n }, owner: { policy } }) => ({
          parent: { id, output, maturityHeight, stateElement: unproven(leafIndex) },
          satisfiedPolicy: unsigned(policy)
        })),
        coinOutputs: [...coinOutputs],
        fundInputs: funds.map(({ fund: { id, output, claimStart, leafIndex }, owner: { policy } }) => ({
          parent: { id, output, claimStart, stateElement: unproven(leafIndex) },
          claimAddress,
          satisfiedPolicy: unsigned(policy)
        })),
        fundOutputs: [...fundOutputs],
        minerFee: fee
      }
    };
  }
  return {
    ...common,
    generation,
    spentCoins: coins.map(({ coin }) => coin.output),
    spentFunds: funds.map(({ fund }) => fund.output),
    transaction: {
      coinInputs: coins.map(({ coin, owner }) => ({ parentId: coin.id, unlockConditions: conditionsOf(owner.policy) })),
      coinOutputs: [...coinOutputs],
      fileContracts: [],
      fileContractRevisions: [],
      storageProofs: [],
      fundInputs: funds.map(({ fund, owner }) => ({
        parentId: fund.id,
        unlockConditions: conditionsOf(owner.policy),
        claimAddress
      })),
      fundOutputs: [...fundOutputs],
      minerFees: fee > 0n ? [fee] : [],
      arbitraryData: [],
      signatures: []
    }
  };
}
