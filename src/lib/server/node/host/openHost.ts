import { join } from 'node:path';
import type { Address } from '$lib/chain/address';
import type { PublicKey } from '$lib/chain/keys/keys';
import { hostPublicKey } from '../hostdb/keys';
import { MarketClosedError, type Market, type MarketWorld } from '../market/market';
import { livesIn } from './formation';
import { HostModule } from './hostModule';
import { hostPart, type HostPart } from './hostPart';
import { RegistryFile } from './storage/registryFile';
import { HostStorage } from './storage/storage';

export interface OpenHostOptions {
  readonly world: MarketWorld;
  /** Where the host remembers its folders; undefined when nothing is kept. */
  readonly directory: string | undefined;
  /** Where the host is paid. */
  readonly address: Address;
}

/** The parts of the host, for whoever wires the node. */
export interface OpenHost {
  readonly part: HostPart;
  readonly publicKey: PublicKey;
  module(market: Market): HostModule;
  close(): void;
}

// Long operations take as many moments as there is to do: long enough to be seen, short enough to wait for.
const MOMENT_MS = 15;

/** Makes the embedded node's own host. Its files are opened when something is first asked of it. */
export function openHost({ world, directory, address }: OpenHostOptions): OpenHost {
  const publicKey = hostPublicKey(world.random.bytes('host.key'));
  const lives = livesIn(world.random);
  let storage: HostStorage | undefined;
  let isClosed = false;
  const wait = async (milliseconds: number) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    if (isClosed) throw new MarketClosedError();
  };
  const pause = () => wait(MOMENT_MS);
  const breathe = () => wait(0);
  const openStorage = () => {
    if (isClosed) throw new MarketClosedError();
    const path = directory === undefined ? ':memory:' : join(directory, 'host.sqlite');
    return (storage ??= new HostStorage({ path, hostKey: publicKey, pause, breathe }));
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
