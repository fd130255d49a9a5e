import { join } from 'node:path';
import type { Config } from '../config';
import { secretFromFile } from '../secretFile';
import { addressesIn } from '../serviceSettings';
import { createDeviceTokens, type DeviceTokens } from './deviceTokens';
import { openRevokedSessions, type RevokedSessions } from './revokedSessions';
import { createSealer, type Sealer } from './session';

/** The keys and records by which requests are recognized as signed in. */
export interface Sessions {
  readonly sealer: Sealer;
  readonly deviceTokens: DeviceTokens;
  readonly revoked: RevokedSessions;
}

const KEY_BYTES = 32;

/**
 * Opens the keys and files of sessions. Servers that share a secret accept each other's sessions.
 * @param nodePassword the embedded node's
 * @throws {SharedFolderError | NoFileError} the key {@link DamagedDataFileError} {@link DataFileVersionError}
 */
export function openSessions(config: Config, nodePassword: string | undefined): Sessions {
  const { dataDir, replica } = config;
  const [sharedSecret, ...olderSecrets] = replica.sessionKeys;
  const revoked = openRevokedSessions(join(dataDir, 'ended-sessions.json'), Date.now);
  const secret = sharedSecret ?? secretFromFile(join(dataDir, 'session.key'), KEY_BYTES);
  const audience = audienceOf(config, nodePassword);
  return {
    revoked,
    sealer: createSealer({ secret, olderSecrets, audience, revoked, clock: Date.now }),
    deviceTokens: createDeviceTokens({ secrets: [secret, ...olderSecrets], audience, clock: Date.now })
  };
}

/**
 * Binds sessions to the configured servers, so that a start with other servers does not send them the previous ones'
 * passwords, and to the embedded node's password, so that changing it signs everyone out: coins and connections do not
 * ask for the password again.
 */
const audienceOf = ({ services }: Config, nodePassword: string | undefined): string =>
  JSON.stringify([...addressesIn(services), ...(nodePassword === undefined ? [] : [nodePassword])]);
