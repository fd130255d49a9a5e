import { formatCount } from '$lib/messages/format';
import { m } from '$lib/messages/timeline';

/** An event in a contract's life, at a height. */
export interface LifeEvent {
  readonly height: number;
  /** Description: "proof confirmed". */
  readonly label: string;
  /** `due` if expected, `failed` if it went wrong. */
  readonly state?: 'done' | 'due' | 'failed';
}

/** A contract's life in block heights. */
export interface Life {
  readonly start: number;
  /** Start of the proof window. */
  readonly end: number;
  /** Last height at which the proof can be submitted. */
  readonly proofDeadline?: number;
  readonly events?: readonly LifeEvent[];
}

/** Heights at the left and right edges of all timelines in a table. */
export interface HeightScale {
  readonly from: number;
  readonly to: number;
}

/** A scale that fits all lives and the current height, with a small margin. */
export function scaleOf(lives: readonly Life[], now: number): HeightScale {
  let from = now;
  let to = now;
  // Not Math.min with spread: ten thousand arguments exceed some engines' limit.
  for (const { start, end, proofDeadline = end } of lives) {
    from = Math.min(from, start);
    to = Math.max(to, end, proofDeadline);
  }
  const room = Math.max(1, Math.ceil((to - from) * 0.02));
  return { from: from - room, to: to + room };
}

/** Positions and widths in percent of the scale's width. */
export interface TimelineLayout {
  readonly segments: readonly {
    readonly kind: 'stored' | 'proof';
    readonly left: number;
    readonly width: number;
    /** Fraction in the past. */
    readonly past: number;
  }[];
  readonly points: readonly { readonly left: number; readonly state: NonNullable<LifeEvent['state']> }[];
  /** Undefined if the current height is outside the scale. */
  readonly now: number | undefined;
}

/** Positions of the parts of a life. Segments are clipped to the scale; events outside it are omitted. */
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

/** The timeline as text. */
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
