import { Buffer } from 'node:buffer';
import { isAbsolute } from 'node:path';
import type { renterRoutes, UploadedBackup } from '$lib/api/daemon/renter';
import type { Handlers } from '$lib/api/http/route';
import { DAEMON_BOUNDS } from '$lib/api/parameterBounds';
import { refusal } from '../errors';
import type { Market } from '../market/market';
import { readBackup, writeBackup } from '../renter/backup';
import { createBackupFile, readBackupFile } from '../renter/backupFile';
import { categories } from '../renter/categories';
import { readChanges, type AllowanceLimits } from '../renter/configure';
import { renterStatus } from '../renter/metrics';
import { contractWriter } from '../renter/records';
import type { RenterPart } from '../renter/renter';
import type { Contract, RenterState } from '../renter/state';

export interface RenterParts {
  readonly market: Market;
  readonly renter: RenterPart;
  readonly limits: AllowanceLimits;
}

const MAX_BACKUPS = 100;
// A backup includes files recovered from earlier ones, so their number could keep doubling.
const MAX_FILES = 1_000;
const { largest: MAX_BACKUP_NAME } = DAEMON_BOUNDS['POST /renter/backups/create'].name;

/** The renter of the simulated market. */
export function renterHandlers({ market, renter, limits }: RenterParts): Handlers<typeof renterRoutes> {
  async function keepBackup(name: string): Promise<void> {
    const { state, moment } = await market.read(renter);
    if (name.length > MAX_BACKUP_NAME) throw refusal('renter/backup-name-too-long').about('name');
    if (state.backups.some((backup) => backup.name === name)) {
      throw refusal('renter/backup-name-taken');
    }
    if (state.backups.length >= MAX_BACKUPS) {
      throw refusal('renter/too-many-backups', { most: MAX_BACKUPS });
    }
    if (goodHosts(state).length === 0) {
      throw refusal('renter/backup-without-hosts');
    }
    market.act(renter, { type: 'keepBackup', name, content: writeBackup(state, moment) });
  }

  async function keptBackup(name: string): Promise<string> {
    const { state } = await market.read(renter);
    const backup = state.backups.find((kept) => kept.name === name);
    if (backup === undefined) throw refusal('renter/backup-not-found', { name });
    return backup.content;
  }

  async function recover(content: string): Promise<void> {
    const files = readBackup(content);
    if (files === undefined) throw refusal('renter/backup-foreign');
    const { state } = await market.read(renter);
    if (state.files.length + files.length > MAX_FILES) {
      throw refusal('renter/too-many-files', { most: MAX_FILES });
    }
    market.act(renter, { type: 'recoverFiles', files });
  }

  const goodHosts = (state: RenterState): string[] => {
    const { active, passive } = categories(state);
    return [...active, ...passive].map(({ host }) => market.world.hosts.host(host).publicKey);
  };

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
    backup: async ({ body: { destination, remote } }) => {
      if (remote) return keepBackup(destination);
      if (!isAbsolute(destination)) throw refusal('renter/destination-relative').about('destination');
      const { state, moment } = await market.read(renter);
      createBackupFile(destination, writeBackup(state, moment));
    },
    recoverBackup: async ({ body: { source, remote } }) => {
      if (remote) return recover(await keptBackup(source));
      if (!isAbsolute(source)) throw refusal('renter/source-relative').about('source');
      return recover(readBackupFile(source));
    },
    uploadedBackups: async () => shownBackups((await market.read(renter)).state),
    backups: async () => {
      const { state } = await market.read(renter);
      return { backups: shownBackups(state), syncedHosts: goodHosts(state), unsyncedHosts: [] };
    },
    createBackup: ({ body: { name } }) => keepBackup(name),
    restoreBackup: async ({ body: { name } }) => recover(await keptBackup(name)),
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

const shownBackups = ({ backups }: RenterState): UploadedBackup[] =>
  backups.map(({ name, uid, creationDate, content }) => ({
    name,
    uid,
    creationDate,
    size: BigInt(Buffer.byteLength(content)),
    uploadProgress: 100
  }));
