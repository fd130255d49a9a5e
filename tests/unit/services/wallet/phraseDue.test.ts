import { describe, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { phraseCap, phraseDueMs, phraseOverdue } from '$lib/services/wallet/phraseDue';
import { coins, testNetwork } from '../../consensus/testChain';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const pending = { createdAtMs: 1_000, phrasePending: true };
const held = (coins: bigint) => ({ coins: hastings(coins) }) as never;

test.each([
  ['29.99 million', 100, 30_000_000n],
  ['just above 29 million', 9_997, 30_000_000n],
  ['29 million', 9_999, 29_000_000n],
  ['the minimum, 3 million', 1_000_000, 3_000_000n]
])('a wallet may hold a hundred rewards before its words are confirmed, in whole millions: %s', (_, height, cap) => {
  // A block's reward is 300,000 coins minus its height, and the last fork is complete one block later.
  expect(phraseCap(testNetwork(height))).toBe(coins(cap));
});

test('the words are due a week after the wallet was created, unless they are confirmed', () => {
  expect(phraseDueMs(pending)).toBe(1_000 + WEEK_MS);
  expect(phraseDueMs({ ...pending, phrasePending: false })).toBeUndefined();
});

describe('mining to a wallet', () => {
  const cap = { phraseCap: hastings(50n) };
  test.each([
    ['continues while there is time', pending, WEEK_MS, undefined],
    ['stops once the time has passed', pending, 1_000 + WEEK_MS, 'time'],
    ['continues just before', pending, 999 + WEEK_MS, undefined],
    ['continues below the amount', { ...pending, ...cap, held: held(49n) }, 0, undefined],
    ['stops at the amount', { ...pending, ...cap, held: held(50n) }, 0, 'amount'],
    ['reports the amount first', { ...pending, ...cap, held: held(51n) }, 2 * WEEK_MS, 'amount'],
    ['continues before the first sync', { ...pending, held: held(51n) }, 0, undefined],
    ['continues while no balance is known', { ...pending, ...cap }, 0, undefined],
    ['continues with confirmed words', { ...pending, ...cap, phrasePending: false, held: held(51n) }, 2 * WEEK_MS, undefined]
  ])('%s', (_, wallet, nowMs, why) => {
    expect(phraseOverdue(wallet, nowMs)).toBe(why);
  }); // prettier-ignore
});
