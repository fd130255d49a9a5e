import { join } from 'node:path';
import type { Address } from '$lib/chain/address';
import type { PublicKey } from '$lib/chain/keys/keys';
import { hostPublicKey } from '../hostdb/keys';
import { MarketClosedError, type Market, type MarketWorld } from '../market/market';
import { memoizeLifecycles } from './formation';
import { HostModule } from './hostModule';
import { hostPart, type HostPart } from './hostPart';
import { RegistryFile } from './storage/registryFile';
import { HostStorage } from './storage/storage';

export interface OpenHostOptions {
  readonly world: MarketWorld;
  /** Directory of the host's database; undefined to store nothing. */
  readonly directory: string | undefined;
  /** The host's payout address. */
  readonly address: Address;
}

/** The host's components, for wiring the node. */
export interface OpenHost {
  readonly part: HostPart;
  readonly publicKey: PublicKey;
  module(market: Market): HostModule;
  close(): void;
}

// Pause between two steps of a long folder operation: long enough for its progress to show.
const MOMENT_MS = 15;

/** Creates the embedded node's host. Its files are opened on first use. */
export function openHost({ world, directory, address }: OpenHostOptions): OpenHost {
  const publicKey = hostPublicKey(world.random.bytes('host.key'));
  const lives = memoizeLifecycles(world.random);
  let storage: HostStorage | undefined;
  let isClosed = false;
  const wait = async (milliseconds: number) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    if (isClosed) throw new MarketClosedError();
  };
  const pause = () => wait(MOMENT_MS);
  const yieldTurn = () => wait(0);
  const openStorage = () => {
    if (isClosed) throw new MarketClosedError();
    const path = directory === undefined ? ':memory:' : join(directory, 'host.sqlite');
    return (storage ??= new HostStorage({ path, hostKey: publicKey, pause, yieldTurn }));
  };
  const registry = new RegistryFile(directory, publicKey);
  const part = hostPart({ random: world.random, lives, storage: openStorage });
  return {
    part,
    publicKey,
    module: (market) => new HostModule({ market, part, lives, storage: openStorage, registry, address }),
    close: () => {
      isClosed = true;
      storage?.close();
    }
  };
}
