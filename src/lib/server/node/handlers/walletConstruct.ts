import type { Handlers } from '$lib/api/http/route';
import type { walletRoutes } from '$lib/api/wallet-server/walletRoutes';
import type { ConstructRequest } from '$lib/api/wallet-server/walletSchemas';
import { VOID_ADDRESS } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { Hash256 } from '$lib/chain/ids';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { transactionId } from '$lib/chain/transaction/transactionIds';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { encodeHex } from '$lib/codec/bytes';
import { childHeight } from '$lib/consensus/state';
import { NoChangeAddressError, walletConstructor } from '../wallet/construct';
import { NoPolicyError, NotEnoughError, type SelectionParts } from '../wallet/outputSelection';
import { currentFee } from '../pool/fees';
import { Refusal, refusal } from '../errors';
import { UnfinishedAnswerError } from '../http/unfinishedAnswer';
import { OutputReservedError } from '../wallet/reservations';

type ConstructRoutes = Pick<
  typeof walletRoutes,
  'reserve' | 'release' | 'fund' | 'fundUnits' | 'construct' | 'constructV2'
>;

// A fixed estimate, as in the network's wallet servers.
const ASSUMED_WEIGHT = 2000n;

/** Constructs transactions to be signed by the client. */
export function walletConstructHandlers(parts: SelectionParts): Handlers<ConstructRoutes> {
  const { store, chain, pool, reservations } = parts;
  const constructorOf = (id: string) => {
    if (store.wallets.get(Number(id)) === undefined) throw refusal('wallet-server/not-found');
    return walletConstructor(parts, Number(id));
  };
  const fee = (): Hastings => hastings(currentFee(store, chain.tip, pool.weight) * ASSUMED_WEIGHT);
  const isV1Over = () => childHeight(chain.state) >= chain.network.hardforkV2.requireHeight;
  const isV2Allowed = () => childHeight(chain.state) >= chain.network.hardforkV2.allowHeight;

  return {
    reserve: ({ params: { id }, body: { coinOutputs, fundOutputs } }) => {
      constructorOf(id);
      withRefusals(() => reservations.reserve([...coinOutputs, ...fundOutputs]));
    },
    release: ({ params: { id }, body: { coinOutputs, fundOutputs } }) => {
      constructorOf(id);
      reservations.release([...coinOutputs, ...fundOutputs]);
    },
    fund: async ({ params: { id }, body: { transaction, amount, changeAddress } }) => {
      await pool.settled();
      return withRefusals(() => constructorOf(id).fund(transaction, amount, changeAddress));
    },
    fundUnits: async ({ params: { id }, body: { transaction, amount, changeAddress, claimAddress } }) => {
      await pool.settled();
      return withRefusals(() => constructorOf(id).fundUnits(transaction, amount, changeAddress, claimAddress));
    },
    construct: async ({ params: { id }, body }) => {
      await pool.settled();
      return despite(isV1Over() && refusal('wallet-server/v1-over'), () => {
        const construct = constructorOf(id);
        checkRequest(body);
        return despite(hasNoRecipients(body) && refusal('wallet-server/no-recipients'), () => {
          const estimatedFee = fee();
          const transaction = withRefusals(() => construct.v1(body, estimatedFee));
          return { basis: chain.tip, id: transactionId(transaction), transaction, estimatedFee };
        });
      });
    },
    constructV2: async ({ params: { id }, body }) => {
      await pool.settled();
      return despite(!isV2Allowed() && refusal('wallet-server/v2-not-yet'), () => {
        const construct = constructorOf(id);
        checkRequest(body);
        return despite(hasNoRecipients(body) && refusal('wallet-server/no-recipients'), () => {
          const estimatedFee = fee();
          const transaction = withRefusals(() => construct.v2(body, estimatedFee));
          const sigHash = encodeHex(inputSigHash(transaction)) as Hash256;
          const constructed = { basis: chain.tip, id: v2TransactionId(transaction), transaction, estimatedFee };
          return { ...constructed, inputSigHash: sigHash };
        });
      });
    }
  };
}

function checkRequest({ coins, funds, changeAddress }: ConstructRequest): void {
  if (changeAddress === VOID_ADDRESS) throw refusal('wallet-server/change-address-missing');
  for (const [kind, outputs] of Object.entries({ coin: coins, fund: funds })) {
    for (const [index, { value, address }] of outputs.entries()) {
      if (value === 0n) throw refusal('wallet-server/zero-output', { kind, index });
      if (address === VOID_ADDRESS) throw refusal('wallet-server/void-output', { kind, index });
    }
  }
}

const hasNoRecipients = ({ coins, funds }: ConstructRequest): boolean => coins.length + funds.length === 0;

/**
 * Constructs despite a problem that, as in the network's servers, does not prevent it. The response is then the problem
 * followed by the transaction, whose outputs stay reserved; if construction fails, the problem alone.
 */
function despite<C>(problem: Refusal | false, construct: () => C): C {
  if (problem === false) return construct();
  let constructed: unknown;
  try {
    constructed = construct();
  } catch (error) {
    if (error instanceof Refusal) throw problem;
    if (!(error instanceof UnfinishedAnswerError)) throw error;
    constructed = error.result;
  }
  throw new UnfinishedAnswerError(problem, constructed);
}

function withRefusals<T>(build: () => T): T {
  try {
    return build();
  } catch (error) {
    if (error instanceof NotEnoughError) {
      throw refusal('wallet-server/insufficient-funds', { kind: error.kind }, error);
    }
    if (error instanceof OutputReservedError) throw refusal('wallet-server/output-reserved', { id: error.id }, error);
    if (error instanceof NoChangeAddressError) throw refusal('wallet-server/change-address-missing', {}, error);
    if (error instanceof NoPolicyError)
      throw refusal('wallet-server/policy-unknown', { address: error.address }, error);
    throw error;
  }
}
