import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDaemon } from '$lib/api/daemon/client';
import { nonceFactorAt } from '$lib/chain/network/rewards';
import { ZEN } from '$lib/chain/network/publicNetworks';
import { solveUnit } from '../../support/solve';
import type { RunningApp } from './app';
import type { Chain } from './chain';

/** For a private network with zen's fork heights and nonce factor, but an easy target and a block every few seconds. */
export const BLOCK_SECONDS = 10;
/** About a thousand hashes: a block takes milliseconds anywhere. */
const TARGET = `00${'4'.padEnd(62, '0')}`;
const PRIVATE_V1 = join(import.meta.dirname, '../../compat/networks/private-v1.json');

/**
 * Writes the file that starts such a network.
 * @param blocks how many its schedule expects by now, so that sync progress is measured against them
 */
export async function writeZenNetwork(path: string, blocks: number): Promise<void> {
  const { network, genesis } = JSON.parse(await readFile(PRIVATE_V1, 'utf8'));
  const began = new Date(Date.now() - blocks * BLOCK_SECONDS * 1_000).toISOString().replace(/\.\d+Z/, 'Z');
  const forks = {
    hardforkTax: ZEN.hardforkTax,
    hardforkStorageProof: ZEN.hardforkStorageProof,
    hardforkOak: { height: ZEN.hardforkOak.height, fixHeight: ZEN.hardforkOak.fixHeight, genesisTimestamp: began },
    hardforkASIC: {
      height: ZEN.hardforkASIC.height,
      oakTime: BLOCK_SECONDS * 1e9,
      oakTarget: TARGET,
      nonceFactor: Number(ZEN.hardforkASIC.nonceFactor)
    },
    hardforkFoundation: { ...network.hardforkFoundation, height: ZEN.hardforkFoundation.height },
    hardforkV2: ZEN.hardforkV2
  };
  const rules = { name: 'zen-local', initialTarget: TARGET, blockInterval: BLOCK_SECONDS * 1e9, ...forks };
  const written = { network: { ...network, ...rules }, genesis: { ...genesis, timestamp: began } };
  await writeFile(path, JSON.stringify(written));
}

/** Mines blocks with real work through the node's miner; they pay the node. */
export async function mineSolved({ server, transport }: Chain, { origin }: RunningApp, blocks: number): Promise<void> {
  const { miner } = createDaemon({ ...transport, baseUrl: `${origin}/api/daemon` });
  const [network, { height }] = await Promise.all([server.network({}), server.tip({})]);
  for (let mined = height + 1; mined <= height + blocks; mined++) {
    await miner.submitHeader({ body: solveUnit(await miner.header(), nonceFactorAt(network, mined)) });
  }
}
