import { json, nothing, post } from '../http/route';
import { walletServerRoutes } from '../wallet-server/routes';
import { blockTemplate, solvedBlock, templateRequest } from './schemas';

const access = 'password';

/** How long a server may hold back the answer to a long poll; above what it takes by itself, milliseconds. */
export const LONG_POLL_MS = 60_000;

/** The calls that only a mining server answers, below the same prefix as a wallet server's. */
export const miningRoutes = {
  /**
   * The block to solve now. With the id of the one known, the answer comes when the tip or the pool has changed, or the
   * server thinks the template too old.
   */
  getTemplate: post('/mining/getblocktemplate', json(templateRequest), json(blockTemplate), {
    access,
    effect: 'read',
    timeoutMs: LONG_POLL_MS
  }),
  /**
   * A solved block in binary, V2 with its multiproof. Also one that does not become the tip is answered with success, and
   * a server without peers answers 500 to one it took: look at the tip.
   */
  submitBlock: post('/mining/submitblock', json(solvedBlock), nothing, { access, timeoutMs: 30_000 })
};

const { network, tip, tipState, indexAt, block } = walletServerRoutes;

/** What a page uses of a mining server: its own calls, and those of a wallet server about the chain. */
export const miningServerRoutes = { ...miningRoutes, network, tip, tipState, indexAt, block };
