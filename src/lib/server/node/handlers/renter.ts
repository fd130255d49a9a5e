import type { renterRoutes } from '$lib/api/daemon/renter';
import type { Handlers } from '$lib/api/http/route';
import { refusal } from '../errors';
import type { Market } from '../market/market';
import { categories } from '../renter/categories';
import { readChanges, type AllowanceLimits } from '../renter/configure';
import { renterStatus } from '../renter/metrics';
import { contractWriter } from '../renter/records';
import type { RenterPart } from '../renter/renter';
import type { Contract } from '../renter/state';
import { backupHandlers } from './renterBackups';

export interface RenterParts {
  readonly market: Market;
  readonly renter: RenterPart;
  readonly limits: AllowanceLimits;
}

/** The renter of the simulated market. */
export function renterHandlers({ market, renter, limits }: RenterParts): Handlers<typeof renterRoutes> {
  return {
    status: async () => {
      const { state, moment } = await market.read(renter);
      return renterStatus(state, moment);
    },
    configure: async ({ body }) => {
      const { state } = await market.read(renter);
      const { cancelsAllowance, settings } = readChanges(body, state, limits);
      if (cancelsAllowance) market.act(renter, { type: 'cancelAllowance' });
      market.act(renter, { type: 'configure', settings });
    },
    cancelAllowance: async () => {
      await market.advance();
      market.act(renter, { type: 'cancelAllowance' });
    },
    bubble: ({ body: { siapath, rootsiapath } }) => {
      if (siapath !== undefined && rootsiapath) {
        throw refusal('renter/two-directories');
      }
      if (siapath === undefined) {
        if (!rootsiapath) throw refusal('renter/directory-missing');
        return;
      }
      const problem = directoryProblem(siapath.replace(/^\//, '').replace(/\/$/, ''));
      if (problem !== undefined) throw refusal('renter/directory-invalid', { reason: `[invalid SiaPath; ${problem}]` });
    },
    clean: async () => {
      await market.advance();
      market.act(renter, { type: 'clean' });
    },
    cancelContract: async ({ body: { id } }) => {
      const { state } = await market.read(renter);
      const found = [...state.contracts, ...state.ended].find((contract) => contract.id === id);
      if (found === undefined) throw refusal('renter/contract-not-found');
      market.act(renter, { type: 'cancelContract', id: found.id });
    },
    ...backupHandlers(market, renter),
    contracts: async ({ query }) => {
      const { state, moment } = await market.read(renter);
      const { active, passive, refreshed, disabled, expired, expiredRefreshed } = categories(state);
      const write = contractWriter(market.world, moment.height);
      const shown = (list: readonly Contract[]) => list.map(write.contract);
      const shownDisabled = shown(disabled);
      const shownActive = shown(active);
      const shownPassive = shown(passive);
      const shownRefreshed = shown(refreshed);
      return {
        contracts: [...shownActive, ...shownPassive, ...shownDisabled],
        inactive: query.inactive ? [...shownPassive, ...shownRefreshed, ...shownDisabled] : [],
        active: shownActive,
        passive: shownPassive,
        refreshed: shownRefreshed,
        disabled: query.disabled ? shownDisabled : [],
        expired: query.expired ? shown(expired) : [],
        expiredRefreshed: query.expired ? shown(expiredRefreshed) : [],
        recoverable: query.recoverable ? state.lost.map(write.recoverable) : []
      };
    }
  };
}

/** Why a path is not one below the renter's own root, in a daemon's words; undefined if it is. */
function directoryProblem(path: string): string | undefined {
  if (path === '.' || path === '..') return `path cannot be '${path}'`;
  if (path.startsWith('/')) return 'path cannot begin with /';
  if (path.startsWith('../')) return 'path cannot begin with ../';
  const elements = path.split('/');
  if (elements.some((element) => element === '.' || element === '..')) return 'path cannot contain . or .. elements';
  return elements.includes('') ? 'path must be a nonempty string' : undefined;
}
