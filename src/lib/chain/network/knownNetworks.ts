import type { BlockId } from '../ids';

/** What kind of coins a chain has: real ones, ones of a public test network, ones of a program under development, or
 * those of somebody's own network. */
export type NetworkKind = 'main' | 'test' | 'dev' | 'private';

/** By the id of the first block, which no other chain has. The test network was begun anew once. */
const BY_GENESIS: Readonly<Record<string, NetworkKind>> = {
  '25f6e3b9295a61f69fcb956aca9f0076234ecf2e02d399db5448b6e22f26e81c': 'main',
  '172fb3d508c86ac628f93c3362ba60312251466c77d63a8c99ea87717e4112c3': 'test',
  e23d2ee56fc5c79618ead2f8f36c1b72c6f3ec5e0f751c05e08bd6665a6ec22a: 'test',
  '2f4ada24f031824d750c594cfb72427211b98671db581b83cb4f2113d71c79bd': 'dev',
  cc1ed15049d18d9a13007317dd3a99b2b8ba6a18ca0465d06fc4aae5527b0a85: 'dev'
};

/** Networks of nodes like the embedded one, each of which begins a chain of its own. */
const DEVELOPMENT = ['dev', 'dev-v1', 'test'];

/**
 * The kind of a chain. A name decides nothing that an id can: anybody may call their network the main one.
 * @param name as a wallet server tells it
 */
export function networkKind(genesis: BlockId, name?: string): NetworkKind {
  return BY_GENESIS[genesis] ?? (name !== undefined && DEVELOPMENT.includes(name) ? 'dev' : 'private');
}
