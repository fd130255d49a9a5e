import type { Handlers } from '$lib/api/http/route';
import { WALLET_SERVER_BOUNDS } from '$lib/api/parameterBounds';
import type { signingServerRoutes } from '$lib/api/signing-server/routes';
import type { SigningKey } from '$lib/api/signing-server/schemas';
import type { PublicKey } from '$lib/chain/keys/keys';
import { policyAddress, standardUnlockConditions } from '$lib/chain/policy/policyAddress';
import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import type { TransactionSignature } from '$lib/chain/transaction/transaction';
import { decodeHex } from '$lib/codec/bytes';
import { AppError } from '$lib/errors';
import { parseAnyPhrase } from '$lib/wallet/keys/phrase';
import type { Seed } from '$lib/wallet/keys/seed';
import type { ChainManager } from '../chain/chainManager';
import { refusal } from '../errors';
import type { Page } from '../store/paging';
import { UnknownKeyError, UnknownSeedError, type SeedVault } from '../signing/seedVault';
import { signTransaction, signV2Transaction } from '../signing/signTransactions';

export interface SigningParts {
  readonly vault: SeedVault;
  readonly chain: ChainManager;
}

const DEFAULT_PAGE = 100;
const MAX_PAGE = 500;
const { smallest: MIN_KEYS, largest: MAX_KEYS } = WALLET_SERVER_BOUNDS.keys;

/** A signing server inside the node; requests without a chain state are signed for the node's own tip. */
export function signingHandlers({ vault, chain }: SigningParts): Handlers<typeof signingServerRoutes> {
  const chainOf = ({ state, network }: { readonly state?: ChainState; readonly network?: Network }) => {
    if (state === undefined && network === undefined) return { state: chain.state, network: chain.network };
    if (state === undefined) throw refusal('signing-server/state-missing');
    if (network === undefined) throw refusal('signing-server/network-missing');
    return { state, network };
  };
  return {
    seeds: ({ query }) => ({ seeds: vault.list(strictPage(query)) }),
    importSeed: ({ body }) => vault.add(seedOf(body.phrase)),
    seed: ({ params: { id } }) => withRefusals(() => vault.get(id)),
    keys: ({ params: { id }, query }) =>
      withRefusals(() => ({ keys: vault.keys(id, strictPage(query)).map(signingKey) })),
    deriveKeys: ({ params: { id }, body: { count } }) => {
      if (count < MIN_KEYS || count > MAX_KEYS)
        throw refusal('signing-server/count-out-of-range', { least: 1, most: MAX_KEYS });
      return withRefusals(() => ({ keys: vault.derive(id, count).map(signingKey) }));
    },
    sign: ({ body }) => {
      const { network, state } = chainOf(body);
      const { transaction, fullySigned } = signTransaction(body.transaction, network, state, vault);
      // With someone else's signatures, the transaction is returned even if none could be added.
      if (!transaction.signatures.some(isMade)) throw refusal('signing-server/nothing-signed');
      return { transaction, fullySigned };
    },
    signV2: ({ body }) => {
      const { network, state } = chainOf(body);
      if (state.index.height < network.hardforkV2.allowHeight - 1) {
        throw refusal('signing-server/v2-not-yet');
      }
      const { transaction, fullySigned } = signV2Transaction(body.transaction, state, vault, verifySignature);
      return { transaction, fullySigned };
    },
    blindSign: ({ body: { publicKey, sigHash } }) =>
      withRefusals(() => ({ signature: vault.sign(publicKey, decodeHex(sigHash)) }))
  };
}

const isMade = ({ signature }: TransactionSignature): boolean => signature.length > 0;

function seedOf(phrase: string): Seed {
  try {
    return parseAnyPhrase(phrase).seed;
  } catch (error) {
    if (error instanceof AppError) throw refusal('signing-server/phrase-unreadable', { reason: error.message }, error);
    throw error;
  }
}

function strictPage({ offset = 0, limit = DEFAULT_PAGE }: { readonly offset?: number; readonly limit?: number }): Page {
  if (limit < 1 || limit > MAX_PAGE) throw refusal('signing-server/limit-out-of-range', { least: 1, most: MAX_PAGE });
  if (offset < 0)
    throw refusal('signing-server/query-unreadable', { parameter: 'offset', reason: 'must not be negative' });
  return { offset, limit };
}

function signingKey(publicKey: PublicKey): SigningKey {
  const spendPolicy = { type: 'uc', unlockConditions: standardUnlockConditions(publicKey) } as const;
  return { publicKey, address: policyAddress(spendPolicy), spendPolicy };
}

function withRefusals<T>(look: () => T): T {
  try {
    return look();
  } catch (error) {
    if (error instanceof UnknownSeedError || error instanceof UnknownKeyError)
      throw refusal('signing-server/not-found', {}, error);
    throw error;
  }
}
