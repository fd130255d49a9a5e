import type { Daemon } from '$lib/api/daemon/client';
import { BLOCKS_PER_MONTH, COIN_UNITS, describeQuantity, RATE_UNITS, SIZE_UNITS, type Unit } from '$lib/chain/quantity';
import { workOf } from '$lib/chain/target';
import { countOf, formatCount, formatDateTime, formatDuration, formatLarge } from '$lib/components/format';

export type Constants = Awaited<ReturnType<Daemon['daemon']['constants']>>;

/** A constant as a person reads it. */
export interface ConstantRow {
  readonly name: string;
  readonly value: string;
  /** The exact value, where the first is rounded or in another unit. */
  readonly exact?: string;
  /** What it is good for. */
  readonly meaning: string;
}

/** The constants of the network in human units; those that a daemon leaves out have no row. */
export function constantRows(constants: Constants): ConstantRow[] {
  const { blockFrequency } = constants;
  const blocks = (count: number | bigint) => ({
    value: countOf(Number(count), 'block'),
    exact: `about ${formatDuration(Number(count) * blockFrequency)}`
  });
  const seconds = (count: number) => ({ value: formatDuration(count), exact: `${formatCount(count)} s` });
  const rows: (ConstantRow | false)[] = [
    { name: 'A block every', ...seconds(blockFrequency), meaning: 'What the difficulty aims at.' },
    { name: 'Largest block', ...size(BigInt(constants.blockSizeLimit)), meaning: 'Blocks above it are refused.' },
    {
      name: 'Block reward at first',
      value: `${formatCount(constants.initialCoinbase)} SC`,
      meaning: 'One coin less with every block, down to the smallest reward.'
    },
    {
      name: 'Smallest block reward',
      value: `${formatCount(constants.minimumCoinbase)} SC`,
      meaning: 'Where it stays.'
    },
    {
      name: 'Rewards mature after',
      ...blocks(constants.maturityDelay),
      meaning: 'Mined coins and contract payouts cannot be spent before.'
    },
    {
      name: 'First block',
      value: formatDateTime(constants.genesisTimestamp * 1000),
      exact: `${formatCount(constants.genesisTimestamp)} s since 1970`,
      meaning: 'When this chain began.'
    },
    {
      name: 'Clock tolerance',
      ...seconds(constants.futureThreshold),
      meaning: 'A block dated further ahead waits until its time has come.'
    },
    {
      name: 'Extreme clock tolerance',
      ...seconds(constants.extremeFutureThreshold),
      meaning: 'A block dated further ahead than this is thrown away.'
    },
    {
      name: 'Median of timestamps',
      value: countOf(constants.medianTimestampWindow, 'block'),
      meaning: 'A block must not be dated before the middle one of the last so many.'
    },
    {
      name: 'Difficulty at first',
      ...difficulty(workOf(constants.rootTarget)),
      meaning: 'Hashes expected for a block.'
    },
    { name: 'Least difficulty', ...difficulty(workOf(constants.rootDepth)), meaning: 'It never falls below.' },
    constants.targetWindow > 0 && {
      name: 'Old difficulty window',
      ...blocks(constants.targetWindow),
      meaning: 'Only the oldest blocks were judged by it.'
    },
    constants.maxTargetAdjustmentUp !== '' && {
      name: 'Old step up, at most',
      ...fraction(constants.maxTargetAdjustmentUp),
      meaning: 'How much easier one step could make it.'
    },
    constants.maxTargetAdjustmentDown !== '' && {
      name: 'Old step down, at most',
      ...fraction(constants.maxTargetAdjustmentDown),
      meaning: 'How much harder one step could make it.'
    },
    { name: 'Fund units', value: formatCount(constants.fundCount), meaning: 'There are never more or fewer of them.' },
    {
      name: 'Share of contracts for fund units',
      ...fraction(constants.fundPortion),
      meaning: 'What every storage contract pays to their holders.'
    },
    {
      name: 'Decimals of a coin',
      value: formatCount(constants.coinPrecision.toString().length - 1),
      exact: `10^${constants.coinPrecision.toString().length - 1} parts`,
      meaning: 'The smallest part of a coin that exists.'
    }
  ];
  return rows.filter((row) => row !== false);
}

/** What a renter starts from when it sets no allowance of its own. */
export function allowanceRows({ defaultAllowance: allowance, blockFrequency }: Constants): ConstantRow[] {
  if (!allowance) return [];
  const blocks = (count: bigint) => ({
    value: countOf(Number(count), 'block'),
    exact: `about ${formatDuration(Number(count) * blockFrequency)}`
  });
  const rate = (perBlock: bigint) => ({
    value: describeQuantity(perBlock, within(perBlock * BLOCKS_PER_MONTH, RATE_UNITS), 2),
    exact: `${formatCount(perBlock)} bytes per block`
  });
  return [
    { name: 'Funds', value: describeQuantity(allowance.funds, COIN_UNITS[0]), meaning: 'For one period.' },
    { name: 'Hosts', value: formatCount(allowance.hosts), meaning: 'How many it makes contracts with.' },
    { name: 'Period', ...blocks(allowance.period), meaning: 'What the funds are for.' },
    {
      name: 'Renewal window',
      ...blocks(allowance.renewWindow),
      meaning: 'The end of a period, when contracts are renewed.'
    },
    { name: 'Expected storage', ...size(allowance.expectedStorage), meaning: 'Guides the choice of hosts.' },
    { name: 'Expected upload', ...rate(allowance.expectedUpload), meaning: 'Likewise.' },
    { name: 'Expected download', ...rate(allowance.expectedDownload), meaning: 'Likewise.' },
    { name: 'Redundancy', value: `${allowance.expectedRedundancy} ×`, meaning: 'Stored bytes for each byte of a file.' }
  ];
}

const difficulty = (work: bigint) => {
  const value = formatLarge(work);
  return work < 10_000n ? { value } : { value, exact: formatCount(work) };
};

const size = (bytes: bigint) => ({
  value: describeQuantity(bytes, within(bytes, SIZE_UNITS.slice(0, 6)), 2),
  exact: `${formatCount(bytes)} bytes`
});

/** The largest of the units, ordered by thousands, of which there is at least one. */
const within = (count: bigint, units: readonly Unit[]): Unit =>
  units.toReversed().find(({ numerator }) => count >= numerator) ?? units[0]!;

/** `39/1000` with its percentage; whatever else a daemon writes stands as it is. */
function fraction(text: string): { readonly value: string; readonly exact?: string } {
  const [, numerator, denominator] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  if (numerator === undefined || denominator === undefined || BigInt(denominator) === 0n) return { value: text };
  return { value: `${Number((Number(numerator) * 100) / Number(denominator)).toLocaleString('en')} %`, exact: text };
}
