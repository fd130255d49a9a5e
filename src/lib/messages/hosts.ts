import { SIZE_UNITS } from '$lib/chain/currency/quantity';
import { describeQuantity, roundedQuantity, unitName } from './quantity';
import { formatCount, UNKNOWN } from '$lib/messages/format';
import type { HostNumber } from '$lib/services/hostdb/hostColumns';
import type { HostRow } from '$lib/services/hostdb/hostRows';
import type { SubnetProblem } from '$lib/services/hostdb/subnets';

/** A figure of a host, without its unit: that stands in the column's head. */
export function numberText({ of, unit, digits }: HostNumber, row: HostRow): string {
  const value = of(row);
  if (value === undefined) return UNKNOWN;
  return unit ? roundedQuantity(value, unit, digits) : formatCount(value);
}

/** The head of a figure's column: "Storage, SC/TB/month". */
export const headOf = ({ label, unit }: HostNumber): string => (unit ? `${label}, ${unitName(unit)}` : label);

/** How a price stands to the middle one: "+34 %", "half", "the median". */
export function besideMedian(times: number | undefined): string {
  if (times === undefined) return '';
  const percent = Math.round((times - 1) * 100);
  if (percent === 0) return '±0 %';
  if (times >= 10) return `× ${formatCount(Math.round(times))}`;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`;
}

export const SUBNET_WORDS: Readonly<Record<SubnetProblem, { readonly short: string; readonly long: string }>> = {
  'two-ipv4': {
    short: 'two IPv4 subnets',
    long: 'A host may be in one IPv4 subnet only. With two, nodes ignore it.'
  },
  'two-ipv6': {
    short: 'two IPv6 subnets',
    long: 'A host may be in one IPv6 subnet only. With two, nodes ignore it.'
  },
  shared: {
    short: 'shared subnet',
    long: 'Another host has been in the same subnet for longer, and is preferred to this one.'
  }
};

const [, KB, MB, GB, TB, PB] = SIZE_UNITS;
/** A size to read, in the unit that fits: "1.5 TB". */
export function sizeText(bytes: bigint): string {
  const unit = [PB, TB, GB, MB].find(({ numerator }) => bytes >= numerator) ?? KB;
  return describeQuantity(bytes, unit, 2);
}
