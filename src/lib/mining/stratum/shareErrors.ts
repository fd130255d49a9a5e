import type { ShareAnswer, ShareFault } from '../work/workSource';
import type { PoolFault } from './messages';

/** A reason for which pools reject a share. */
interface ShareErrorRow {
  /** Error numbers common to most pools; our own test pool sends the first. */
  readonly numbers: readonly [number, ...number[]];
  /** The text that our own test pool sends. */
  readonly wire: string;
  /** Matches the texts of pools whose number is missing or unknown. */
  readonly reads: RegExp;
}

/** Errors with which pools reject a share. If two rows match a text, the first wins. */
export const shareErrors = {
  stale: { numbers: [21], wire: 'Job not found', reads: /stale|job not found|unknown job|expired|old job/i },
  duplicate: { numbers: [22], wire: 'Duplicate share', reads: /duplicate/i },
  'low-difficulty': {
    numbers: [23],
    wire: 'Low difficulty share',
    reads: /low.?diff|difficulty|above.?target|high.?hash/i
  },
  unauthorized: {
    numbers: [24, 25],
    wire: 'Unauthorized worker',
    reads: /unauthori[sz]ed|not subscribed|unknown worker/i
  }
} as const satisfies Readonly<Record<'stale' | Exclude<ShareFault, 'other'>, ShareErrorRow>>;

const ROWS = Object.entries(shareErrors) as [keyof typeof shareErrors, ShareErrorRow][];

/** A pool's response to a share. */
export function readShareAnswer(result: unknown, fault: PoolFault | undefined): ShareAnswer {
  if (fault === undefined && result === true) return { kind: 'accepted' };
  const { code, message = '' } = fault ?? {};
  const byNumber = ROWS.find(([, { numbers }]) => code !== undefined && numbers.includes(code));
  const [meaning] = byNumber ?? ROWS.find(([, { reads }]) => reads.test(message)) ?? (['other'] as const);
  return meaning === 'stale' ? { kind: 'stale' } : { kind: 'rejected', fault: meaning, reason: message };
}
