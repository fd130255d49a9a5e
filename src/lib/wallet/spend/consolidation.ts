import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import { NothingToConsolidateError } from '../errors';
import { planSpend, type SpendPlan, type SpendRequest } from './plan';
import { coinSources, isWorthSpending, momentOf } from './sources';

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
 * @throws {NothingToConsolidateError} fewer than two coins worth more than the cost of spending them
 */
export function planConsolidation(request: ConsolidationRequest): SpendPlan {
  const { address, maxInputs = DEFAULT_INPUTS, ...rest } = request;
  const small = coinSources(request, momentOf(request))
    .filter((source) => isWorthSpending(source, request.feePerWeight))
    .reverse()
    .slice(0, maxInputs);
  if (small.length < 2) throw new NothingToConsolidateError();
  return planSpend({
    ...rest,
    only: new Set(small.map(({ coin }) => coin.id)),
    recipients: [{ address, coins: hastings(0n) }],
    sendMax: 0,
    changeAddress: address
  });
}
