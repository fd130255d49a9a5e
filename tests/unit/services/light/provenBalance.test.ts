import { describe, expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { provenBalance, sumProven } from '$lib/services/light/provenBalance';
import type { OwnedCoin, OwnedFund } from '$lib/wallet/sync/coins';
import type { OutputProof } from '$lib/wallet/sync/outputProof';
import type { WalletCache } from '$lib/wallet/sync/cache';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';

const HEIGHT = 100;
const PROVEN: OutputProof = { state: 'proven', height: HEIGHT };
const WAITING: OutputProof = { state: 'waiting' };
const UNPROVEN: OutputProof = { state: 'unproven', why: 'not-in-chain' };

/** Each coin is at an address of its own, named like it. */
const coin = (id: string, value: bigint, maturityHeight = 0n) =>
  ({ id, output: { value, address: id }, maturityHeight, leafIndex: 0n }) as unknown as OwnedCoin;
const fund = (id: string, value: bigint) => ({ id, output: { value }, leafIndex: 0n }) as unknown as OwnedFund;
const spending = (id: string) => ({ inputs: [{ id, own: true }] }) as unknown as WalletEvent;

function totals(
  coins: OwnedCoin[],
  funds: OwnedFund[],
  proofs: OutputProof[],
  pool: WalletEvent[] = [],
  frozen: string[] = [],
  timeLocked: string[] = [],
  watched: string[] = []
) {
  const byId = <T extends { id: string }>(all: T[]) => new Map(all.map((output) => [output.id, output]));
  const cache = { coins: byId(coins), funds: byId(funds), index: { height: HEIGHT } } as unknown as WalletCache;
  return provenBalance(
    cache,
    new Map([...coins, ...funds].map(({ id }, i) => [id, proofs[i]!])),
    pool,
    new Set(frozen),
    { timeLocked: new Set(timeLocked as Address[]), watched: new Set(watched as Address[]) }
  );
}
const NOTHING = {
  spendable: 0n,
  watched: 0n,
  timeLocked: 0n,
  immature: 0n,
  funds: 0n,
  proven: 0,
  newest: 0,
  outputs: 1
};

describe('a verified balance', () => {
  test.each<[string, ReturnType<typeof totals>, object]>([
    ['counts a verified coin', totals([coin('a', 5n)], [], [PROVEN]), { spendable: 5n, proven: 1 }],
    ['excludes an unverified one', totals([coin('a', 5n)], [], [UNPROVEN]), {}],
    ['excludes one of the newest block', totals([coin('a', 5n)], [], [WAITING]), { newest: 1 }],
    ['counts an immature one separately', totals([coin('a', 5n, 101n)], [], [PROVEN]), { immature: 5n, proven: 1 }],
    ['counts one that has matured', totals([coin('a', 5n, 100n)], [], [PROVEN]), { spendable: 5n, proven: 1 }],
    ['excludes one that the pool spends', totals([coin('a', 5n)], [], [PROVEN], [spending('a')]), { proven: 1 }],
    ['excludes a frozen one', totals([coin('a', 5n)], [], [PROVEN], [], ['a']), { proven: 1 }],
    [
      'counts time-locked ones separately, unless they are frozen',
      totals([coin('a', 5n), coin('b', 6n), coin('c', 8n)], [], [PROVEN, PROVEN, PROVEN], [], ['b'], ['a', 'b']),
      { spendable: 8n, timeLocked: 5n, proven: 3, outputs: 3 }
    ],
    [
      'counts those at addresses without a policy separately',
      totals([coin('a', 5n), coin('b', 6n)], [], [PROVEN, PROVEN], [], [], [], ['b']),
      { spendable: 5n, watched: 6n, proven: 2, outputs: 2 }
    ],
    ['counts verified fund units', totals([], [fund('f', 7n)], [PROVEN]), { funds: 7n, proven: 1 }],
    ['excludes unverified fund units', totals([], [fund('f', 7n)], [UNPROVEN]), {}],
    [
      'combines all of these',
      totals([coin('a', 5n), coin('b', 6n), coin('c', 8n, 101n)], [fund('f', 7n)], [PROVEN, PROVEN, PROVEN, WAITING]),
      { spendable: 11n, immature: 8n, proven: 3, newest: 1, outputs: 4 }
    ]
  ])('%s', (_, actual, expected) => {
    expect(actual).toEqual({ ...NOTHING, ...expected });
  });

  test('of several wallets is the sum, at the lowest of their blocks', () => {
    const wallet = (n: number, height: number) => ({ proven: n, newest: 2 * n, outputs: 4 * n, height });
    const unproven = { proven: 0, newest: 0, outputs: 3, height: undefined };
    expect(sumProven([])).toBeUndefined();
    expect(sumProven([unproven])).toBeUndefined();
    expect(sumProven([wallet(1, 8), wallet(2, 7), wallet(3, 9)])).toEqual(wallet(6, 7));
    expect(sumProven([wallet(1, 8), unproven])).toEqual({ ...wallet(1, 8), outputs: 7 });
  });
});
