import type { StorageObligation } from '$lib/api/daemon/host';
import { hastings, type Hastings } from '$lib/chain/currency/currency';

/** Recipient of a contract's output, by its index; burned coins go to the void address. */
const PARTIES = ['renter', 'host', 'void'] as const;

/** A recipient's payout with and without a storage proof. */
export interface Outcome {
  /** Output number, from 1. */
  readonly output: number;
  /** Undefined for outputs beyond the usual three. */
  readonly party: (typeof PARTIES)[number] | undefined;
  readonly address: string;
  readonly valid: Hastings;
  readonly missed: Hastings;
}

/** Both outcomes side by side. A missing output pays nothing. */
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

/** What the host can lose: its payout with a proof minus that without; at least zero. */
export function atStake(outcomes: readonly Outcome[]): Hastings {
  const host = outcomes[1];
  return hastings(host && host.valid > host.missed ? host.valid - host.missed : 0n);
}
