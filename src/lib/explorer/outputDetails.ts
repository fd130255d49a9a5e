import type { WalletEvent } from '$lib/api/wallet-server/events';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { CoinElement, FundElement } from '$lib/chain/element/elements';
import { coinLeafHash, fundLeafHash } from '$lib/chain/proof/elementLeaf';
import type { CoinOutputId, FundOutputId, Hash256 } from '$lib/chain/ids';
import { containsLeaf } from '$lib/consensus/accumulator/accumulator';
import { undefinedIfNotFound } from '$lib/api/http/undefinedIfNotFound';

/** An output as a wallet server returns it. */
export type OutputFacts =
  | {
      readonly kind: 'coins';
      readonly element: CoinElement | undefined;
      readonly spent: boolean;
      readonly spentBy: WalletEvent | undefined;
      readonly proof: ProofCheck;
    }
  | {
      readonly kind: 'funds';
      readonly element: FundElement | undefined;
      readonly spent: boolean;
      readonly spentBy: WalletEvent | undefined;
      readonly proof: ProofCheck;
    };

/** Whether the proof verifies against the server's chain state; `none` for a spent output. */
export type ProofCheck = 'leads' | 'does-not-lead' | 'none';

/** The coin or fund output with an id; undefined if the server does not have it. */
export async function readOutputFacts(
  wallet: WalletServer,
  id: Hash256,
  signal: AbortSignal
): Promise<OutputFacts | undefined> {
  const options = { signal };
  const [coinId, fundId] = [id as string as CoinOutputId, id as string as FundOutputId];
  const [coin, fund] = await Promise.all([
    undefinedIfNotFound(wallet.coinOutputSpent({ params: { id: coinId } }, options)),
    undefinedIfNotFound(wallet.fundOutputSpent({ params: { id: fundId } }, options))
  ]);
  if (coin?.spent) {
    const element = coin.event && spentElement(coin.event, id).coin;
    return { kind: 'coins', element, spent: true, spentBy: coin.event, proof: 'none' };
  }
  if (fund?.spent) {
    const element = fund.event && spentElement(fund.event, id).fund;
    return { kind: 'funds', element, spent: true, spentBy: fund.event, proof: 'none' };
  }
  if (coin) {
    const { element, proof } = await proven(
      wallet,
      id,
      () => wallet.coinOutput({ params: { id: coinId } }, options),
      (found) => coinLeafHash(found, false),
      signal
    );
    return { kind: 'coins', element, spent: false, spentBy: undefined, proof };
  }
  if (!fund) return undefined;
  const { element, proof } = await proven(
    wallet,
    id,
    () => wallet.fundOutput({ params: { id: fundId } }, options),
    (found) => fundLeafHash(found, false),
    signal
  );
  return { kind: 'funds', element, spent: false, spentBy: undefined, proof };
}

/** A new block between the two requests makes a correct proof fail; then both are repeated once. */
async function proven<E extends CoinElement | FundElement>(
  wallet: WalletServer,
  id: Hash256,
  read: () => Promise<E>,
  leafHash: (element: E) => Uint8Array,
  signal: AbortSignal
): Promise<{ element: E; proof: ProofCheck }> {
  const attempt = async () => {
    const [element, state] = await Promise.all([read(), wallet.tipState({}, { signal })]);
    // The proof of another output says nothing about this one.
    const isThis = (element.id as string) === id;
    const leads = isThis && containsLeaf(state.elements, element.stateElement, leafHash(element));
    return { element, proof: leads ? ('leads' as const) : ('does-not-lead' as const) };
  };
  const first = await attempt();
  return first.proof === 'leads' ? first : attempt();
}

/** The output as contained in the transaction that spent it. */
function spentElement({ data }: WalletEvent, id: string): { coin?: CoinElement; fund?: FundElement } {
  if (data.type === 'v2Transaction') {
    return {
      coin: data.transaction.coinInputs.find(({ parent }) => parent.id === id)?.parent,
      fund: data.transaction.fundInputs.find(({ parent }) => parent.id === id)?.parent
    };
  }
  if (data.type !== 'v1Transaction') return {};
  return {
    coin: data.spentCoins.find((element) => element.id === id),
    fund: data.spentFunds.find((element) => element.id === id)
  };
}
