import type { AddressRow } from './views';

/**
 * The address of a wallet that stays the same, so that a printed or remembered one keeps working: its first that is not
 * for change, in the form that transactions of both generations can spend from.
 */
export function mainAddress(rows: readonly AddressRow[]): AddressRow | undefined {
  const own = rows.filter(({ isChange }) => !isChange);
  return own.find(({ key }) => key?.form === 'uc') ?? own[0];
}
