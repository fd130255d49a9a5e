import { type OwnedCoin, type OwnedFund, claimOf } from '$lib/wallet/sync/coins';
import type { CoinOutputId } from '$lib/chain/ids';
import type { CoinRow, FundRow } from './views';
import type { Address } from '$lib/chain/address';
import { addHastings, hastings, type Hastings } from '$lib/chain/currency/currency';

export const coinView = (coin: OwnedCoin, frozen: ReadonlySet<CoinOutputId>): CoinRow => ({
  id: coin.id,
  address: coin.output.address,
  value: coin.output.value,
  maturityHeight: Number(coin.maturityHeight),
  frozen: frozen.has(coin.id)
});

const NO_COINS = hastings(0n);

/** What each address holds, maturing coins included; addresses without coins are missing. */
export function balancesOf(coins: Iterable<OwnedCoin>): ReadonlyMap<Address, Hastings> {
  const balances = new Map<Address, Hastings>();
  for (const { output } of coins)
    balances.set(output.address, addHastings(balances.get(output.address) ?? NO_COINS, output.value));
  return balances;
}

/** @param fundTaxRevenue total contract tax so far, in hastings */
export const fundView = (fund: OwnedFund, fundTaxRevenue: Hastings): FundRow => ({
  id: fund.id,
  address: fund.output.address,
  units: fund.output.value,
  claim: claimOf(fund, fundTaxRevenue)
});
