import type { BlockId } from '../ids';

/** Kind of a network: production, public test, development, or private. */
export type NetworkKind = 'main' | 'test' | 'dev' | 'private';

/** By genesis block id, which is unique. The test network has been restarted once. */
const BY_GENESIS: ReadonlyMap<string, NetworkKind> = new Map([
  ['25f6e3b9295a61f69fcb956aca9f0076234ecf2e02d399db5448b6e22f26e81c', 'main'],
  ['172fb3d508c86ac628f93c3362ba60312251466c77d63a8c99ea87717e4112c3', 'test'],
  ['e23d2ee56fc5c79618ead2f8f36c1b72c6f3ec5e0f751c05e08bd6665a6ec22a', 'test'],
  ['2f4ada24f031824d750c594cfb72427211b98671db581b83cb4f2113d71c79bd', 'dev'],
  ['cc1ed15049d18d9a13007317dd3a99b2b8ba6a18ca0465d06fc4aae5527b0a85', 'dev']
]);

/** Names of development networks, whose genesis block is different on every node. */
const DEVELOPMENT = ['dev', 'dev-v1', 'test'];

/**
 * Kind of a network, by genesis id. The name is used only if the id is unknown, because any network can use any name.
 * @param name network name as reported by a wallet server
 */
export function networkKind(genesis: BlockId, name?: string): NetworkKind {
  return BY_GENESIS.get(genesis) ?? (name !== undefined && DEVELOPMENT.includes(name) ? 'dev' : 'private');
}
