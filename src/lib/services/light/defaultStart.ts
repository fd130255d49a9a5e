import type { WalletServer } from '$lib/api/wallet-server/client';
import type { LightStart } from './followChain';

/** Chains up to this height are verified from their first block. */
const SHORT_CHAIN = 10_000;
/** On a longer chain, verification starts this many blocks before the tip, at a block that the server reports. */
const RECENT_BLOCKS = 1_000;

/** Default start of the verification; undefined if only the user can choose one. */
export async function defaultStart(
  server: Pick<WalletServer, 'tip' | 'indexAt' | 'network' | 'state'>
): Promise<LightStart | undefined> {
  const { height } = await server.tip();
  const { firstBodyHeight = 0 } = await server.state();
  if (height <= SHORT_CHAIN && firstBodyHeight === 0) return { kind: 'genesis' };
  // The start is verified with the block before it, which the server must also have.
  const from = Math.max(height - RECENT_BLOCKS, firstBodyHeight + 1);
  if (from > height) return undefined;
  // Version 1 blocks do not commit to the state that a start needs.
  const { hardforkV2 } = await server.network();
  if (from < hardforkV2.requireHeight) return undefined;
  return { kind: 'block', index: await server.indexAt({ params: { height: from } }) };
}
