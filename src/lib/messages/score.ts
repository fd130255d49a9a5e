import type { FactorName } from '$lib/services/hostdb/score';

interface FactorWords {
  readonly label: string;
  /** What the factor is about. */
  readonly meaning: string;
  /** Why it is low, as a sentence about the host. */
  readonly low: string;
  /** What would raise it. */
  readonly better: string;
}

/** What each multiplier of a score stands for. */
export const FACTOR_WORDS: Readonly<Record<FactorName, FactorWords>> = {
  acceptContractAdjustment: {
    label: 'Accepts contracts',
    meaning: '1 when the host takes new contracts, 0 when it does not.',
    low: 'The host takes no new contracts, so it is never chosen.',
    better: 'Its owner has to switch on accepting contracts.'
  },
  durationAdjustment: {
    label: 'Longest contract',
    meaning: '1 when the host takes contracts as long as your period, 0 when it does not.',
    low: 'The host takes no contract that reaches as far as your allowance needs.',
    better: 'Its owner has to allow longer contracts, or you choose a shorter period.'
  },
  uptimeAdjustment: {
    label: 'Uptime',
    meaning: 'How much of the time the host answered this node.',
    low: 'The host was too often not there when this node called.',
    better: 'Staying online: every visit that it answers raises this a little.'
  },
  ageAdjustment: {
    label: 'Age',
    meaning: 'How long this node has known the host: new ones have yet to prove themselves.',
    low: 'The host is new.',
    better: 'Nothing but time.'
  },
  interactionAdjustment: {
    label: 'Dealings',
    meaning: 'How many dealings with the host went well.',
    low: 'Dealings with the host went wrong too often, or there were hardly any.',
    better: 'Answering calls without faults; older failures count less and less.'
  },
  storageRemainingAdjustment: {
    label: 'Free storage',
    meaning: 'Whether the host has room for what would be stored there.',
    low: 'The host has little room left beside what you mean to store.',
    better: 'More storage: another folder, or a larger one.'
  },
  priceAdjustment: {
    label: 'Prices',
    meaning: 'What the host asks, beside what your allowance can pay.',
    low: 'The host asks a lot for what your allowance pays.',
    better: 'Lower prices for storage, traffic and contracts.'
  },
  basePriceAdjustment: {
    label: 'Prices of calls',
    meaning: 'Whether the host asks more for single calls and reads than they should cost.',
    low: 'Single calls and reads are dear beside the price of download.',
    better: 'Lower prices for calls and for reading a sector.'
  },
  collateralAdjustment: {
    label: 'Collateral',
    meaning: 'What the host puts up, and loses with your data.',
    low: 'The host puts up little against losing data.',
    better: 'More collateral, and a larger limit of it for one contract.'
  },
  burnAdjustment: {
    label: 'Burnt coins',
    meaning: 'Coins the host has destroyed to show that it is serious.',
    low: 'The host has burnt fewer coins than others.',
    better: 'Hardly worth it: most hosts burn none.'
  },
  versionAdjustment: {
    label: 'Version',
    meaning: 'Whether the host runs recent software.',
    low: 'The host runs old software.',
    better: 'An update.'
  }
};
