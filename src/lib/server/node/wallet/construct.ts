import type { ConstructRequest, Funded } from '$lib/api/wallet-server/walletSchemas';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import {
  fundUnits,
  hastings,
  subtractHastings,
  sumHastings,
  type FundUnits,
  type Hastings
} from '$lib/chain/currency/currency';
import type { CoinOutput, FundOutput } from '$lib/chain/element/elements';
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
import { poolOutputs } from './poolView';
import type { Reservations } from './reservations';
import type { StoredCoin } from '../store/coins';
import type { StoredFund } from '../store/funds';
import type { ChainStore } from '../store/store';
import type { TransactionPool } from '../pool/transactionPool';

/** The wallet's unreserved outputs do not cover the amount. */
export class NotEnoughError extends AppError {
  readonly code = 'node/insufficient-funds';
  constructor(readonly kind: 'coin' | 'fund') {
    super(`failed to select ${kind} elements: insufficient funds`);
  }
}

/** Enough outputs, but at an address whose spend policy the server does not know. */
export class NoPolicyError extends AppError {
  readonly code = 'node/no-policy';
  constructor(readonly address: Address) {
    super(`no spend policy that fits is stored with address ${address}`);
  }
}

/** No address for the change or the claim. The void address is the default of requests without one. */
export class NoChangeAddressError extends AppError {
  readonly code = 'node/no-change-address';
  constructor() {
    super('change address must be specified');
  }
}

export interface ConstructorParts {
  readonly store: ChainStore;
  readonly chain: ChainManager;
  readonly pool: TransactionPool;
  readonly reservations: Reservations;
}

const NO_CONDITIONS: UnlockConditions = { timelock: 0n, publicKeys: [], signaturesRequired: 0n };

/**
 * Builds unsigned transactions from a wallet's outputs. Selected outputs stay reserved, unless building fails.
 * @param wallet number of an existing wallet
 */
export function walletConstructor(parts: ConstructorParts, wallet: number) {
  const { store, chain, pool, reservations } = parts;
  const policies = new Map<Address, SpendPolicy | undefined>();
  const policyOf = (address: Address): SpendPolicy | undefined => {
    if (!policies.has(address)) policies.set(address, store.wallets.address(wallet, address)?.spendPolicy);
    return policies.get(address);
  };
  const freeOutputs = () => {
    const { spent } = poolOutputs(pool, chain);
    return ({ element: { id } }: StoredCoin | StoredFund) => !spent.has(id) && !reservations.has(id);
  };

  const coinsWorth = (amount: Hastings, isUsable: (address: Address) => boolean) => {
    const isFree = freeOutputs();
    const isMature = ({ element }: StoredCoin) => element.maturityHeight <= BigInt(chain.tip.height);
    const free = filtered(store.coins.unspentOfWallet(wallet), (coin) => isMature(coin) && isFree(coin));
    return selectOutputs('coin', free, amount, isUsable);
  };
  const fundsWorth = (amount: FundUnits, isUsable: (address: Address) => boolean) =>
    selectOutputs('fund', filtered(store.funds.unspentOfWallet(wallet), freeOutputs()), amount, isUsable);

  /** Selects and reserves inputs for a request and a fee; returns them and the outputs with change. */
  function select({ coins, funds, changeAddress }: ConstructRequest, fee: Hastings, isUsable: (a: Address) => boolean) {
    const coinAmount = sumHastings([...coins.map(({ value }) => value), fee]);
    const fundAmount = fundUnits(funds.reduce((sum, { value }) => sum + value, 0n));
    const chosenCoins = coinsWorth(coinAmount, isUsable);
    const chosenFunds = fundsWorth(fundAmount, isUsable);
    reservations.reserve(idsOf([...chosenCoins.chosen, ...chosenFunds.chosen]));
    const coinOutputs: CoinOutput[] = [...coins];
    const coinChange = subtractHastings(chosenCoins.total, coinAmount);
    if (coinChange > 0n) coinOutputs.push({ value: coinChange, address: changeAddress });
    const fundOutputs: FundOutput[] = [...funds];
    const fundChange = chosenFunds.total - fundAmount;
    if (fundChange > 0n) fundOutputs.push({ value: fundUnits(fundChange), address: changeAddress });
    return { coins: elementsOf(chosenCoins.chosen), funds: elementsOf(chosenFunds.chosen), coinOutputs, fundOutputs };
  }

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

interface Selected<S> {
  readonly chosen: readonly S[];
  readonly total: Hastings;
}

/** Takes outputs in list order until they cover the amount; none for an amount of zero. */
function selectOutputs<S extends StoredCoin | StoredFund>(
  kind: 'coin' | 'fund',
  candidates: Iterable<S>,
  amount: bigint,
  isUsable: (address: Address) => boolean
): Selected<S> {
  const chosen: S[] = [];
  let total = 0n;
  let unusable: Address | undefined;
  if (amount > 0n) {
    for (const candidate of candidates) {
      const { value, address } = candidate.element.output;
      if (!isUsable(address)) {
        unusable ??= address;
        continue;
      }
      chosen.push(candidate);
      total += value;
      if (total >= amount) break;
    }
  }
  if (total >= amount) return { chosen, total: hastings(total) };
  throw unusable === undefined ? new NotEnoughError(kind) : new NoPolicyError(unusable);
}

function* filtered<T>(items: Iterable<T>, keep: (item: T) => boolean): Generator<T> {
  for (const item of items) if (keep(item)) yield item;
}

const elementsOf = <E>(stored: readonly { readonly element: E }[]): E[] => stored.map(({ element }) => element);
const idsOf = (stored: readonly (StoredCoin | StoredFund)[]): string[] => stored.map(({ element }) => element.id);

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
