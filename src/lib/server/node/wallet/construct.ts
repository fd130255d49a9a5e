import type { ConstructRequest, Funded } from '$lib/api/wallet-server/walletSchemas';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import { fundUnits, subtractHastings, type FundUnits, type Hastings } from '$lib/chain/currency/currency';
import type { Hash256 } from '$lib/chain/ids';
import type { SpendPolicy, UnlockConditions } from '$lib/chain/policy/policy';
import {
  EMPTY_TRANSACTION,
  WHOLE_TRANSACTION,
  type Transaction,
  type TransactionSignature
} from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { AppError } from '$lib/errors';
import type { ChainManager } from '../chain/chainManager';
import { elementsOf, idsOf, outputSelection, type SelectionParts } from './outputSelection';

/** No address for the change or the claim. The void address is the default of requests without one. */
export class NoChangeAddressError extends AppError {
  readonly code = 'node/no-change-address';
  constructor() {
    super('change address must be specified');
  }
}

const NO_CONDITIONS: UnlockConditions = { timelock: 0n, publicKeys: [], signaturesRequired: 0n };

/**
 * Builds unsigned transactions from a wallet's outputs. Selected outputs stay reserved, unless building fails.
 * @param wallet number of an existing wallet
 */
export function walletConstructor(parts: SelectionParts, wallet: number) {
  const { store, chain, reservations } = parts;
  const policies = new Map<Address, SpendPolicy | undefined>();
  const policyOf = (address: Address): SpendPolicy | undefined => {
    if (!policies.has(address)) policies.set(address, store.wallets.address(wallet, address)?.spendPolicy);
    return policies.get(address);
  };
  const { coinsWorth, fundsWorth, select } = outputSelection(parts, wallet);

  return {
    /** A V1 transaction with an empty signature for each that is required. */
    v1(request: ConstructRequest, fee: Hastings): Transaction {
      const conditionsOf = (address: Address): UnlockConditions | undefined => {
        const policy = policyOf(address);
        return policy?.type === 'uc' ? policy.unlockConditions : undefined;
      };
      const { coins, funds, ...outputs } = select(request, fee, (address) => conditionsOf(address) !== undefined);
      const inputOf = <E extends { readonly id: string; readonly output: { readonly address: Address } }>({
        id,
        output
      }: E) => ({ parentId: id as E['id'], unlockConditions: conditionsOf(output.address)! });
      const coinInputs = coins.map(inputOf);
      const fundInputs = funds.map((fund) => ({ ...inputOf(fund), claimAddress: request.changeAddress }));
      return {
        ...EMPTY_TRANSACTION,
        ...outputs,
        coinInputs,
        fundInputs,
        minerFees: [fee],
        signatures: [...coinInputs, ...fundInputs].flatMap(emptySignatures)
      };
    },

    /** A V2 transaction whose policies have no signatures yet. */
    v2(request: ConstructRequest, fee: Hastings): V2Transaction {
      const { coins, funds, ...outputs } = select(request, fee, (address) => policyOf(address) !== undefined);
      const { numLeaves } = chain.state.elements;
      const satisfiedPolicyOf = ({ output }: { readonly output: { readonly address: Address } }) => ({
        policy: policyOf(output.address)!,
        signatures: [],
        preimages: []
      });
      return {
        ...EMPTY_V2_TRANSACTION,
        ...outputs,
        coinInputs: coins.map((coin) => ({
          parent: store.prove(coin, numLeaves),
          satisfiedPolicy: satisfiedPolicyOf(coin)
        })),
        fundInputs: funds.map((fund) => ({
          parent: store.prove(fund, numLeaves),
          claimAddress: request.changeAddress,
          satisfiedPolicy: satisfiedPolicyOf(fund)
        })),
        minerFee: fee
      };
    },

    /** Adds inputs worth `amount`, and their change, to a V1 transaction; the signer adds the unlock conditions. */
    fund(transaction: Transaction, amount: Hastings, changeAddress: Address): Funded {
      const { chosen, total } = coinsWorth(amount, () => true);
      const change = subtractHastings(total, amount);
      const inputs = elementsOf(chosen).map(({ id }) => ({ parentId: id, unlockConditions: NO_CONDITIONS }));
      const outputs = change > 0n ? [{ value: change, address: spendable(changeAddress) }] : [];
      reservations.reserve(idsOf(chosen));
      return funded(chain, idsOf(chosen), {
        ...transaction,
        coinInputs: [...transaction.coinInputs, ...inputs],
        coinOutputs: [...transaction.coinOutputs, ...outputs]
      });
    },

    /** The same for fund units. Without a claim address, the claim is paid to the change address. */
    fundUnits(transaction: Transaction, amount: FundUnits, changeAddress: Address, claimAddress: Address): Funded {
      const { chosen, total } = fundsWorth(amount, () => true);
      const change = total - amount;
      const inputs = elementsOf(chosen).map(({ id }) => ({
        parentId: id,
        unlockConditions: NO_CONDITIONS,
        claimAddress: spendable(claimAddress === VOID_ADDRESS ? changeAddress : claimAddress)
      }));
      const outputs = change > 0n ? [{ value: fundUnits(change), address: spendable(changeAddress) }] : [];
      reservations.reserve(idsOf(chosen));
      return funded(chain, idsOf(chosen), {
        ...transaction,
        fundInputs: [...transaction.fundInputs, ...inputs],
        fundOutputs: [...transaction.fundOutputs, ...outputs]
      });
    }
  };
}

/** @throws {NoChangeAddressError} */
function spendable(address: Address): Address {
  if (address === VOID_ADDRESS) throw new NoChangeAddressError();
  return address;
}

const funded = (chain: ChainManager, toSign: readonly string[], transaction: Transaction): Funded => ({
  basis: chain.tip,
  transaction,
  toSign: toSign as readonly Hash256[],
  dependsOn: []
});

/** Empty signatures for the first keys, as many as the conditions require. */
const emptySignatures = ({
  parentId,
  unlockConditions
}: {
  readonly parentId: string;
  readonly unlockConditions: UnlockConditions;
}): TransactionSignature[] =>
  // The number of signatures comes from a request and may be any; there is none without a key.
  unlockConditions.publicKeys.slice(0, Number(unlockConditions.signaturesRequired)).map((_, index) => ({
    parentId: parentId as Hash256,
    publicKeyIndex: BigInt(index),
    timelock: 0n,
    coveredFields: WHOLE_TRANSACTION,
    signature: new Uint8Array(0)
  }));
