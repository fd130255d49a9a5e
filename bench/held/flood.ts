import { solveUnit } from '../../tests/support/solve';
import { fanOut, spendEach } from '../nodeWorld.ts';
import { startServer } from './server.ts';

/** Filling a pool and mining it empty. */
export interface Flood {
  /** Seconds until all payments are in the pool. */
  readonly inSeconds: number;
  /** Seconds until all payments are in blocks. */
  readonly outSeconds: number;
  readonly blocks: number;
  /** The server's resident memory, MB. */
  readonly megabytes: { readonly before: number; readonly full: number; readonly after: number };
}

const BATCH = 100;

/**
 * Submits `count` payments in batches of 100 to a server on the network whose every hash meets the target, and mines
 * them.
 */
export async function floodPool(count: number): Promise<Flood> {
  const server = await startServer('test');
  try {
    const { daemon, wallet, megabytes } = server;
    await fanOut(server, count, () => undefined);
    const basis = await wallet.tip({});
    const payments = await spendEach(server, count);
    const before = megabytes();
    const beganAtMs = performance.now();
    for (let i = 0; i < count; i += BATCH) {
      await wallet.broadcast({ body: { basis, transactions: [], v2Transactions: payments.slice(i, i + BATCH) } });
    }
    const fullAtMs = performance.now();
    const full = megabytes();
    let blocks = 0;
    for (let mined = 0; mined < count; blocks++) {
      await daemon.miner.submitHeader({ body: solveUnit(await daemon.miner.header({})) });
      const { id } = await wallet.tip({});
      const block = await wallet.block({ params: { idOrHeight: id } });
      const transactions = block.v2?.transactions.length ?? 0;
      if (transactions === 0) throw new Error(`${mined} of ${count} payments were mined, and no more are taken`);
      mined += transactions;
    }
    const outAtMs = performance.now();
    return {
      inSeconds: (fullAtMs - beganAtMs) / 1000,
      outSeconds: (outAtMs - fullAtMs) / 1000,
      blocks,
      megabytes: { before, full, after: megabytes() }
    };
  } finally {
    await server.stop();
  }
}
