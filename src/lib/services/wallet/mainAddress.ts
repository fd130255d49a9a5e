import type { WalletState } from '$lib/state/wallet/wallet.svelte';

type Row = WalletState['addresses'][number];

/**
 * The address of a wallet that stays the same, so that a printed or remembered one keeps working: its first that is not
 * for change, in the form that transactions of both generations can spend from.
 */
export function mainAddress(rows: readonly Row[]): Row | undefined {
  const own = rows.filter(({ isChange }) => !isChange);
  return own.find(({ key }) => key?.form === 'uc') ?? own[0];
}
