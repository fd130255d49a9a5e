import type { Daemon } from '$lib/api/daemon/client';
import { BLOCKS_PER_MONTH, COIN_UNITS, RATE_UNITS, SIZE_UNITS, type Unit } from '$lib/chain/currency/quantity';
import { describeQuantity } from './quantity';
import { workOf } from '$lib/chain/target';
import { countOf, formatCount, formatDateTime, formatDuration, formatLarge } from '$lib/messages/format';

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

/** Constants that belong together. */
export interface ConstantGroup {
  readonly title: string;
  readonly rows: readonly ConstantRow[];
}

/** The constants of the network in human units; those that a daemon leaves out have no row. */
export function constantGroups(constants: Constants): ConstantGroup[] {
  const groups = [
    { title: 'Blocks and time', rows: blockRows(constants) },
    { title: 'Coins', rows: coinRows(constants) },
    { title: 'Difficulty', rows: difficultyRows(constants) },
    { title: 'Suggested to renters', rows: allowanceRows(constants) }
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

function blockRows(constants: Constants): ConstantRow[] {
  return [
    { name: 'A block every', ...seconds(constants.blockFrequency), meaning: 'What the difficulty aims at.' },
    { name: 'Largest block', ...size(BigInt(constants.blockSizeLimit)), meaning: 'Larger ones are refused.' },
    {
      name: 'First block',
      value: formatDateTime(constants.genesisTimestamp * 1000),
      meaning: 'When this chain began.'
    },
    {
      name: 'Median of times',
      value: countOf(constants.medianTimestampWindow, 'block'),
      meaning: 'A block must not be dated before the middle one of the last so many.'
    },
    {
      name: 'Clock tolerance',
      ...seconds(constants.futureThreshold),
      meaning: 'A block dated further ahead waits until its time has come.'
    },
    {
      name: 'Extreme tolerance',
      ...seconds(constants.extremeFutureThreshold),
      meaning: 'A block dated further ahead than this is thrown away.'
    }
  ];
}

function coinRows(constants: Constants): ConstantRow[] {
  const decimals = constants.coinPrecision.toString().length - 1;
  return [
    {
      name: 'Block reward at first',
      value: `${formatCount(constants.initialCoinbase)} SC`,
      meaning: 'One coin less with every block.'
    },
    { name: 'Smallest reward', value: `${formatCount(constants.minimumCoinbase)} SC`, meaning: 'Where it stays.' },
    {
      name: 'Rewards mature after',
      ...blocks(constants.maturityDelay, constants),
      meaning: 'Mined coins and contract payouts cannot be spent before.'
    },
    {
      name: 'Decimals of a coin',
      value: formatCount(decimals),
      meaning: 'Digits after the point down to the smallest part there is.'
    },
    { name: 'Fund units', value: formatCount(constants.fundCount), meaning: 'There are never more or fewer.' },
    {
      name: 'Share of fund units',
      ...fraction(constants.fundPortion),
      meaning: 'What every storage contract pays to their holders.'
    }
  ];
}

function difficultyRows(constants: Constants): ConstantRow[] {
  const rows: (ConstantRow | false)[] = [
    { name: 'At first', ...difficulty(workOf(constants.rootTarget)), meaning: 'Hashes expected for the first blocks.' },
    { name: 'At least', ...difficulty(workOf(constants.rootDepth)), meaning: 'It never falls below.' },
    constants.targetWindow > 0 && {
      name: 'Old window',
      ...blocks(constants.targetWindow, constants),
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
    }
  ];
  return rows.filter((row) => row !== false);
}

/** What a renter starts from when it sets no allowance of its own. */
function allowanceRows(constants: Constants): ConstantRow[] {
  const { defaultAllowance: allowance } = constants;
  if (!allowance) return [];
  const rate = (perBlock: bigint) => ({
    value: describeQuantity(perBlock, within(perBlock * BLOCKS_PER_MONTH, RATE_UNITS), 2),
    exact: `${formatCount(perBlock)} bytes per block`
  });
  return [
    { name: 'Funds', value: describeQuantity(allowance.funds, COIN_UNITS[0]), meaning: 'For one period.' },
    { name: 'Hosts', value: formatCount(allowance.hosts), meaning: 'How many to make contracts with.' },
    { name: 'Period', ...blocks(allowance.period, constants), meaning: 'What the funds are for.' },
    {
      name: 'Renewal window',
      ...blocks(allowance.renewWindow, constants),
      meaning: 'Its end, for renewing contracts.'
    },
    { name: 'Expected storage', ...size(allowance.expectedStorage), meaning: 'Guides the choice of hosts.' },
    { name: 'Expected upload', ...rate(allowance.expectedUpload), meaning: 'Likewise.' },
    { name: 'Expected download', ...rate(allowance.expectedDownload), meaning: 'Likewise.' },
    { name: 'Redundancy', value: `${allowance.expectedRedundancy} ×`, meaning: 'Stored bytes for each byte of a file.' }
  ];
}

const blocks = (count: number | bigint, { blockFrequency }: Constants) => ({
  value: countOf(Number(count), 'block'),
  exact: `about ${formatDuration(Number(count) * blockFrequency)}`
});

const seconds = (count: number) => {
  const value = formatDuration(count);
  const exact = `${formatCount(count)} s`;
  return value === exact ? { value } : { value, exact };
};

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
