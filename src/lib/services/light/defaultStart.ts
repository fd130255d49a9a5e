import type { WalletServer } from '$lib/api/wallet-server/client';
import type { LightStart } from './followChain';

/** Chains up to this height are verified from their first block. */
const SHORT_CHAIN = 10_000;
/** On a longer chain verification begins this many blocks before the tip, at a block that the server names. */
const RECENT_BLOCKS = 1_000;

/** Where verification starts unless the user chooses; undefined where only a start of the user's would do. */
export async function defaultStart(
  server: Pick<WalletServer, 'tip' | 'indexAt' | 'network'>
): Promise<LightStart | undefined> {
  const { height } = await server.tip();
  if (height <= SHORT_CHAIN) return { kind: 'genesis' };
  const from = height - RECENT_BLOCKS;
  // Version 1 blocks do not commit to the state that a start needs.
  const { hardforkV2 } = await server.network();
  if (from < hardforkV2.requireHeight) return undefined;
  return { kind: 'block', index: await server.indexAt({ params: { height: from } }) };
}
