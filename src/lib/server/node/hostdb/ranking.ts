import type { Height } from '$lib/chain/time';
import { conversionRate, hostScore, type Demand, type HostRecord, type Score } from '../simulation/score';
import type { HostOffer } from './offers';
import type { HostPopulation, SimulatedHost } from './population';

/** A host with its score for a demand at a height. */
export interface RankedHost {
  readonly host: SimulatedHost;
  readonly offer: HostOffer;
  readonly record: HostRecord;
  readonly score: Score;
  /** The latest scan succeeded, it accepts contracts, and its subnets are valid. */
  readonly isActive: boolean;
}

/** Scores and sorts hosts; memoizes the last result. */
export class HostRanking {
  readonly #population: HostPopulation;
  #last: { key: string; ranked: readonly RankedHost[] } | undefined;

  constructor(population: HostPopulation) {
    this.#population = population;
  }

  /** Every listed host, best score first. */
  at(height: Height, demand: Demand): readonly RankedHost[] {
    const key = JSON.stringify([height, demand]);
    if (this.#last?.key === key) return this.#last.ranked;
    const ranked = this.#population.listedAt(height).map((host) => this.rank(host, height, demand));
    ranked.sort((a, b) =>
      a.score.score === b.score.score ? a.host.index - b.host.index : a.score.score < b.score.score ? 1 : -1
    );
    this.#last = { key, ranked };
    return ranked;
  }

  rank(host: SimulatedHost, height: Height, demand: Demand): RankedHost {
    const offer = this.#population.offer(host, height);
    const record = this.#population.record(host, height);
    const isActive = offer.acceptingContracts && host.isValid && this.#population.isActive(host, height);
    return { host, offer, record, score: hostScore(offer, record, demand), isActive };
  }

  /** Probability in percent that a renter with this demand picks a host of this score; `self` is not a competitor. */
  conversionRate(score: bigint, height: Height, demand: Demand, self?: SimulatedHost): number {
    const others = this.at(height, demand).filter(({ isActive, host }) => isActive && host !== self);
    return conversionRate(
      score,
      others.map((other) => other.score.score),
      demand.hosts
    );
  }
}
