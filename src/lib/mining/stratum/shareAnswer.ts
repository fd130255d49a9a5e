import type { ShareAnswer, ShareFault } from '../work/workSource';
import type { PoolFault } from './messages';

/** Error codes that most pools share. */
const BY_CODE: Readonly<Record<number, 'stale' | ShareFault>> = {
  21: 'stale',
  22: 'duplicate',
  23: 'low-difficulty',
  24: 'unauthorised',
  25: 'unauthorised'
};

/** Error texts, where the code is missing or unknown. */
const BY_TEXT: readonly (readonly [RegExp, 'stale' | ShareFault])[] = [
  [/stale|job not found|unknown job|expired|old job/i, 'stale'],
  [/duplicate/i, 'duplicate'],
  [/low.?diff|difficulty|above.?target|high.?hash/i, 'low-difficulty'],
  [/unauthori[sz]ed|not subscribed|unknown worker/i, 'unauthorised']
];

/** Maps a pool's response to a share. */
export function parseShareAnswer(result: unknown, fault: PoolFault | undefined): ShareAnswer {
  if (fault === undefined && result === true) return { kind: 'accepted' };
  const message = fault?.message ?? '';
  const meaning =
    (fault?.code === undefined ? undefined : BY_CODE[fault.code]) ??
    BY_TEXT.find(([pattern]) => pattern.test(message))?.[1] ??
    'other';
  if (meaning === 'stale') return { kind: 'stale' };
  return { kind: 'rejected', fault: meaning, reason: message || 'The pool gave no reason.' };
}
