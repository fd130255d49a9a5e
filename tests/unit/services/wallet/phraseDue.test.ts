import { describe, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { blockReward } from '$lib/chain/network/rewards';
import { phraseCapAt, phraseDueMs, phraseOverdue } from '$lib/services/wallet/phraseDue';
import { testNetwork } from '../../consensus/testChain';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const pending = { createdAtMs: 1_000, phrasePending: true };
const held = (coins: bigint) => ({ coins: hastings(coins) }) as never;

test('a wallet may hold a hundred rewards of the next block before its words are confirmed', () => {
  const network = testNetwork();
  expect(phraseCapAt(network, 7)).toBe(100n * blockReward(network, 8));
  expect(phraseCapAt(network, 7)).not.toBe(100n * blockReward(network, 7));
});

test('the words are due a week after the wallet was created, unless they are confirmed', () => {
  expect(phraseDueMs(pending)).toBe(1_000 + WEEK_MS);
  expect(phraseDueMs({ ...pending, phrasePending: false })).toBeUndefined();
});

describe('mining to a wallet', () => {
  const cap = { phraseCap: hastings(50n) };
  test.each([
    ['goes on while there is time', pending, WEEK_MS, undefined],
    ['waits once the time is over', pending, 1_000 + WEEK_MS, 'time'],
    ['goes on just before', pending, 999 + WEEK_MS, undefined],
    ['goes on below the amount', { ...pending, ...cap, held: held(49n) }, 0, undefined],
    ['waits at the amount', { ...pending, ...cap, held: held(50n) }, 0, 'amount'],
    ['names the amount first', { ...pending, ...cap, held: held(51n) }, 2 * WEEK_MS, 'amount'],
    ['goes on before the first sync', { ...pending, held: held(51n) }, 0, undefined],
    ['goes on while nothing is known to be held', { ...pending, ...cap }, 0, undefined],
    ['goes on with confirmed words', { ...pending, ...cap, phrasePending: false, held: held(51n) }, 2 * WEEK_MS, undefined]
  ])('%s', (_, wallet, nowMs, why) => {
    expect(phraseOverdue(wallet, nowMs)).toBe(why);
  }); // prettier-ignore
});
