import type { Height } from '$lib/chain/time';
import type { LightPosition } from '$lib/consensus/light/lightChain';
import type { AppError } from '$lib/errors';
import type { VerifiedChain } from './verifiedChain';

/** Storage of one chain's verification; every call is one transaction. */
export interface LightStorage {
  /** The position with the newest states; undefined before the first block. */
  load(): Promise<VerifiedChain | undefined>;
  /** The position at the newest permanent state below a height. */
  loadBelow(height: Height): Promise<VerifiedChain | undefined>;
  /** Initializes the storage, discarding its contents. */
  begin(chain: VerifiedChain): Promise<void>;
  /** Stores a step. @throws {StaleWriteError} another tab stored a newer state; nothing is written */
  save(before: LightPosition, after: VerifiedChain): Promise<void>;
  /** Returns to an earlier state, after a fork below the newest ones. */
  goBack(to: VerifiedChain): Promise<void>;
}

/** @param scope identifies the chain and the start of its verification */
export type OpenLightStorage = (scope: string) => LightStorage;

/** Opens the storage of all chains. @param onwarning called when nothing can be stored permanently, now or later */
export type OpenLightStorages = (onwarning: (warning: AppError) => void) => Promise<OpenLightStorage>;
