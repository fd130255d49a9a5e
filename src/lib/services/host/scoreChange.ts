/** What the changes do to the score, in words; `way` is better, worse, or neither that anybody would notice. */
export interface ScoreChange {
  readonly way: 'up' | 'down' | 'same';
  readonly words: string;
}

/** Less of a difference is none to anybody. */
const NOTICEABLE = 0.005;

export function scoreChange(now: bigint, after: bigint): ScoreChange {
  if (now === 0n && after === 0n) {
    return {
      way: 'same',
      words: 'No score either way: renters choose only hosts that accept contracts and have room.'
    };
  }
  const ratio = scoreRatio(now, after);
  if (ratio === Infinity) return { way: 'up', words: 'It had no score, and would have one: renters could choose it.' };
  if (now > 0n && after === 0n) return { way: 'down', words: 'No score at all: renters would not choose it.' };
  if (ratio > 1 + NOTICEABLE) {
    return { way: 'up', words: `${times(ratio)} times the score: renters would choose it more often.` };
  }
  if (ratio < 1 - NOTICEABLE) {
    return { way: 'down', words: `The score divided by ${times(1 / ratio)}: renters would choose it less often.` };
  }
  return { way: 'same', words: 'About the same score: renters would choose it as often as now.' };
}

function times(factor: number): string {
  if (factor < 100) return factor.toFixed(2);
  return factor < 1e9 ? Math.round(factor).toLocaleString('en') : 'more than a billion';
}

/** How one score stands to another, as a factor; scores are large numbers that only compare. */
function scoreRatio(from: bigint, to: bigint): number {
  if (from === 0n) return Infinity;
  // Far beyond what a float holds exactly, both of them; the quotient of their first digits is not.
  const PRECISION = 1_000_000_000n;
  return Number((to * PRECISION) / from) / Number(PRECISION);
}
