import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import { NothingToConsolidateError } from '../errors';
import { planSpend, type SpendPlan, type SpendRequest } from './plan';
import { coinSources, isWorthSpending, type CoinSource } from './sources';

export type ConsolidationRequest = Pick<
  SpendRequest,
  'holdings' | 'addresses' | 'network' | 'feePerWeight' | 'only' | 'excluded' | 'medianTimestamp'
> & {
  /** Address of the consolidated output. */
  readonly address: Address;
  /** Default 100; smallest coins first. */
  readonly maxInputs?: number;
};

const DEFAULT_INPUTS = 100;

/**
 * A transaction that combines small coins into one output.
 * @param coins result of {@link coinSources}, if already computed
 * @throws {NothingToConsolidateError} fewer than two coins worth more than the cost of spending them
 */
export function planConsolidation(
  request: ConsolidationRequest,
  coins: readonly CoinSource[] = coinSources(request)
): SpendPlan {
  const { address, maxInputs = DEFAULT_INPUTS, ...rest } = request;
  const small = coins.filter((source) => isWorthSpending(source, request.feePerWeight)).slice(-maxInputs);
  if (small.length < 2) throw new NothingToConsolidateError();
  const recipients = [{ address, coins: hastings(0n) }];
  const only = new Set(small.map(({ coin }) => coin.id));
  return planSpend({ ...rest, only, recipients, sendMax: 0, changeAddress: address }, small);
}
