import type { StorageObligation } from '$lib/api/daemon/host';
import { hastings, type Hastings } from '$lib/chain/currency/currency';

/** Who an output of a contract pays, by its place among the outputs. */
const PARTIES = ['Renter', 'Host', 'Nobody: destroyed'] as const;

/** What one side gets when a contract ends, by whether the storage proof is accepted. */
export interface Outcome {
  readonly party: string;
  readonly address: string;
  readonly valid: Hastings;
  readonly missed: Hastings;
}

/** Both ways a contract can end, side by side. An output that one way does not have pays nothing. */
export function contractOutcomes({ validProofOutputs, missedProofOutputs }: StorageObligation): readonly Outcome[] {
  const count = Math.max(validProofOutputs.length, missedProofOutputs.length);
  return Array.from({ length: count }, (_, i) => {
    const valid = validProofOutputs[i];
    const missed = missedProofOutputs[i];
    return {
      party: PARTIES[i] ?? `Output ${i + 1}`,
      address: (valid ?? missed)?.address ?? '',
      valid: valid?.value ?? hastings(0n),
      missed: missed?.value ?? hastings(0n)
    };
  });
}

/** What the host has to lose: its payout with the proof less its payout without; never below zero. */
export function atStake(outcomes: readonly Outcome[]): Hastings {
  const host = outcomes[1];
  return hastings(host && host.valid > host.missed ? host.valid - host.missed : 0n);
}
