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
import {
  NoChangeAddressError,
  NoPolicyError,
  NotEnoughError,
  walletConstructor,
  type ConstructorParts
} from '../wallet/construct';
import { currentFee } from '../pool/fees';
import { refusal, type Refusal } from '../errors';
import { UnfinishedAnswerError } from '../http/unfinishedAnswer';
import { OutputReservedError } from '../wallet/reservations';

type ConstructRoutes = Pick<
  typeof walletRoutes,
  'reserve' | 'release' | 'fund' | 'fundUnits' | 'construct' | 'constructV2'
>;

// A fixed estimate, as in the network's wallet servers.
const ASSUMED_WEIGHT = 2000n;

/** Constructs transactions to be signed by the client. */
export function walletConstructHandlers(parts: ConstructorParts): Handlers<ConstructRoutes> {
  const { store, chain, pool, reservations } = parts;
  const constructorOf = (id: string) => {
    if (store.wallets.get(Number(id)) === undefined) throw refusal('wallet-server/not-found');
    return walletConstructor(parts, Number(id));
  };
  const fee = (): Hastings => hastings(currentFee(store, chain.tip, pool.weight) * ASSUMED_WEIGHT);

  return {
    reserve: ({ params: { id }, body: { coinOutputs, fundOutputs } }) => {
      constructorOf(id);
      withRefusals(() => reservations.reserve([...coinOutputs, ...fundOutputs]));
    },
    release: ({ params: { id }, body: { coinOutputs, fundOutputs } }) => {
      constructorOf(id);
      reservations.release([...coinOutputs, ...fundOutputs]);
    },
    fund: ({ params: { id }, body: { transaction, amount, changeAddress } }) =>
      withRefusals(() => constructorOf(id).fund(transaction, amount, changeAddress)),
    fundUnits: ({ params: { id }, body: { transaction, amount, changeAddress, claimAddress } }) =>
      withRefusals(() => constructorOf(id).fundUnits(transaction, amount, changeAddress, claimAddress)),
    construct: ({ params: { id }, body }) => {
      const construct = constructorOf(id);
      const problems = checkRequest(body);
      if (childHeight(chain.state) >= chain.network.hardforkV2.requireHeight) {
        problems.push(refusal('wallet-server/v1-over'));
      }
      const estimatedFee = fee();
      const transaction = withRefusals(() => construct.v1(body, estimatedFee));
      return withProblem({ basis: chain.tip, id: transactionId(transaction), transaction, estimatedFee }, problems);
    },
    constructV2: ({ params: { id }, body }) => {
      const construct = constructorOf(id);
      const problems = checkRequest(body);
      if (childHeight(chain.state) < chain.network.hardforkV2.allowHeight) {
        problems.push(refusal('wallet-server/v2-not-yet'));
      }
      const estimatedFee = fee();
      const transaction = withRefusals(() => construct.v2(body, estimatedFee));
      const sigHash = encodeHex(inputSigHash(transaction)) as Hash256;
      const constructed = { basis: chain.tip, id: v2TransactionId(transaction), transaction, estimatedFee };
      return withProblem({ ...constructed, inputSigHash: sigHash }, problems);
    }
  };
}

/** Problems that, as in the network's servers, do not prevent construction. */
function checkRequest({ coins, funds, changeAddress }: ConstructRequest): Refusal[] {
  if (changeAddress === VOID_ADDRESS) throw refusal('wallet-server/change-address-missing');
  for (const [kind, outputs] of Object.entries({ coin: coins, fund: funds })) {
    for (const [index, { value, address }] of outputs.entries()) {
      if (value === 0n) throw refusal('wallet-server/zero-output', { kind, index });
      if (address === VOID_ADDRESS) throw refusal('wallet-server/void-output', { kind, index });
    }
  }
  return coins.length + funds.length === 0 ? [refusal('wallet-server/no-recipients')] : [];
}

/**
 * Returns the transaction, or throws the problem together with it: the response is then the error text followed by the
 * transaction, whose outputs stay reserved.
 */
function withProblem<C extends Constructed<unknown>>(constructed: C, [problem]: readonly Refusal[]): C {
  if (problem === undefined) return constructed;
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
