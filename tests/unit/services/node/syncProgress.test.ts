import { describe, expect, test } from 'vitest';
import { unixSeconds } from '$lib/chain/time';
import { estimateTip, SyncRate, syncProgress } from '$lib/services/node/syncProgress';

const GENESIS = unixSeconds(1_700_000_000);
const status = (height: number, synced = false) => ({
  height,
  synced,
  genesisTimestamp: GENESIS,
  blockFrequency: 600
});
const after = (seconds: number) => (GENESIS + seconds) * 1000;

test('the estimated tip has one block per interval since genesis, and is never below our own', () => {
  expect(estimateTip(status(0), after(600 * 144))).toBe(144);
  expect(estimateTip(status(200), after(600 * 144))).toBe(200);
  expect(estimateTip(status(3), after(-50))).toBe(3);
});

describe('progress', () => {
  test('a synced node has nothing left and no estimate', () => {
    expect(syncProgress(status(10, true), 5, after(1e6))).toEqual({
      height: 10,
      target: undefined,
      share: 1,
      blocksPerSecond: 5,
      secondsLeft: 0
    });
  });

  test.each([
    ['before any measurement it is unknown', undefined, undefined],
    [
      'at two blocks per second, the second half of a thousand takes slightly over four minutes',
      2,
      500 / (2 - 1 / 600)
    ],
    ['without progress it never ends', 0, Infinity],
    ['slower than the network it never ends', 1 / 601, Infinity]
  ])('%s', (_, rate, secondsLeft) => {
    const progress = syncProgress(status(500), rate, after(600 * 1000));
    expect(progress).toMatchObject({ target: { height: 1000, source: 'blockTime' }, share: 0.5 });
    if (secondsLeft === undefined || secondsLeft === Infinity) expect(progress.secondsLeft).toBe(secondsLeft);
    else expect(progress.secondsLeft).toBeCloseTo(secondsLeft);
  });

  test.each([
    ['the end of the validated headers is the target', 800, true, { height: 800, source: 'headers' }],
    ['or the estimate, if peers have more', 800, false, { height: 1000, source: 'blockTime' }],
    ['which is never below the headers', 1200, false, { height: 1200, source: 'blockTime' }],
    ['headers below the own height are ignored', 400, true, { height: 1000, source: 'blockTime' }]
  ])('%s', (_, headersHeight, headersComplete, target) => {
    const progress = syncProgress({ ...status(500), headersHeight, headersComplete }, 2, after(600 * 1000));
    expect(progress).toMatchObject({ target, share: 500 / target.height });
    expect(progress.secondsLeft).toBeCloseTo((target.height - 500) / (2 - 1 / 600));
  });

  // A thousand intervals since genesis. The headers' last one is dated 200 intervals ago.
  test.each([
    ['the height announced by peers is the target', { announcedHeight: 1_037 }, { height: 1_037, source: 'peers' }],
    ['unless it is implausible for the block time', { announcedHeight: 2_251 }, { height: 1_000, source: 'blockTime' }],
    ['up to the plausible height', { announcedHeight: 2_250 }, { height: 2_250, source: 'peers' }],
    ['not below our own blocks', { announcedHeight: 500 }, { height: 1_000, source: 'blockTime' }],
    [
      'not below the validated headers',
      { announcedHeight: 790, headersHeight: 800, headersTimestamp: unixSeconds(GENESIS + 600 * 800) },
      { height: 1_000, source: 'blockTime' }
    ],
    [
      'the time since the last header is a better basis than the time since genesis',
      { headersHeight: 700, headersTimestamp: unixSeconds(GENESIS + 600 * 800) },
      { height: 900, source: 'blockTime' }
    ],
    [
      'validated headers override any claim',
      { announcedHeight: 1_037, headersHeight: 900, headersComplete: true },
      { height: 900, source: 'headers' }
    ]
  ] as const)('%s', (_, known, target) => {
    expect(syncProgress({ ...status(500), ...known }, 2, after(600 * 1000)).target).toEqual(target);
  });

  test('at the estimate nothing is left, at any rate', () => {
    expect(syncProgress(status(1000), undefined, after(600 * 1000)).secondsLeft).toBe(0);
  });
});

describe('the measured rate', () => {
  const rateOf = (...seen: [height: number, atMs: number][]) => {
    const rate = new SyncRate();
    for (const [height, atMs] of seen) rate.observe(height, atMs);
    return rate.blocksPerSecond;
  };
  test.each([
    ['requires two readings', [[1, 0]], undefined],
    [
      'some seconds apart',
      [
        [1, 0],
        [9, 3_999]
      ],
      undefined
    ],
    [
      'is the average over them',
      [
        [10, 0],
        [30, 2_000],
        [50, 10_000]
      ],
      4
    ],
    [
      'excludes what is older than a minute',
      [
        [0, 0],
        [1000, 1_000],
        [1010, 61_000]
      ],
      10 / 60
    ],
    [
      'is unknown before a minute without a block has passed',
      [
        [7, 0],
        [7, 30_000],
        [7, 59_999]
      ],
      undefined
    ],
    [
      'is zero after a minute without a block',
      [
        [7, 0],
        [7, 25_000],
        [7, 50_000],
        [7, 75_000]
      ],
      0
    ],
    [
      'excludes what was read long before a pause',
      [
        [7, 0],
        [1007, 3_600_000],
        [1017, 3_610_000]
      ],
      1
    ],
    [
      'restarts when the height falls',
      [
        [100, 0],
        [90, 10_000],
        [100, 20_000]
      ],
      1
    ],
    [
      'restarts when the clock is set back',
      [
        [100, 3_600_000],
        [110, 3_605_000],
        [120, 5_000],
        [140, 15_000]
      ],
      2
    ]
  ] as [string, [number, number][], number | undefined][])('%s', (_, seen, expected) => {
    const rate = rateOf(...seen);
    if (expected === undefined) expect(rate).toBeUndefined();
    else expect(rate).toBeCloseTo(expected);
  });
});
