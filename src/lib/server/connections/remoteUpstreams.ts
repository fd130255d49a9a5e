import { withCompanionDialect, type RemoteConfig } from '../config';
import { announceDialect } from '../dialect/announceDialect';
import type { ServerFetch } from '../http/guardedFetch';
import type { Profile } from './profile';
import { requestGuard } from '../http/requestGuard';
import { tipsOfDaemon, tipsOfWalletServer } from '../tips/tips';
import type { Upstreams } from './upstreams';
import { http, type Upstream } from '../http/upstream';
import { agentOf } from '../dialect/userAgent';

/** Largest answer held in memory, bytes. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/**
 * The services of a profile that have an address; nothing is asked of them yet.
 * @param fetch the guarded one, unless whoever started Quarry named the addresses
 */
export function createRemoteUpstreams(profile: Profile, fetch: ServerFetch): Upstreams {
  const remote = (config: RemoteConfig, probePath: string) => remoteBy(fetch, config, probePath);
  const daemon = profile.daemon && requestGuard(remote(profile.daemon, '/consensus'));
  const signing = withCompanionDialect(profile.signing, profile.wallet, profile.daemon);
  const wallet = profile.wallet && remote(profile.wallet, '/consensus/tipstate');
  return {
    daemon,
    wallet,
    signing: signing && remote(signing, '/'),
    // A mining server is a node of its own, with the same paths of the chain.
    mining: profile.mining && remote(profile.mining, '/consensus/tipstate'),
    nextTip: { daemon: daemon && tipsOfDaemon(daemon), wallet: wallet && tipsOfWalletServer(wallet) }
  };
}

/** @param probePath what shows the dialect; not needed where the configuration names it */
function remoteBy(fetch: ServerFetch, config: RemoteConfig, probePath: string): Upstream {
  const { url, dialect } = config;
  return announceDialect(http(url, agentOf(config), fetch), { dialect, probePath, maxBytes: MAX_ANSWER_BYTES });
}
