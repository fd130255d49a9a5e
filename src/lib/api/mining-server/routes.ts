import { MAX_BLOCK_ANSWER } from '../answerLimits';
import { json, nothing, post } from '../http/route';
import { walletServerRoutes } from '../wallet-server/routes';
import { blockTemplate, solvedBlock, templateRequest } from './schemas';

const access = 'password';

/** Client timeout of a long poll in ms, longer than the server's own. */
export const LONG_POLL_MS = 60_000;

/** The calls specific to mining servers, under the same prefix as a wallet server's. */
export const miningRoutes = {
  /**
   * The current template. With a long-poll ID, the server responds once the tip or the pool has changed, or the
   * template has expired.
   */
  getTemplate: post('/mining/getblocktemplate', json(templateRequest), json(blockTemplate), {
    access,
    effect: 'read',
    timeoutMs: LONG_POLL_MS,
    maxBytes: MAX_BLOCK_ANSWER
  }),
  /**
   * A solved block in its binary encoding; a V2 block includes its multiproof. Side-branch blocks also succeed, and a
   * server without peers responds 500 to an accepted block: check the tip.
   */
  submitBlock: post('/mining/submitblock', json(solvedBlock), nothing, { access, timeoutMs: 30_000 })
};

const { network, tip, tipState, indexAt, block } = walletServerRoutes;

/** The calls of a mining server that pages use: the specific ones, and a wallet server's chain calls. */
export const miningServerRoutes = { ...miningRoutes, network, tip, tipState, indexAt, block };
