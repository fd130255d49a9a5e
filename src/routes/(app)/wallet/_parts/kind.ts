import { m } from '$lib/messages/wallet/list';
import type { WalletSummary } from '$lib/services/wallet/views';

/** Short description of a wallet's kind. */
export function kindOf({ kind, policy }: Pick<WalletSummary, 'kind' | 'policy'>): string {
  if (policy?.type === 'thresh') return m.kind.threshold(policy.n, policy.of.length);
  if (policy) return m.kind.policy;
  return m.kind[kind];
}
