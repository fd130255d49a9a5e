import type { HostScan } from '$lib/api/daemon/hostdb';
import type { HostNumber } from '$lib/services/hostdb/hostColumns';
import type { HostRow } from '$lib/services/hostdb/hostRows';
import { summarizeScans } from '$lib/services/hostdb/uptime';
import type messages from '../en/hosts/list';
import { formatCount, UNKNOWN } from '../format';
import { formatPercent } from '../numbers';
import { roundedQuantity, unitName } from '../quantities/quantity';
import { readersUnit } from '../quantities/sizes';
import { locale } from '../locale';

/** Texts of the list of hosts, and of what all pages of hosts share. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/hosts/list.ts`)) as { default: typeof messages });
};

/** A figure of a host, without its unit: that stands in the column's head. */
export function numberText({ of, unit: plain, digits }: HostNumber, row: HostRow): string {
  const value = of(row);
  const unit = readersUnit(plain);
  if (value === undefined) return UNKNOWN;
  return unit ? roundedQuantity(value, unit, digits) : formatCount(value);
}

/** The head of a figure's column: "Storage, SC/TB/month". */
export function headOf({ key, unit: plain }: HostNumber): string {
  const unit = readersUnit(plain);
  return unit ? `${m.labels[key]}, ${unitName(unit)}` : m.labels[key];
}

/** How a price compares to the median: "+34%", "× 12"; empty where there is none. */
export function besideMedian(times: number | undefined): string {
  if (times === undefined) return '';
  const percent = Math.round((times - 1) * 100);
  if (percent === 0) return `±${formatPercent('0')}`;
  if (times >= 10) return `× ${formatCount(Math.round(times))}`;
  return `${percent > 0 ? '+' : '−'}${formatPercent(formatCount(Math.abs(percent)))}`;
}

/** The scans in words, for the bars' description: "23 of 24 scans successful". */
export function scansText(scans: readonly HostScan[]): string {
  const summary = summarizeScans(scans);
  if (!summary) return m.scans.none;
  return m.scans[summary.lastFailed ? 'lastFailed' : 'summary'](formatCount(summary.answered), summary.scans);
}
