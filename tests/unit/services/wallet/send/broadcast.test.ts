import { describe, expect, test } from 'vitest';
import { BadRequestError, ServerError, TimeoutError, UnreachableError } from '$lib/api/http/errors';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { VOID_ADDRESS } from '$lib/chain/address';
import { HASTINGS_PER_COIN, FUND_COUNT, hastings } from '$lib/chain/currency/currency';
import { fundLeafHash } from '$lib/chain/proof/elementLeaf';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { broadcastTransfer, prepareBroadcast } from '$lib/services/wallet/send/broadcast';
import { holdingsOf, type WalletCache } from '$lib/wallet/sync/cache';
import { leadsToRoot } from '$lib/wallet/sync/proofForest';
import { planSpend } from '$lib/wallet/spend/plan';
import { signTransfer } from '$lib/wallet/transfer/signing';
import type { BroadcastSet, Transfer } from '$lib/wallet/transfer/transfer';
import { ALICE, BOB, coins, v2AddressOf, v2PolicyOf } from '../../../consensus/testChain';
import { FeedChain, Follower, ownAddress, signerOf } from '../../../wallet/support';

const EXCHANGE = { method: 'POST', path: '/txpool/broadcast' };
const chain = new FeedChain();
chain.add();
const own = ownAddress(v2PolicyOf(ALICE));
const book = new Map([[own.address, own]]);
const { cache } = new Follower(chain, book);
const { network } = chain;
const moment = { height: chain.state.index.height, medianTimestamp: 1_800_000_000 };
const plan = (units: bigint, feeOverride?: bigint) =>
  planSpend({
    holdings: holdingsOf(cache),
    addresses: book,
    network,
    recipients: [units > 0n ? { address: v2AddressOf(BOB), funds: units as never } : { address: v2AddressOf(BOB), coins: coins(5n) }],
    feePerWeight: hastings(10n ** 19n),
    changeAddress: own.address,
    ...(feeOverride !== undefined && { feeOverride: hastings(feeOverride) })
  }).transfer; // prettier-ignore
const signed = (transfer: Transfer, confirmedFee?: bigint) =>
  signTransfer(
    transfer,
    network,
    signerOf([ALICE]),
    confirmedFee === undefined ? {} : { confirmedFee: hastings(confirmedFee) }
  );

describe('the broadcast transaction', () => {
  const context = { network, moment, cache, isOwnNode: false };

  test('is the signed one with current proofs', async () => {
    const transfer = await signed(plan(0n));
    const { basis, v2Transactions } = prepareBroadcast(transfer, context);
    expect(basis).toEqual(cache.index);
    expect(v2Transactions[0]!.coinInputs[0]!.parent.stateElement).toEqual(chain.chain.coinOf(own.address).stateElement);
    expect(v2Transactions[0]!.coinInputs[0]!.satisfiedPolicy.signatures.length).toBe(1);
  });

  test('has the claim start of the wallet’s block, which a reorganization may have changed since it was signed', async () => {
    const { transaction, ...rest } = (await signed(plan(1n))) as Extract<Transfer, { generation: 'v2' }>;
    const fundInputs = transaction.fundInputs.map((input) => ({
      ...input,
      parent: { ...input.parent, claimStart: hastings(1n) }
    }));
    const before: Transfer = { ...rest, transaction: { ...transaction, fundInputs } };
    const { v2Transactions } = prepareBroadcast(before, context);
    const { parent } = v2Transactions[0]!.fundInputs[0]!;
    expect(leadsToRoot(chain.state.elements, parent.stateElement, fundLeafHash(parent, false))).toBe(true);
  });

  test('is not for a server that is known to be on another chain', async () => {
    const transfer = await signed(plan(0n));
    expect(() => prepareBroadcast(transfer, { ...context, isOtherChain: true })).toThrow(
      expect.objectContaining({ code: 'send/other-chain' })
    );
  });

  test('is complete', () => {
    expect(() => prepareBroadcast(plan(0n), context)).toThrow(
      expect.objectContaining({ code: 'wallet/incomplete-transfer' })
    );
  });

  test('has no extreme fee that the user did not confirm', async () => {
    const fee = 600n * HASTINGS_PER_COIN;
    const transaction = plan(0n) as Extract<Transfer, { generation: 'v2' }>;
    const [payment, change] = transaction.transaction.coinOutputs;
    const burning: Transfer = {
      ...transaction,
      transaction: {
        ...transaction.transaction,
        coinOutputs: [
          payment!,
          { ...change!, value: hastings(change!.value + transaction.transaction.minerFee - fee) }
        ],
        minerFee: hastings(fee)
      }
    };
    const transfer = await signed(burning, fee);
    const refused = expect.objectContaining({ code: 'wallet/fee-not-confirmed' }) as Error;
    expect(() => prepareBroadcast(transfer, context)).toThrow(refused);
    expect(() => prepareBroadcast(transfer, { ...context, confirmedFee: hastings(fee) })).not.toThrow();
  });

  test('pays no claim worth stealing through a foreign server, unless accepted', async () => {
    const transfer = await signed(plan(1n));
    const rich: WalletCache = { ...cache, fundTaxRevenue: hastings(FUND_COUNT * HASTINGS_PER_COIN) };
    const prepare = (changes: object) => () => prepareBroadcast(transfer, { ...context, cache: rich, ...changes });
    const refused = expect.objectContaining({ code: 'wallet/claim-not-confirmed' }) as Error;
    expect(prepare({})).toThrow(refused);
    expect(prepare({ acceptsClaimRisk: true })).not.toThrow();
    expect(prepare({ isOwnNode: true })).not.toThrow();
    expect(() => prepareBroadcast(transfer, context)).not.toThrow();
  });
});

describe('a broadcast', () => {
  const transfer = plan(0n) as Extract<Transfer, { generation: 'v2' }>;
  const set = { basis: cache.index, transactions: [], v2Transactions: [] } as BroadcastSet;
  type Pool = Awaited<ReturnType<WalletServer['poolTransactions']>> | Error;
  const nowhere: Pool = { basis: cache.index, transactions: [], v2Transactions: [] };
  const there: Pool = { ...nowhere, v2Transactions: [EMPTY_V2_TRANSACTION, transfer.transaction] };
  const v1: Transfer = {
    ...transfer,
    generation: 'v1',
    transaction: EMPTY_TRANSACTION,
    spentCoins: [],
    spentFunds: []
  };

  async function send(given: Transfer, answer?: Error, pool: Pool = new Error('unexpected request')) {
    const asked: unknown[] = [];
    const server = {
      broadcast: async (request: object) => {
        asked.push(request);
        if (answer) throw answer;
      },
      poolTransactions: async () => {
        if (pool instanceof Error) throw pool;
        return pool;
      }
    } as unknown as WalletServer;
    const sent = await broadcastTransfer(server, given, set);
    expect(asked).toEqual([{ body: set, query: { allowVoid: undefined } }]);
    return sent;
  }
  const failed = new ServerError(EXCHANGE, 500, 'no peers');
  const proxied = (status: number) => new ServerError(EXCHANGE, status, '');
  const late = new TimeoutError(EXCHANGE, 30_000);

  test.each<[string, Transfer, Error | undefined, Pool | undefined, boolean]>([
    ['that the server accepts', transfer, undefined, undefined, false],
    ['that it accepts without peers', transfer, failed, there, true],
    ['that it accepts late', transfer, late, there, false],
    ['that it accepts, but whose response a proxy does not wait for', transfer, proxied(504), there, false],
    ['of version 1, accepted without peers', v1, failed, { ...nowhere, transactions: [EMPTY_TRANSACTION] }, true]
  ])('is reported: one %s', async (_, given, answer, pool, withoutPeers) => {
    expect(await send(given, answer, pool)).toEqual({ withoutPeers });
  });

  test.each<[string, Error, Pool, object]>([
    ['refused', new BadRequestError(EXCHANGE, 400, 'double spend'), there, { code: 'send/refused', reason: 'double spend' }],
    ['rejected with a server’s error', failed, nowhere, { code: 'send/refused', reason: 'no peers' }],
    ['failed at a server whose pool cannot be read', failed, new Error('pool'), { code: 'api/server-error' }],
    ['that a proxy did not pass on in time', proxied(504), nowhere, { code: 'api/server-error', status: 504 }],
    ['that a proxy limits', new BadRequestError(EXCHANGE, 429, ''), nowhere, { code: 'api/bad-request', status: 429 }],
    ['late, and not in the pool', late, nowhere, { code: 'api/timeout' }],
    ['lost in transit', new UnreachableError(EXCHANGE), there, { code: 'api/unreachable' }]
  ])('fails: one %s', async (_, answer, pool, error) => {
    await expect(send(transfer, answer, pool)).rejects.toMatchObject(error);
  }); // prettier-ignore

  test('without peers must be allowed explicitly', async () => {
    const asked: unknown[] = [];
    const server = { broadcast: async (request: object) => void asked.push(request) } as unknown as WalletServer;
    const [output] = transfer.transaction.coinOutputs;
    const coinOutputs = [output!, { ...output!, address: VOID_ADDRESS }];
    await broadcastTransfer(server, { ...transfer, transaction: { ...transfer.transaction, coinOutputs } }, set);
    expect(asked).toEqual([{ body: set, query: { allowVoid: true } }]);
  });
});
