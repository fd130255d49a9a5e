import { MAX_BLOCK_ANSWER } from '../answerLimits';
import { get, json, post } from '../http/route';
import { page, pathId } from '../wallet-server/query';
import {
  blindSigned,
  blindSignRequest,
  deriveRequest,
  importRequest,
  signed,
  signedV2,
  signingKeys,
  signingSeed,
  signingSeeds,
  signRequest,
  signV2Request
} from './schemas';

/** Path of the embedded node's signing server; remote ones serve at the root. */
export const SIGNING_SERVER_PREFIX = '/signing';

const params = { id: pathId };
const access = 'password';

/** Routes of a signing server. */
export const signingServerRoutes = {
  seeds: get('/seeds', json(signingSeeds), { query: page, access }),
  /** Importing a seed again keeps its ID and keys. */
  importSeed: post('/seeds', json(importRequest), json(signingSeed), { access }),
  seed: get('/seeds/:id', json(signingSeed), { params, access }),
  keys: get('/seeds/:id/keys', json(signingKeys), { params, query: page, access }),
  /** Derives the next keys; only derived keys can sign. */
  deriveKeys: post('/seeds/:id/keys', json(deriveRequest), json(signingKeys), { params, access, timeoutMs: 30_000 }),
  sign: post('/sign', json(signRequest), json(signed), { access, maxBytes: MAX_BLOCK_ANSWER }),
  signV2: post('/v2/sign', json(signV2Request), json(signedV2), { access, maxBytes: MAX_BLOCK_ANSWER }),
  blindSign: post('/blind/sign', json(blindSignRequest), json(blindSigned), { access })
};
