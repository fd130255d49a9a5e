import { DEFAULT_ALLOWANCE } from '$lib/server/node/renter/allowance';
import type { RenterAction, RenterState } from '$lib/server/node/renter/state';
import { FakeChain, openMarket } from '../support/market';

/** Higher than any run gets before it is killed. */
export const KILL_TIP = 100_000;

/** The actions due at a height; the upload speed records whether they were applied. */
function wishesAt(height: number): RenterAction[] {
  const allowance = {
    ...DEFAULT_ALLOWANCE,
    hosts: BigInt(5 + (Math.floor(height / 10) % 7)),
    period: 80n,
    renewWindow: 20n
  };
  const mark: RenterAction = { type: 'configure', settings: { maxUploadSpeed: BigInt(height), allowance } };
  return height % 10 === 0 ? [mark] : [];
}

/** Advances the market in a file from its current height to `tip`, applying the actions that are still missing. */
export async function liveWithMarket(
  path: string,
  tip: number,
  onHeight: (height: number) => void = () => {}
): Promise<{ readonly from: number; readonly state: RenterState }> {
  const chain = new FakeChain();
  const { market, renter } = openMarket(chain, path);
  const from = market.height;
  chain.grow(Math.max(from, 1));
  for (;;) {
    const { state, moment } = await market.read(renter);
    for (const wish of wishesAt(moment.height)) {
      if (state.maxUploadSpeed !== BigInt(moment.height)) market.act(renter, wish);
    }
    onHeight(moment.height);
    if (moment.height >= tip) break;
    chain.grow(1);
  }
  const { state } = await market.read(renter);
  market.close();
  return { from, state };
}
