import type { Contract, RenterState } from './state';

/** The API's six categories: every contract is in exactly one. */
export interface Categories {
  readonly active: readonly Contract[];
  readonly passive: readonly Contract[];
  readonly refreshed: readonly Contract[];
  readonly disabled: readonly Contract[];
  readonly expired: readonly Contract[];
  readonly expiredRefreshed: readonly Contract[];
}

/** Groups contracts by utility, whether they have ended, and whether they were renewed. */
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
