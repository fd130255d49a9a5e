import type { Contract, RenterState } from './state';

/** The document's six categories: every contract is in exactly one. */
export interface Categories {
  readonly active: readonly Contract[];
  readonly passive: readonly Contract[];
  readonly refreshed: readonly Contract[];
  readonly disabled: readonly Contract[];
  readonly expired: readonly Contract[];
  readonly expiredRefreshed: readonly Contract[];
}

/** Sorts the renter's contracts by what they are good for, whether they are over and whether their data is elsewhere. */
export function categories({ contracts, ended }: RenterState): Categories {
  const isReplaced = ({ renewedTo }: Contract) => renewedTo !== undefined;
  const unreplaced = contracts.filter((contract) => !isReplaced(contract));
  return {
    active: unreplaced.filter(({ goodForUpload, goodForRenew }) => goodForUpload && goodForRenew),
    passive: unreplaced.filter(({ goodForUpload, goodForRenew }) => !goodForUpload && goodForRenew),
    refreshed: contracts.filter(isReplaced),
    disabled: unreplaced.filter(({ goodForRenew }) => !goodForRenew),
    expired: ended.filter((contract) => !isReplaced(contract)),
    expiredRefreshed: ended.filter(isReplaced)
  };
}
