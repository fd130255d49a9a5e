import type { MarketWorld } from '../market/market';
import type { Moment } from '../simulation/simulationPart';
import { restoredAllowance } from './allowance';
import { storedFiles, withFile } from './backup';
import { evaluateContracts } from './evaluateContracts';
import { startPeriod } from './step';
import type { RenterAction, RenterSettings, RenterState, StoredFile } from './state';

/** Applies an action to the renter and re-evaluates its contracts at once. */
export function actOnRenter(world: MarketWorld, state: RenterState, action: RenterAction, moment: Moment): RenterState {
  const next = change(world, state, action, moment);
  return { ...next, contracts: evaluateContracts(world, next, moment.height) };
}

function change(world: MarketWorld, state: RenterState, action: RenterAction, moment: Moment): RenterState {
  switch (action.type) {
    case 'filter':
      return { ...state, filter: action.filter, mustCompare: true, shortages: [] };
    case 'configure':
      return configure(state, action.settings, moment);
    case 'cancelAllowance':
      return { ...state, allowance: undefined, currentPeriod: 0, shortages: [] };
    case 'cancelContract':
      return {
        ...state,
        contracts: state.contracts.map((contract) =>
          contract.id === action.id ? { ...contract, isCancelled: true } : contract
        )
      };
    case 'keepBackup': {
      const { name, content } = action;
      const uid = world.random.hex('backup', moment.height, state.backups.length).slice(0, 32);
      return { ...state, backups: [...state.backups, { name, uid, creationDate: moment.timestamp, content }] };
    }
    case 'recoverFiles':
      return recoverFiles(state, action.files);
    case 'clean':
      // Files have no other copies: they are lost once no contract stores data.
      return {
        ...state,
        files: state.contracts.some(({ goodForRenew, size }) => goodForRenew && size > 0n) ? state.files : []
      };
  }
}

/** Files already stored in contracts keep their names. */
function recoverFiles(state: RenterState, files: readonly StoredFile[]): RenterState {
  const before = storedFiles(state);
  const all = files.reduce(withFile, before);
  return { ...state, files: [...state.files, ...all.slice(before.length)] };
}

/** The state with its settings in this release's form, whichever release stored it. */
export const restoredRenter = (stored: RenterState): RenterState => ({
  ...stored,
  allowance: stored.allowance && restoredAllowance(stored.allowance),
  maxDownloadSpeed: BigInt(stored.maxDownloadSpeed),
  maxUploadSpeed: BigInt(stored.maxUploadSpeed),
  streamCacheSize: BigInt(stored.streamCacheSize)
});

/** The first allowance starts a period; later ones change the running period. */
function configure(state: RenterState, settings: Partial<RenterSettings>, moment: Moment): RenterState {
  const next = restoredRenter({ ...state, ...settings });
  if (settings.allowance === undefined) return next;
  const currentPeriod = state.allowance === undefined ? moment.height : state.currentPeriod;
  return startPeriod({ ...next, currentPeriod, mustCompare: true, shortages: [] }, moment);
}
