/** Effect of changed settings on a host's score. */
export type ScoreChange =
  /** Zero before and after. */
  | { readonly kind: 'none' }
  | { readonly kind: 'gained' }
  | { readonly kind: 'lost' }
  /** Multiplied by `factor`, more than 1. */
  | { readonly kind: 'higher'; readonly factor: number }
  /** Divided by `factor`, more than 1. */
  | { readonly kind: 'lower'; readonly factor: number }
  | { readonly kind: 'same' };

/** Ratios closer to 1 count as unchanged. */
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

/** Compares two scores as a factor. Scores are large numbers that are meaningful only relative to each other. */
function scoreRatio(from: bigint, to: bigint): number {
  // Both exceed a float's precision; the leading digits of their quotient do not.
  const PRECISION = 1_000_000_000n;
  return Number((to * PRECISION) / from) / Number(PRECISION);
}
