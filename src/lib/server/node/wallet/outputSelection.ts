import type { ConstructRequest } from '$lib/api/wallet-server/walletSchemas';
import type { Address } from '$lib/chain/address';
import {
  fundUnits,
  hastings,
  subtractHastings,
  sumHastings,
  type FundUnits,
  type Hastings
} from '$lib/chain/currency/currency';
import type { CoinOutput, FundOutput } from '$lib/chain/element/elements';
import { AppError } from '$lib/errors';
import type { ChainManager } from '../chain/chainManager';
import type { TransactionPool } from '../pool/transactionPool';
import type { StoredCoin } from '../store/coins';
import type { StoredFund } from '../store/funds';
import type { ChainStore } from '../store/store';
import { poolOutputs } from './poolView';
import type { Reservations } from './reservations';

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

export interface SelectionParts {
  readonly store: ChainStore;
  readonly chain: ChainManager;
  readonly pool: TransactionPool;
  readonly reservations: Reservations;
}

/**
 * Selects a wallet's outputs that are neither spent in the pool nor reserved; coins only if they are mature.
 * @param wallet number of an existing wallet
 */
export function outputSelection({ store, chain, pool, reservations }: SelectionParts, wallet: number) {
  /** Tells which outputs are neither spent in the pool nor reserved. */
  const freeOutputs = () => {
    const { spent } = poolOutputs(pool, chain);
    return ({ element: { id } }: StoredCoin | StoredFund) => !spent.has(id) && !reservations.has(id);
  };

  /** @throws {NotEnoughError | NoPolicyError} */
  const coinsWorth = (amount: Hastings, isUsable: (address: Address) => boolean) => {
    const isFree = freeOutputs();
    const isMature = ({ element }: StoredCoin) => element.maturityHeight <= BigInt(chain.tip.height);
    const free = filtered(store.coins.unspentOfWallet(wallet), (coin) => isMature(coin) && isFree(coin));
    return selectOutputs('coin', free, amount, isUsable);
  };
  /** @throws {NotEnoughError | NoPolicyError} */
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

  return { coinsWorth, fundsWorth, select };
}

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

export const elementsOf = <E>(stored: readonly { readonly element: E }[]): E[] => stored.map(({ element }) => element);
export const idsOf = (stored: readonly (StoredCoin | StoredFund)[]): string[] =>
  stored.map(({ element }) => element.id);
