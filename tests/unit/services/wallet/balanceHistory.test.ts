import { describe, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { balanceChart, balancesOfEvents } from '$lib/services/wallet/balanceHistory';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';

const event = (timestamp: number, coins: bigint) => ({ timestamp, coins }) as unknown as WalletEvent;
const at = (timestamp: number, coins: bigint) => ({ timestamp, coins: hastings(coins) });

describe('the balance after each event', () => {
  test.each<[string, WalletEvent[], bigint, object[]]>([
    ['none', [], 5n, []],
    ['one', [event(10, 5n)], 5n, [at(10, 5n)]],
    ['in and out', [event(30, -4n), event(20, 7n), event(10, 5n)], 8n, [at(10, 5n), at(20, 12n), at(30, 8n)]],
    ['with more than the events explain', [event(20, 1n), event(10, 2n)], 9n, [at(10, 8n), at(20, 9n)]]
  ])('%s', (_, events, coins, points) => {
    expect(balancesOfEvents(events, coins)).toEqual(points);
  });
});

describe('the points of a chart', () => {
  const history = [at(100, 5n), at(200, 7n)];
  const now = (nowMs: number, createdAtMs = 100_000) => balanceChart(history, hastings(9n), createdAtMs, nowMs);

  test('are empty without a history', () => {
    expect(balanceChart([], hastings(9n), 0, 500_000)).toEqual([]);
  });

  test('end with the current balance', () => {
    expect(now(300_999)).toEqual([...history, at(300, 9n)]);
  });

  test('end after the last block, even if its time is in the future', () => {
    expect(now(150_000)).toEqual([...history, at(201, 9n)]);
    expect(now(200_500)).toEqual([...history, at(201, 9n)]);
    expect(now(202_000)).toEqual([...history, at(202, 9n)]);
  });

  test('begin with zero if the wallet is older than its first event', () => {
    expect(now(300_000, 50_999)[0]).toEqual(at(50, 0n));
    expect(now(300_000, 99_999)[0]).toEqual(at(99, 0n));
    expect(now(300_000, 100_000)[0]).toEqual(history[0]);
    expect(now(300_000, 150_000)[0]).toEqual(history[0]);
  });
});
