import type { Daemon } from '$lib/api/daemon/client';
import { BLOCKS_PER_MONTH, COIN_UNITS, RATE_UNITS, type Unit } from '$lib/chain/currency/quantity';
import { workOf } from '$lib/chain/target';
import type messages from '../en/daemon/constants';
import { formatCount, formatDateTime, formatDuration, formatLarge } from '../format';
import { formatSize } from '../quantities/sizes';
import { describeQuantity } from '../quantities/quantity';
import { locale } from '../locale';
import { formatPercent, formatRounded, measured } from '../numbers';

/** Texts of the network's constants, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/daemon/constants.ts`)) as { default: typeof messages });
};

export type Constants = Awaited<ReturnType<Daemon['daemon']['constants']>>;

/** A constant as a person reads it. */
export interface ConstantRow {
  readonly name: string;
  readonly value: string;
  /** The exact value, where the first is rounded or in another unit. */
  readonly exact?: string;
  /** What it decides. */
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
    { title: m.groups.blocks, rows: blockRows(constants) },
    { title: m.groups.coins, rows: coinRows(constants) },
    { title: m.groups.difficulty, rows: difficultyRows(constants) },
    { title: m.groups.allowance, rows: allowanceRows(constants) }
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

type Value = Pick<ConstantRow, 'value' | 'exact'>;

const row = (of: keyof typeof m.rows, value: Value): ConstantRow => ({ ...m.rows[of], ...value });

const blockRows = (constants: Constants): ConstantRow[] => [
  row('blockFrequency', seconds(constants.blockFrequency)),
  row('blockSizeLimit', size(BigInt(constants.blockSizeLimit))),
  row('genesisTimestamp', { value: formatDateTime(constants.genesisTimestamp * 1000) }),
  row('medianTimestampWindow', { value: m.blocks(constants.medianTimestampWindow) }),
  row('futureThreshold', seconds(constants.futureThreshold)),
  row('extremeFutureThreshold', seconds(constants.extremeFutureThreshold))
];

const coinRows = (constants: Constants): ConstantRow[] => [
  row('initialCoinbase', { value: measured(formatCount(constants.initialCoinbase), 'SC') }),
  row('minimumCoinbase', { value: measured(formatCount(constants.minimumCoinbase), 'SC') }),
  row('maturityDelay', blocks(constants.maturityDelay, constants)),
  row('coinPrecision', { value: formatCount(constants.coinPrecision.toString().length - 1) }),
  row('fundCount', { value: formatCount(constants.fundCount) }),
  row('fundPortion', fraction(constants.fundPortion))
];

const difficultyRows = (constants: Constants): ConstantRow[] => [
  row('rootTarget', difficulty(workOf(constants.rootTarget))),
  row('rootDepth', difficulty(workOf(constants.rootDepth))),
  ...(constants.targetWindow > 0 ? [row('targetWindow', blocks(constants.targetWindow, constants))] : []),
  ...(['maxTargetAdjustmentUp', 'maxTargetAdjustmentDown'] as const)
    .filter((name) => constants[name] !== '')
    .map((name) => row(name, fraction(constants[name])))
];

/** What a renter starts from when it sets no allowance of its own. */
function allowanceRows(constants: Constants): ConstantRow[] {
  const { defaultAllowance: allowance } = constants;
  if (!allowance) return [];
  const rate = (perBlock: bigint) => ({
    value: describeQuantity(perBlock, within(perBlock * BLOCKS_PER_MONTH, RATE_UNITS), 2),
    exact: m.bytesPerBlock(perBlock)
  });
  return [
    row('funds', { value: describeQuantity(allowance.funds, COIN_UNITS[0]) }),
    row('hosts', { value: formatCount(allowance.hosts) }),
    row('period', blocks(allowance.period, constants)),
    row('renewWindow', blocks(allowance.renewWindow, constants)),
    row('expectedStorage', size(allowance.expectedStorage)),
    row('expectedUpload', rate(allowance.expectedUpload)),
    row('expectedDownload', rate(allowance.expectedDownload)),
    row('expectedRedundancy', { value: `${formatRounded(allowance.expectedRedundancy)} ×` })
  ];
}

const blocks = (count: number | bigint, { blockFrequency }: Constants): Value => ({
  value: m.blocks(count),
  exact: m.aboutDuration(Number(count) * blockFrequency)
});

function seconds(count: number): Value {
  const [value, exact] = [formatDuration(count), m.seconds(count)];
  return value === exact ? { value } : { value, exact };
}

function difficulty(work: bigint): Value {
  const value = formatLarge(work);
  return work < 10_000n ? { value } : { value, exact: formatCount(work) };
}

const size = (bytes: bigint): Value => ({
  value: formatSize(bytes),
  exact: m.bytes(bytes)
});

/** The largest of the units, ordered by thousands, of which there is at least one. */
const within = (count: bigint, units: readonly Unit[]): Unit =>
  units.toReversed().find(({ numerator }) => count >= numerator) ?? units[0]!;

/** `39/1000` with its percentage; whatever else a daemon writes stands as it is. */
function fraction(text: string): Value {
  const [, numerator, denominator] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  if (numerator === undefined || denominator === undefined || BigInt(denominator) === 0n) return { value: text };
  return { value: formatPercent(formatRounded((Number(numerator) * 100) / Number(denominator), 4)), exact: text };
}
