/** What changes of the settings do to a host's score. */
export type ScoreChange =
  /** It has none, before and after. */
  | { readonly kind: 'none' }
  | { readonly kind: 'gained' }
  | { readonly kind: 'lost' }
  /** Multiplied by `factor`, more than 1. */
  | { readonly kind: 'higher'; readonly factor: number }
  /** Divided by `factor`, more than 1. */
  | { readonly kind: 'lower'; readonly factor: number }
  | { readonly kind: 'same' };

/** Ratios closer to 1 count as the same score. */
const NOTICEABLE = 0.005;

export function scoreChange(now: bigint, after: bigint): ScoreChange {
  if (now === 0n) return { kind: after === 0n ? 'none' : 'gained' };
  if (after === 0n) return { kind: 'lost' };
  const ratio = scoreRatio(now, after);
  if (ratio > 1 + NOTICEABLE) return { kind: 'higher', factor: ratio };
  if (ratio < 1 - NOTICEABLE) return { kind: 'lower', factor: 1 / ratio };
  return { kind: 'same' };
}

/** Better or worse for the host, or neither. */
export function directionOf({ kind }: ScoreChange): 'up' | 'down' | 'same' {
  if (kind === 'gained' || kind === 'higher') return 'up';
  return kind === 'lost' || kind === 'lower' ? 'down' : 'same';
}

/** How one score compares to another, as a factor. Scores are large numbers that mean something only beside another. */
function scoreRatio(from: bigint, to: bigint): number {
  // Both are far beyond what a float holds exactly; the first digits of their quotient are not.
  const PRECISION = 1_000_000_000n;
  return Number((to * PRECISION) / from) / Number(PRECISION);
}
