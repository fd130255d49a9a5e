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
import type { RenterPart } from '../renter/renter';
import type { RenterState } from '../renter/state';

const MAX_BACKUPS = 100;
// A backup includes files recovered from earlier ones, so their number could keep doubling.
const MAX_FILES = 1_000;
const { largest: MAX_BACKUP_NAME } = DAEMON_BOUNDS['POST /renter/backups/create'].name;

type BackupRoute = 'backup' | 'recoverBackup' | 'uploadedBackups' | 'backups' | 'createBackup' | 'restoreBackup';

/** The renter's backups: kept in the market, or in files on the node's computer. */
export function backupHandlers(market: Market, renter: RenterPart) {
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
    restoreBackup: async ({ body: { name } }) => recover(await keptBackup(name))
  } satisfies Pick<Handlers<typeof renterRoutes>, BackupRoute>;
}

const shownBackups = ({ backups }: RenterState): UploadedBackup[] =>
  backups.map(({ name, uid, creationDate, content }) => ({
    name,
    uid,
    creationDate,
    size: BigInt(Buffer.byteLength(content)),
    uploadProgress: 100
  }));
