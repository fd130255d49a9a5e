import type { AddressRow } from './views';

/**
 * A wallet's permanent address, so that printed or saved copies stay valid: the first that is not for change, in the
 * form that both transaction versions can spend from.
 */
export function mainAddress(rows: readonly AddressRow[]): AddressRow | undefined {
  const own = rows.filter(({ isChange }) => !isChange);
  return own.find(({ key }) => key?.form === 'uc') ?? own[0];
}
