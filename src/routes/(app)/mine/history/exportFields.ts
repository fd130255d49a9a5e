import { formatCoins } from '$lib/chain/currency/currencyText';
import type { ExportColumn } from '$lib/components/table/exportRows';
import { formats } from '$lib/messages/formats';
import { meanRate, type MiningDay, type MiningRecord, type MiningTotals } from '$lib/services/mining/miningRecords';
import { engineName } from '../../_parts/engineName';

const TOTALS: readonly ExportColumn<MiningTotals>[] = [
  { name: 'mined (s)', value: ({ minedMs }) => Math.round(minedMs / 1_000) },
  { name: 'hashes', value: ({ hashes }) => hashes },
  { name: 'hash rate (H/s)', value: (totals) => rounded(meanRate(totals)) },
  { name: 'blocks accepted', value: ({ blocks }) => blocks.accepted },
  { name: 'blocks stale', value: ({ blocks }) => blocks.stale },
  { name: 'blocks rejected', value: ({ blocks }) => blocks.rejected },
  { name: 'shares accepted', value: ({ shares }) => shares.accepted },
  { name: 'shares stale', value: ({ shares }) => shares.stale },
  { name: 'shares rejected', value: ({ shares }) => shares.rejected },
  { name: 'rewards (SC)', value: ({ earned }) => formatCoins(earned) },
  { name: 'energy (Wh)', value: ({ energyWh }) => energyWh && Number(energyWh.toFixed(3)) }
];

const rounded = (value: number | undefined): number | undefined => value && Math.round(value);

/** "2026-11-20" in the user's time zone, like the days shown; spreadsheets recognize it as a date. */
function localDay(atMs: number): string {
  const { timeZone } = formats();
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-CA', { ...parts, ...(timeZone && { timeZone }) }).format(atMs);
}

export const DAY_FIELDS: readonly ExportColumn<MiningDay>[] = [
  { name: 'day', value: ({ startedAtMs }) => localDay(startedAtMs) },
  ...TOTALS
];

export const SESSION_FIELDS: readonly ExportColumn<MiningRecord>[] = [
  { name: 'started', value: ({ startedAtMs }) => new Date(startedAtMs) },
  { name: 'ended', value: ({ endedAtMs }) => new Date(endedAtMs) },
  { name: 'engine', value: ({ engine }) => engineName(engine) },
  { name: 'work from', value: ({ work }) => work },
  ...TOTALS
];
