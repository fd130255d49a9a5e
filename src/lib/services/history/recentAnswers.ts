import type { ResultOf, Route } from '$lib/api/http/route';

/** Longer than the polling intervals of the pages. */
export const RECENT_MS = 6_000;

/** The last answers to some routes, so that the sampler takes what pages have read. */
export class RecentAnswers {
  readonly #answers = new Map<Route, { readonly answer: unknown; readonly atMs: number }>();
  readonly #routes: ReadonlySet<Route>;
  readonly #nowMs: () => number;

  /** @param routes those whose answers are kept, whatever the parameters */
  constructor(routes: Iterable<Route>, nowMs: () => number) {
    this.#routes = new Set(routes);
    this.#nowMs = nowMs;
  }

  add(route: Route, answer: unknown): void {
    if (this.#routes.has(route)) this.#answers.set(route, { answer, atMs: this.#nowMs() });
  }

  /** The last answer; undefined if it is older than {@link RECENT_MS}. */
  get<R extends Route>(route: R): ResultOf<R> | undefined {
    const { answer, atMs } = this.#answers.get(route) ?? { atMs: -Infinity };
    // Negative once the clock was set back.
    const ageMs = this.#nowMs() - atMs;
    return ageMs >= 0 && ageMs < RECENT_MS ? (answer as ResultOf<R>) : undefined;
  }
}
