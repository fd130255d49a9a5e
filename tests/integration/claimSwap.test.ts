import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { BadRequestError } from '$lib/api/http/errors';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import type { Database } from '$lib/storage/database';
import { openMemoryDatabase } from '$lib/storage/openDatabase';
import type { WalletState } from '$lib/state/wallet/wallet.svelte';
import type { BroadcastSet } from '$lib/wallet/transfer/transfer';
import { formatTransfer, parseTransfer } from '$lib/wallet/transfer/transferText';
import { addressOf, formation, HOST, RENTER, signedContract } from '../support/contracts';
import { DEV_PHRASE, openBrowser, PASSWORD, stubPage, until, World } from '../support/walletWorld';

const COIN = 10n ** 24n;
const THIEF = addressOf(RENTER);

let world: World;
beforeAll(stubPage);
beforeEach(async () => {
  world = await World.open();
  await world.mine(addressOf(HOST), 3);
  await world.mine(VOID_ADDRESS, 11);
});
afterEach(() => world.end());

/** Another party forms a contract, whose tax the fund units earn. */
async function earn(renterCoins: bigint): Promise<void> {
  const contract = signedContract({
    proofHeight: 100n,
    expirationHeight: 110n,
    renterOutput: { value: hastings(renterCoins * COIN), address: addressOf(RENTER) }
  });
  const [coin] = (await world.node.wallet.coinOutputs({ params: { address: addressOf(HOST) } })).outputs;
  const v2Transactions = [formation(coin!, contract, HOST)];
  await world.node.wallet.broadcast({ body: { basis: world.node.node.tip, transactions: [], v2Transactions } });
  await world.mine(VOID_ADDRESS);
}

/** A server that broadcasts with another claim address, and may hide that in its pool. */
function swapping(claimAddress: Address, hidesIt = false): WalletServer {
  const sent = new Map<string, Address>();
  const broadcast: WalletServer['broadcast'] = async ({ body, ...call }, options) => {
    const v2Transactions = body.v2Transactions.map((txn) => ({
      ...txn,
      fundInputs: txn.fundInputs.map((input) => {
        sent.set(input.parent.id, input.claimAddress);
        return { ...input, claimAddress };
      })
    }));
    return world.node.wallet.broadcast({ ...call, body: { ...body, v2Transactions } }, options);
  };
  const poolTransactions: WalletServer['poolTransactions'] = async (...call) => {
    const pool = await world.node.wallet.poolTransactions(...call);
    const asSent = pool.v2Transactions.map((txn) => ({
      ...txn,
      fundInputs: txn.fundInputs.map((input) => ({
        ...input,
        claimAddress: sent.get(input.parent.id) ?? input.claimAddress
      }))
    }));
    return hidesIt ? { ...pool, v2Transactions: asSent } : pool;
  };
  return { ...world.node.wallet, broadcast, poolTransactions };
}

async function funded(server: WalletServer = world.node.wallet): Promise<WalletState> {
  const wallet = await world.restored(DEV_PHRASE, openBrowser(server));
  await earn(100_000n);
  await world.inStep(wallet);
  return wallet;
}

const swapOf = (wallet: WalletState) => wallet.sends.list.find(({ claimSwap }) => claimSwap)?.claimSwap;

describe('before fund units are moved', () => {
  test('the payout that could be redirected is shown, and nothing is sent before the risk is accepted', async () => {
    const wallet = await funded();
    const flow = wallet.send();
    await flow.compose({ recipients: [{ address: THIEF, unit: 'funds', funds: fundUnits(1n) }] });
    expect(flow.status).toMatchObject({ step: 'reviewing' });
    if (flow.status.step !== 'reviewing') return;
    const { unprotectedClaim } = flow.status.summary;
    expect(unprotectedClaim).toBeGreaterThan(1_000n * COIN);
    await flow.confirm();
    expect(flow.status).toMatchObject({ problem: { code: 'wallet/claim-not-confirmed', claim: unprotectedClaim } });
    expect((await world.node.wallet.poolTransactions()).v2Transactions).toEqual([]);
    await flow.confirm(undefined, true);
    expect(flow.status).toMatchObject({ step: 'following' });
  });

  test('a separate claim can be made instead', async () => {
    const wallet = await funded();
    const flow = wallet.send();
    await flow.compose({ recipients: [{ address: THIEF, unit: 'funds', funds: fundUnits(1n) }] });
    await flow.claimFirst();
    expect(flow.status).toMatchObject({ step: 'reviewing', summary: { sent: 0n, sentFunds: 0n } });
  });

  test('a transfer signed on another device is held back in the same way', async () => {
    const wallet = await funded();
    const composed = wallet.send();
    await composed.compose({ recipients: [{ address: THIEF, unit: 'funds', funds: fundUnits(1n) }] });
    await composed.sign();
    if (composed.status.step !== 'reviewing') throw new Error(composed.status.step);
    const flow = wallet.send();
    await flow.take(parseTransfer(formatTransfer(composed.status.transfer)));
    await flow.broadcast();
    expect(flow.status).toMatchObject({ step: 'reviewing', problem: { code: 'wallet/claim-not-confirmed' } });
  });

  test('less than a coin causes no question, nor does our own server’s node', async () => {
    const wallet = await world.restored();
    await earn(0n);
    await world.inStep(wallet);
    const flow = wallet.send();
    await flow.compose({ recipients: [{ address: THIEF, unit: 'funds', funds: fundUnits(1n) }] });
    if (flow.status.step !== 'reviewing') throw new Error(flow.status.step);
    expect(flow.status.summary.unprotectedClaim).toBeUndefined();

    const own = openBrowser(world.node.wallet, undefined, 10, true);
    const id = await own.wallets.restore({ name: 'own', phrase: DEV_PHRASE, password: PASSWORD });
    const trusting = await world.followed(own, id);
    await earn(100_000n);
    await world.inStep(trusting);
    const claim = trusting.send();
    await claim.claim();
    await claim.confirm();
    expect(claim.status).toMatchObject({ step: 'following' });
  });
});

test('a payment that our own node lost is not sent again through another server before the risk is accepted', async () => {
  const lost = { ...world.node.wallet, broadcast: async ({ body }: { body: BroadcastSet }) => body };
  const own = openBrowser(lost, undefined, 10, true);
  const id = await own.wallets.restore({ name: 'own', phrase: DEV_PHRASE, password: PASSWORD });
  const before = await own.wallets.open(id);
  const stop = before.follow();
  await earn(100_000n);
  await world.inStep(before);
  const sent = before.send();
  await sent.claim();
  await sent.confirm();
  if (sent.status.step !== 'following') throw new Error(sent.status.step);
  stop();

  const wallet = await world.followed(openBrowser(world.node.wallet, own.database), id);
  const flow = wallet.send();
  await flow.followEarlier(sent.status.id);
  expect(flow.status).toMatchObject({ step: 'following', summary: { unprotectedClaim: expect.any(BigInt) } });
  await flow.rebroadcast();
  expect(flow.status).toMatchObject({ busy: false, problem: { code: 'wallet/claim-not-confirmed' } });
  expect((await world.node.wallet.poolTransactions()).v2Transactions).toEqual([]);
  await flow.rebroadcast(true);
  expect(flow.status).toMatchObject({ busy: false, problem: undefined });
  expect((await world.node.wallet.poolTransactions()).v2Transactions).toHaveLength(1);
});

describe('a server that redirects the payout', () => {
  test('is detected in its pool, and then in the block', async () => {
    const wallet = await funded(swapping(THIEF));
    const flow = wallet.send();
    await flow.claim();
    await flow.confirm(undefined, true);
    await until('noticed', () => swapOf(wallet) !== undefined);
    expect(swapOf(wallet)).toEqual({ address: THIEF, isConfirmed: false });
    await world.mine(VOID_ADDRESS);
    await until('in the block', () => swapOf(wallet)?.isConfirmed === true);
    await world.mine(VOID_ADDRESS, 12);
    await world.inStep(wallet);
    expect(swapOf(wallet)).toEqual({ address: THIEF, isConfirmed: true });
  });

  test('and hides it in its pool is detected in the block', async () => {
    const wallet = await funded(swapping(THIEF, true));
    const flow = wallet.send();
    await flow.claim();
    await flow.confirm(undefined, true);
    await until('in the pool', () => wallet.unconfirmed.length + wallet.unverified.length > 0);
    expect(swapOf(wallet)).toBeUndefined();
    await world.mine(VOID_ADDRESS);
    await until('noticed', () => swapOf(wallet) !== undefined);
    expect(swapOf(wallet)).toEqual({ address: THIEF, isConfirmed: true });
  });

  test('behind a refusal is detected in the block', async () => {
    const thief = swapping(THIEF, true);
    const broadcast = async (...call: Parameters<typeof thief.broadcast>) => {
      await thief.broadcast(...call);
      throw new BadRequestError({ method: 'POST', path: '/txpool/broadcast' }, 400, 'fee too low');
    };
    const wallet = await funded({ ...thief, broadcast });
    const flow = wallet.send();
    await flow.claim();
    await flow.confirm(undefined, true);
    expect(flow.status).toMatchObject({ step: 'reviewing', problem: { code: 'send/refused' } });
    await world.mine(VOID_ADDRESS);
    await until('noticed', () => swapOf(wallet) !== undefined);
    expect(swapOf(wallet)).toEqual({ address: THIEF, isConfirmed: true });
  });

  test('and responds only after the block is detected as well', async () => {
    const thief = swapping(THIEF, true);
    const broadcast: typeof thief.broadcast = async (...call) => {
      const answer = await thief.broadcast(...call);
      await world.mine(VOID_ADDRESS);
      await until('noticed', () => swapOf(wallet) !== undefined);
      return answer;
    };
    const wallet = await funded({ ...thief, broadcast });
    const flow = wallet.send();
    await flow.claim();
    await flow.confirm(undefined, true);
    expect(flow.status).toMatchObject({ step: 'following' });
    await world.mine(VOID_ADDRESS);
    await world.inStep(wallet);
    expect(swapOf(wallet)).toEqual({ address: THIEF, isConfirmed: true });
  });

  test('is detected even if the browser once failed at the block', async () => {
    const database = openMemoryDatabase();
    let fails = 0;
    const write: typeof database.write = (tables, run) =>
      fails > 0 && tables.join() === 'sends' && fails-- > 0
        ? Promise.reject(new Error('interrupted'))
        : database.write(tables, run);
    const wallet = await world.restored(
      DEV_PHRASE,
      openBrowser(swapping(THIEF, true), { ...database, write } as Database)
    );
    await earn(100_000n);
    await world.inStep(wallet);
    const flow = wallet.send();
    await flow.claim();
    await flow.confirm(undefined, true);
    fails = 1;
    await world.mine(VOID_ADDRESS);
    await until('confirmed', () => flow.follow?.state === 'confirmed');
    expect([fails, swapOf(wallet)]).toEqual([0, { address: THIEF, isConfirmed: true }]);
  });

  test('is detected if the block is skipped because the history is read again', async () => {
    const { wallets } = openBrowser(swapping(THIEF, true));
    const id = await wallets.restore({ name: 'restored', phrase: DEV_PHRASE, password: PASSWORD });
    const wallet = await wallets.open(id);
    const stop = wallet.follow();
    await earn(100_000n);
    await world.inStep(wallet);
    const flow = wallet.send();
    await flow.claim();
    await flow.confirm(undefined, true);
    stop();
    await world.mine(VOID_ADDRESS);
    await wallet.rescan();
    world.follow(wallet);
    await until('confirmed', () => flow.follow?.state === 'confirmed');
    expect(swapOf(wallet)).toEqual({ address: THIEF, isConfirmed: true });
  });

  test('for fund units swept from another wallet is detected by the receiving one', async () => {
    await earn(100_000n);
    const { wallet } = await world.created(openBrowser(swapping(THIEF)));
    const sweep = await wallet.sweep(
      { secret: DEV_PHRASE, passphrase: '', isText: false },
      new AbortController().signal
    );
    const flow = wallet.sendFrom(sweep);
    await flow.compose(sweep.request((await wallet.newAddress()).address));
    await flow.confirm(undefined, true);
    expect(flow.status).toMatchObject({ step: 'following' });
    await until('noticed', () => swapOf(wallet) !== undefined);
    expect(swapOf(wallet)).toEqual({ address: THIEF, isConfirmed: false });
  });

  test('an honest server is not accused', async () => {
    const wallet = await funded();
    const flow = wallet.send();
    await flow.claim();
    await flow.confirm(undefined, true);
    await world.mine(VOID_ADDRESS);
    await until('confirmed', () => flow.follow?.state === 'confirmed');
    expect(swapOf(wallet)).toBeUndefined();
    expect(wallet.balance!.immature).toBeGreaterThan(1_000n * COIN);
    expect(wallet.addressBook.has(DEV_ADDRESSES.policy)).toBe(true);
  });
});
