import { formatCount } from '$lib/messages/format';
import { m } from '$lib/messages/timeline';

/** Something that happens to a contract at a height. */
export interface LifeEvent {
  readonly height: number;
  /** What, as a person says it: "proof confirmed". */
  readonly label: string;
  /** Still to come and waited for, or gone wrong, rather than done. */
  readonly state?: 'done' | 'due' | 'failed';
}

/** A contract's life in block heights. */
export interface Life {
  readonly start: number;
  /** Start of the proof window. */
  readonly end: number;
  /** The proof must be there by then. */
  readonly proofDeadline?: number;
  readonly events?: readonly LifeEvent[];
}

/** The heights of the left and right edges of all timelines in a table. */
export interface HeightScale {
  readonly from: number;
  readonly to: number;
}

/** The scale on which all lives and the present fit; a little room at both edges. */
export function scaleOf(lives: readonly Life[], now: number): HeightScale {
  let from = now;
  let to = now;
  // Not Math.min of a spread: ten thousand arguments are too many for some engines.
  for (const { start, end, proofDeadline = end } of lives) {
    from = Math.min(from, start);
    to = Math.max(to, end, proofDeadline);
  }
  const room = Math.max(1, Math.ceil((to - from) * 0.02));
  return { from: from - room, to: to + room };
}

/** Parts in percent of the scale's width. */
export interface TimelineLayout {
  readonly segments: readonly {
    readonly kind: 'stored' | 'proof';
    readonly left: number;
    readonly width: number;
    /** The share in the past. */
    readonly past: number;
  }[];
  readonly points: readonly { readonly left: number; readonly state: NonNullable<LifeEvent['state']> }[];
  /** Left out when the scale does not reach to the present. */
  readonly now: number | undefined;
}

/** Where the parts of a life are drawn; what lies off the scale is cut, events off it are left out. */
export function layoutLife(
  { start, end, proofDeadline = end, events = [] }: Life,
  scale: HeightScale,
  now: number
): TimelineLayout {
  const span = Math.max(1, scale.to - scale.from);
  const at = (height: number) => ((height - scale.from) / span) * 100;
  const clamp = (height: number) => Math.min(100, Math.max(0, at(height)));
  const isOn = (height: number) => height >= scale.from && height <= scale.to;
  const segment = (kind: 'stored' | 'proof', from: number, to: number) => {
    const left = clamp(from);
    const width = clamp(to) - left;
    const past = Math.min(clamp(to), Math.max(left, clamp(now))) - left;
    return { kind, left, width, past: width === 0 ? 0 : past / width };
  };
  return {
    segments: [segment('stored', start, end), segment('proof', end, proofDeadline)].filter(({ width }) => width > 0),
    points: events
      .filter(({ height }) => isOn(height))
      .map(({ height, state = 'done' }) => ({ left: at(height), state })),
    now: isOn(now) ? at(now) : undefined
  };
}

/** The same in words. */
export function describeLife({ start, end, proofDeadline, events = [] }: Life, now: number): string {
  const parts = [m.stored(formatCount(start), formatCount(end))];
  if (proofDeadline !== undefined) parts.push(m.proofDue(formatCount(proofDeadline)));
  for (const { height, label } of events) parts.push(m.event(label, formatCount(height)));
  return `${parts.join(', ')}; ${presentOf(start, end, proofDeadline ?? end, now)}.`;
}

function presentOf(start: number, end: number, deadline: number, now: number): string {
  if (now < start) return m.startsIn(start - now);
  if (now < end) return m.endsIn(end - now);
  return now < deadline ? m.windowFor(deadline - now) : m.endedAgo(now - deadline);
}
