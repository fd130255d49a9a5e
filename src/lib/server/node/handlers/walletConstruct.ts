import type { Handlers } from '$lib/api/http/route';
import type { walletRoutes } from '$lib/api/wallet-server/walletRoutes';
import type { ConstructRequest, Constructed } from '$lib/api/wallet-server/walletSchemas';
import { VOID_ADDRESS } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { Hash256 } from '$lib/chain/ids';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { transactionId } from '$lib/chain/transaction/transactionIds';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { encodeHex } from '$lib/codec/bytes';
import { childHeight } from '$lib/consensus/state';
import { NoPolicyError, NotEnoughError, walletConstructor, type ConstructorParts } from '../wallet/construct';
import { currentFee } from '../pool/fees';
import { badRequest, failed, notFound, UnfinishedAnswerError } from '../http/answerError';
import { OutputReservedError } from '../wallet/reservations';

type ConstructRoutes = Pick<
  typeof walletRoutes,
  'reserve' | 'release' | 'fund' | 'fundUnits' | 'construct' | 'constructV2'
>;

// Whatever its size turns out to be: as the network's servers do it.
const ASSUMED_WEIGHT = 2000n;

/** Transactions built here, to be signed elsewhere. */
export function walletConstructHandlers(parts: ConstructorParts): Handlers<ConstructRoutes> {
  const { store, chain, pool, reservations } = parts;
  const constructorOf = (id: string) => {
    if (store.wallets.get(Number(id)) === undefined) throw notFound('not found');
    return walletConstructor(parts, Number(id));
  };
  const fee = (): Hastings => hastings(currentFee(store, chain.tip, pool.weight) * ASSUMED_WEIGHT);

  return {
    reserve: ({ params: { id }, body: { coinOutputs, fundOutputs } }) => {
      constructorOf(id);
      answering(() => reservations.reserve([...coinOutputs, ...fundOutputs]));
    },
    release: ({ params: { id }, body: { coinOutputs, fundOutputs } }) => {
      constructorOf(id);
      reservations.release([...coinOutputs, ...fundOutputs]);
    },
    fund: ({ params: { id }, body: { transaction, amount, changeAddress } }) =>
      answering(() => constructorOf(id).fund(transaction, amount, changeAddress)),
    fundUnits: ({ params: { id }, body: { transaction, amount, changeAddress, claimAddress } }) =>
      answering(() => constructorOf(id).fundUnits(transaction, amount, changeAddress, claimAddress)),
    construct: ({ params: { id }, body }) => {
      const construct = constructorOf(id);
      const problems = checkRequest(body);
      if (childHeight(chain.state) >= chain.network.hardforkV2.requireHeight) {
        problems.push('v1 transactions are not allowed after the v2 require height');
      }
      const estimatedFee = fee();
      const transaction = answering(() => construct.v1(body, estimatedFee));
      return finished({ basis: chain.tip, id: transactionId(transaction), transaction, estimatedFee }, problems);
    },
    constructV2: ({ params: { id }, body }) => {
      const construct = constructorOf(id);
      const problems = checkRequest(body);
      if (childHeight(chain.state) < chain.network.hardforkV2.allowHeight) {
        problems.push('v2 transactions are not allowed before the v2 allow height');
      }
      const estimatedFee = fee();
      const transaction = answering(() => construct.v2(body, estimatedFee));
      const sigHash = encodeHex(inputSigHash(transaction)) as Hash256;
      const constructed = { basis: chain.tip, id: v2TransactionId(transaction), transaction, estimatedFee };
      return finished({ ...constructed, inputSigHash: sigHash }, problems);
    }
  };
}

/** What is wrong but, as in the network's servers, does not keep the transaction from being built. */
function checkRequest({ coins, funds, changeAddress }: ConstructRequest): string[] {
  if (changeAddress === VOID_ADDRESS) throw badRequest('change address must be specified');
  for (const [kind, outputs] of Object.entries({ coin: coins, fund: funds })) {
    for (const [i, { value, address }] of outputs.entries()) {
      if (value === 0n) throw badRequest(`${kind} output ${i} has zero value`);
      if (address === VOID_ADDRESS) throw badRequest(`${kind} output ${i} has void address`);
    }
  }
  return coins.length + funds.length === 0 ? ['no inputs provided'] : [];
}

/** The transaction; after a problem it follows the error's line, and its outputs stay reserved all the same. */
function finished<C extends Constructed<unknown>>(constructed: C, [problem]: readonly string[]): C {
  if (problem === undefined) return constructed;
  throw new UnfinishedAnswerError(400, problem, constructed);
}

function answering<T>(build: () => T): T {
  try {
    return build();
  } catch (error) {
    if (error instanceof NotEnoughError || error instanceof OutputReservedError) throw failed(error.message, error);
    if (error instanceof NoPolicyError) throw badRequest(error.message, error);
    throw error;
  }
}
