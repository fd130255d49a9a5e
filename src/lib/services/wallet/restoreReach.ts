import { GAP_LIMIT } from './addresses';
import type { AddressRow } from './records';

type Known = Pick<AddressRow, 'key' | 'used'>;

/** Whether a wallet restored from its words would end its search before this address, if nothing else is paid. */
export function isBeyondRestore(rows: Iterable<Known>, { key }: Known): boolean {
  let lastUsed = -1;
  for (const row of rows) if (row.used && row.key) lastUsed = Math.max(lastUsed, row.key.index);
  return key !== undefined && key.index > lastUsed + GAP_LIMIT;
}

/** Whether this holds for the next address that is issued. @param rows issued or used addresses */
export function isNextBeyondRestore(rows: readonly Known[]): boolean {
  const last = rows.reduce((highest, { key }) => Math.max(highest, key?.index ?? -1), -1);
  return isBeyondRestore(rows, { used: false, key: { index: last + 1, form: 'uc' } });
}
