import type { WalletSummary } from '$lib/services/wallet/views';

/** What a wallet is, in a word or two. */
export function kindOf({ kind, policy }: Pick<WalletSummary, 'kind' | 'policy'>): string {
  if (policy?.type === 'thresh') return `${policy.n} of ${policy.of.length}`;
  if (policy) return 'policy';
  return kind === 'seed' ? 'with keys' : 'watch only';
}
