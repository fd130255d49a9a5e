import type { StorageObligation } from '$lib/api/daemon/host';
import { hastings, type Hastings } from '$lib/chain/currency/currency';

/** Who an output of a contract pays, by its place among the outputs; the void address gets what is burned. */
const PARTIES = ['renter', 'host', 'void'] as const;

/** What one side gets when a contract ends, by whether the storage proof is accepted. */
export interface Outcome {
  /** Place among the outputs, from 1. */
  readonly output: number;
  /** Undefined for outputs beyond the usual three. */
  readonly party: (typeof PARTIES)[number] | undefined;
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
      output: i + 1,
      party: PARTIES[i],
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
