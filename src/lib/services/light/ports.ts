import type { BlockId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import type { LightPosition } from '$lib/consensus/light/lightChain';
import type { AppError } from '$lib/errors';
import type { Checked } from './checked';

/** Where the check of one chain is stored; every call is one transaction. */
export interface LightStorage {
  /** Where it stands, with the newest states; undefined before the first block. */
  load(): Promise<Checked | undefined>;
  /** The same chain from the newest state below a height that was kept. */
  loadBelow(height: Height): Promise<Checked | undefined>;
  /** Begins, and forgets what was there. */
  begin(checked: Checked): Promise<void>;
  /** Stores a step. @throws {StaleWriteError} another tab took it elsewhere meanwhile; nothing is written */
  save(before: LightPosition, after: Checked): Promise<void>;
  /** Goes back to an earlier state, because the chain was changed from further back than the newest ones. */
  goBack(to: Checked): Promise<void>;
}

/** The storage of the chain with this first block. */
export type OpenLightStorage = (genesisId: BlockId) => LightStorage;

/** Opens the storage of all chains. @param onwarning why nothing outlives this tab, now or when the disk filled up */
export type OpenLightStorages = (onwarning: (warning: AppError) => void) => Promise<OpenLightStorage>;
