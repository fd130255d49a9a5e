import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import { HASTINGS_PER_COIN, hastings } from '$lib/chain/currency/currency';
import { policyAddress, standardUnlockConditions } from '$lib/chain/policy/policyAddress';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { sign } from '$lib/chain/keys/sign';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2CoinOutputId, v2FundOutputId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { unixSeconds } from '$lib/chain/time';
import { applyBlock } from '$lib/consensus/apply/applyBlock';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { buildTemplate } from '$lib/mining/work/template';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { ask, mine, openNode, type OpenNode } from '../support/node';
import { solveBlock } from '../support/solve';
import { temporaryFolder } from '../support/temporary';

const seed = seedFromPhrase(`${'abandon '.repeat(11)}about`);
const dev = deriveKeyPair(seed, 0n);
const policyOf = (index: bigint) => ({ type: 'pk', publicKey: deriveKeyPair(seed, index).publicKey }) as const;
const addressOf = (index: bigint): Address => policyAddress(policyOf(index));
const COIN = HASTINGS_PER_COIN;
const NOW = 1_800_000_000;

let open: OpenNode;
let nowMs: number;
beforeEach(async () => {
  nowMs = NOW * 1000;
  open = await openNode({ clock: () => nowMs });
});
afterEach(() => open.node.close());

const create = async (...addresses: readonly Address[]) => {
  const { id } = await open.wallet.createWallet({ body: { name: 'w', description: '', metadata: null } });
  const body = addresses.map((address) => ({ address, description: '', metadata: null }));
  await open.wallet.putAddresses({ params: { id }, body });
  return { params: { id } };
};

/** A wallet that can spend the policy half of the genesis coins. */
const createDev = async () => {
  const wallet = await create();
  const { params } = wallet;
  const entry = { address: DEV_ADDRESSES.policy, description: '', spendPolicy: policyOf(0n), metadata: null };
  await open.wallet.putAddress({ params, body: entry });
  return wallet;
};

const signed = (txn: V2Transaction): V2Transaction => {
  const signatures = [sign(dev.privateKey, inputSigHash(txn))];
  const withSignature = <I extends V2Transaction['coinInputs'][number] | V2Transaction['fundInputs'][number]>(
    input: I
  ) => ({
    ...input,
    satisfiedPolicy: { ...input.satisfiedPolicy, signatures }
  });
  return { ...txn, coinInputs: txn.coinInputs.map(withSignature), fundInputs: txn.fundInputs.map(withSignature) };
};

type Wallet = Awaited<ReturnType<typeof create>>;
const requestFor = (coins: bigint, to = addressOf(1n), funds = 0n) => ({
  coins: coins > 0n ? [{ value: hastings(coins * COIN), address: to }] : [],
  funds: funds > 0n ? [{ value: funds as never, address: to }] : [],
  changeAddress: DEV_ADDRESSES.policy
});
async function pay(wallet: Wallet, coins: bigint, to = addressOf(1n), funds = 0n): Promise<V2Transaction> {
  const { transaction, basis } = await open.wallet.constructV2({ ...wallet, body: requestFor(coins, to, funds) });
  const body = { basis, transactions: [], v2Transactions: [signed(transaction)] };
  return (await open.wallet.broadcast({ body })).v2Transactions[0]!;
}

describe('a list of wallets', () => {
  test('keeps the data of each', async () => {
    expect(await open.wallet.wallets()).toEqual([]);
    const metadata = { colour: 'amber', nested: [1, null, { big: 12345678901234567890n }] };
    const first = await open.wallet.createWallet({ body: { name: 'savings', description: 'cold', metadata } });
    expect(first).toEqual({ id: '1', name: 'savings', description: 'cold', metadata, createdAt: NOW, updatedAt: NOW });
    nowMs += 5000;
    const { id } = first;
    const changed = await open.wallet.updateWallet({
      params: { id },
      body: { name: 'spent', description: '', metadata: null }
    });
    expect(changed).toEqual({ ...first, name: 'spent', description: '', metadata: null, updatedAt: NOW + 5 });
    const second = await open.wallet.createWallet({ body: { name: 'second', description: '', metadata: null } });
    expect(await open.wallet.wallets()).toEqual([changed, second]);
    await open.wallet.deleteWallet({ params: { id } });
    expect(await open.wallet.wallets()).toEqual([second]);
    // A number is never reused.
    await open.wallet.deleteWallet({ params: { id: second.id } });
    expect((await open.wallet.createWallet({ body: { name: '', description: '', metadata: null } })).id).toBe('3');
  });

  test.each<[string, (wallet: Wallet) => Promise<unknown>, number]>([
    [
      'update',
      (wallet) => open.wallet.updateWallet({ ...wallet, body: { name: '', description: '', metadata: null } }),
      404
    ],
    ['delete', (wallet) => open.wallet.deleteWallet(wallet), 404],
    ['balance', (wallet) => open.wallet.walletBalance(wallet), 404],
    ['unconfirmed events', (wallet) => open.wallet.walletUnconfirmedEvents(wallet), 404],
    ['addresses', (wallet) => open.wallet.walletAddresses(wallet), 500],
    ['coin outputs', (wallet) => open.wallet.walletCoinOutputs(wallet), 500],
    ['fund outputs', (wallet) => open.wallet.walletFundOutputs(wallet), 500],
    ['reserve', (wallet) => open.wallet.reserve({ ...wallet, body: { coinOutputs: [], fundOutputs: [] } }), 404],
    ['release', (wallet) => open.wallet.release({ ...wallet, body: { coinOutputs: [], fundOutputs: [] } }), 404],
    ['construct', (wallet) => open.wallet.construct({ ...wallet, body: requestFor(1n) }), 404],
    ['constructV2', (wallet) => open.wallet.constructV2({ ...wallet, body: requestFor(1n) }), 404],
    ['add addresses', (wallet) => open.wallet.putAddresses({ ...wallet, body: [] }), 500],
    [
      'remove an address',
      (wallet) => open.wallet.removeAddress({ params: { ...wallet.params, address: addressOf(1n) } }),
      404
    ]
  ])('rejects %s of an unknown wallet', async (_, call, status) => {
    await expect(call({ params: { id: '99' } })).rejects.toMatchObject({ status });
  });

  test('returns no events of an unknown wallet', async () => {
    expect(await open.wallet.walletEvents({ params: { id: '99' } })).toEqual([]);
  });

  test('requires the password', async () => {
    for (const path of ['/api/wallets', '/api/wallets/1/events', '/api/rescan']) {
      expect((await open.node.fetch(new Request(`http://node${path}`))).status).toBe(401);
    }
    expect((await open.node.fetch(new Request('http://node/api/consensus/tip'))).status).toBe(200);
  });
});

describe('addresses of a wallet', () => {
  test('are listed in insertion order, updated by adding them again, and removed', async () => {
    const wallet = await create(addressOf(2n), addressOf(1n), addressOf(3n));
    const { params } = wallet;
    const changed = {
      address: addressOf(1n),
      description: 'rent',
      spendPolicy: policyOf(1n),
      metadata: { keyIndex: 1 }
    };
    await open.wallet.putAddress({ params, body: changed });
    const bare = (index: bigint) => ({ address: addressOf(index), description: '', metadata: null });
    expect(await open.wallet.walletAddresses(wallet)).toEqual([bare(2n), changed, bare(3n)]);
    await open.wallet.removeAddress({ params: { ...params, address: addressOf(2n) } });
    expect(await open.wallet.walletAddresses(wallet)).toEqual([changed, bare(3n)]);
    const again = open.wallet.removeAddress({ params: { ...params, address: addressOf(2n) } });
    await expect(again).rejects.toMatchObject({ status: 404 });
  });

  test('add up without a rescan, including what preceded their addition', async () => {
    await mine(open, 2);
    const wallet = await create(DEV_ADDRESSES.policy, DEV_ADDRESSES.unlockConditions, open.node.payoutAddress);
    expect(await open.wallet.walletBalance(wallet)).toEqual({
      coins: 1_000_000n * COIN,
      immatureCoins: (300_000n - 1n + 300_000n - 2n) * COIN,
      funds: 10_000n
    });
    const { outputs, basis } = await open.wallet.walletCoinOutputs(wallet);
    expect(basis).toEqual(open.node.tip);
    expect(outputs.map(({ output }) => output.value)).toEqual([500_000n * COIN, 500_000n * COIN]);
    const page = { ...wallet, query: { offset: 1, limit: 1 } };
    expect((await open.wallet.walletCoinOutputs(page)).outputs).toEqual([outputs[1]]);
    expect((await open.wallet.walletFundOutputs(page)).outputs).toHaveLength(1);
    // The owner's addresses in the batch call give the same sum.
    const addresses = [DEV_ADDRESSES.policy, DEV_ADDRESSES.unlockConditions, open.node.payoutAddress];
    const body = { addresses: [...addresses, DEV_ADDRESSES.policy] };
    expect(await open.wallet.batchBalance({ body })).toEqual(await open.wallet.walletBalance(wallet));
  });
});

test('outputs include those of the pool: spent ones are left out, new ones appended, in pages', async () => {
  await mine(open, 2);
  const { policy: sender, unlockConditions: recipient } = DEV_ADDRESSES;
  const id = v2TransactionId(await pay(await createDev(), 10n, recipient, 100n));
  const read = async (address: Address, query: { tpool?: boolean; limit?: number; offset?: number } = {}) => {
    const [coins, funds] = await Promise.all([
      open.wallet.coinOutputs({ params: { address }, query }),
      open.wallet.fundOutputs({ params: { address }, query })
    ]);
    return [coins, funds].map(({ outputs }) => outputs.map((output) => output.id));
  };
  const [coins = [], funds = []] = await read(recipient);
  const [coin, fund] = [v2CoinOutputId(id, 0), v2FundOutputId(id, 0)];
  expect([coins.length, funds.length]).toEqual([1, 1]);
  const tpool = true;
  expect(await read(recipient, { tpool })).toEqual([
    [...coins, coin],
    [...funds, fund]
  ]);
  expect(await read(recipient, { tpool, limit: 1 })).toEqual([coins, funds]);
  expect(await read(recipient, { tpool, offset: 1 })).toEqual([[coin], [fund]]);
  expect(await read(sender, { tpool })).toEqual([[v2CoinOutputId(id, 1)], [v2FundOutputId(id, 1)]]);
  expect(await read(sender)).not.toEqual(await read(sender, { tpool }));
  const answer = await ask(open, `/api/addresses/${recipient}/outputs/svccoin?tpool=1`);
  expect(((await answer.json()) as { outputs: unknown[] }).outputs).toHaveLength(2);
});

test.each([
  ['limit=-1', 3],
  ['limit=-1&offset=1', 2],
  ['limit=2&offset=-7', 2],
  ['limit=0', 0],
  ['offset=9223372036854775807', 0]
])('a page of events by %s has %d', async (query, count) => {
  await mine(open, 3);
  const answer = await ask(open, `/api/addresses/${open.node.payoutAddress}/events?${query}`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toHaveLength(count);
});

describe('events of a wallet', () => {
  test('are those of all its addresses, each once, latest maturity first', async () => {
    await mine(open, 2);
    const wallet = await createDev();
    const txn = await pay(wallet, 10n);
    expect(await open.wallet.walletUnconfirmedEvents(wallet)).toMatchObject([
      { id: v2TransactionId(txn), confirmations: 0, relevant: [DEV_ADDRESSES.policy] }
    ]);
    await mine(open);
    const { params } = wallet;
    const own = [DEV_ADDRESSES.policy, addressOf(1n), open.node.payoutAddress];
    await open.wallet.putAddresses({
      params,
      body: [addressOf(1n), open.node.payoutAddress].map((address) => ({ address, description: '', metadata: null }))
    });
    const events = await open.wallet.walletEvents(wallet);
    expect(events.map(({ data }) => data.type)).toEqual(['miner', 'miner', 'miner', 'v2Transaction', 'v1Transaction']);
    expect(events[3]).toMatchObject({ id: v2TransactionId(txn), confirmations: 1, index: open.node.tip });
    expect([...events[3]!.relevant].sort()).toEqual([DEV_ADDRESSES.policy, addressOf(1n)].sort());
    expect(await open.wallet.walletEvents({ ...wallet, query: { offset: 1, limit: 3 } })).toEqual(events.slice(1, 4));
    expect(await open.wallet.batchEvents({ body: { addresses: own } })).toEqual(events);
    const batchPage = { body: { addresses: own }, query: { offset: 2, limit: 2 } };
    expect(await open.wallet.batchEvents(batchPage)).toEqual(events.slice(2, 4));

    // An event stays while another address of the wallet is part of it.
    await open.wallet.removeAddress({ params: { ...params, address: addressOf(1n) } });
    expect((await open.wallet.walletEvents(wallet)).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    await open.wallet.removeAddress({ params: { ...params, address: DEV_ADDRESSES.policy } });
    expect((await open.wallet.walletEvents(wallet)).map(({ id }) => id)).toEqual(
      events.slice(0, 3).map(({ id }) => id)
    );
  });

  test('merge many addresses with many events in order', async () => {
    await mine(open, 80);
    const addresses = [open.node.payoutAddress, DEV_ADDRESSES.policy, DEV_ADDRESSES.unlockConditions, addressOf(7n)];
    const wallet = await create(...addresses);
    const whole = await open.wallet.walletEvents({ ...wallet, query: { limit: 1000 } });
    expect(whole).toHaveLength(81);
    for (const [offset, limit] of [
      [0, 10],
      [30, 5],
      [31, 40],
      [60, 100],
      [81, 5],
      [0, 0]
    ] as const) {
      const page = await open.wallet.batchEvents({ body: { addresses }, query: { offset, limit } });
      expect(page).toEqual(whole.slice(offset, offset + limit));
    }
  });

  test('are reverted with their block and created again on the other branch', async () => {
    await mine(open, 2);
    const wallet = await createDev();
    const state = await open.wallet.tipState();
    const network = await open.wallet.network();
    const txn = await pay(wallet, 10n);
    await mine(open);
    const before = await open.wallet.walletEvents(wallet);
    const balance = await open.wallet.walletBalance(wallet);
    expect(before).toHaveLength(2);

    let at = state;
    const branch = (address: Address) => {
      const parts = { network, state: at, transactions: [], v2Transactions: [] };
      const time = unixSeconds(NOW + at.index.height);
      const { block } = buildTemplate(parts, address, time, (length) => new Uint8Array(length));
      const solved = solveBlock(network, at, block);
      at = applyBlock(network, at, solved, EMPTY_SUPPLEMENT, { ancestorTimestamp: time }).state;
      return solved;
    };
    await open.wallet.broadcastBlock({ body: branch(DEV_ADDRESSES.policy) });
    await open.wallet.broadcastBlock({ body: branch(addressOf(9n)) });
    expect(open.node.tip).toEqual(at.index);
    expect((await open.wallet.walletEvents(wallet)).map(({ data }) => data.type)).toEqual(['miner', 'v1Transaction']);
    expect((await open.wallet.walletUnconfirmedEvents(wallet)).map(({ id }) => id)).toEqual([v2TransactionId(txn)]);
    expect(await open.wallet.walletBalance(wallet)).toMatchObject({ coins: 500_000n * COIN });

    await mine(open);
    const after = await open.wallet.walletEvents(wallet);
    expect(after.map(({ id }) => id)).toEqual([after[0]!.id, v2TransactionId(txn), before[1]!.id]);
    const { coins } = await open.wallet.walletBalance(wallet);
    expect(coins).toBe(balance.coins);
  });
});

describe('constructing', () => {
  test('reserves the selected outputs for an hour', async () => {
    await mine(open, 2);
    const wallet = await createDev();
    const first = await open.wallet.constructV2({ ...wallet, body: requestFor(1n) });
    // For an assumed weight, whatever its own is.
    expect(first.estimatedFee).toBe(2_000n * (await open.wallet.fee()));
    await expect(open.wallet.constructV2({ ...wallet, body: requestFor(1n) })).rejects.toMatchObject({
      status: 500,
      serverMessage: expect.stringContaining('insufficient funds')
    });
    nowMs += 60 * 60 * 1000;
    const again = await open.wallet.constructV2({ ...wallet, body: requestFor(1n) });
    expect(again.transaction).toEqual(first.transaction);

    const coinOutputs = again.transaction.coinInputs.map(({ parent }) => parent.id);
    const body = { coinOutputs, fundOutputs: [] };
    await expect(open.wallet.reserve({ ...wallet, body })).rejects.toMatchObject({ status: 500 });
    await open.wallet.release({ ...wallet, body });
    await open.wallet.reserve({ ...wallet, body });
    await expect(open.wallet.constructV2({ ...wallet, body: requestFor(1n) })).rejects.toMatchObject({ status: 500 });
  });

  test.each(['construct', 'constructV2'] as const)('by %s sends no change to the void address', async (route) => {
    const body = { ...requestFor(1n), changeAddress: VOID_ADDRESS };
    await expect(open.wallet[route]({ ...(await createDev()), body })).rejects.toMatchObject({
      code: 'wallet-server/change-address-missing'
    });
  });

  test.each<[string, object, number]>([
    ['fund', { amount: '1', transaction: {} }, 400],
    ['fundsf', { amount: 1, transaction: {} }, 400],
    ['fundsf', { amount: 1, transaction: {}, claimAddress: DEV_ADDRESSES.policy }, 400],
    ['fundsf', { amount: 5_000, transaction: {} }, 400],
    ['fundsf', { amount: 5_000, transaction: {}, claimAddress: DEV_ADDRESSES.policy }, 200],
    ['fundsf', { amount: 5_000, transaction: {}, changeAddress: DEV_ADDRESSES.policy }, 200]
  ])('by %s of %j sends neither change nor claims to the void address', async (route, request, status) => {
    await mine(open, 2);
    const { params } = await createDev();
    const answer = await ask(open, `/api/wallets/${params.id}/${route}`, {
      method: 'POST',
      body: JSON.stringify(request)
    });
    const text = await answer.text();
    expect(answer.status).toBe(status);
    expect(text).not.toContain(VOID_ADDRESS);
    if (status === 400) expect(text).toBe('change address must be specified\n');
  });

  test('releases its selection if it fails', async () => {
    await mine(open, 2);
    const wallet = await createDev();
    await expect(
      open.wallet.constructV2({ ...wallet, body: requestFor(1n, addressOf(1n), 6_000n) })
    ).rejects.toMatchObject({
      serverMessage: 'failed to select fund elements: insufficient funds'
    });
    const { transaction } = await open.wallet.constructV2({ ...wallet, body: requestFor(1n, addressOf(1n), 10n) });
    expect(transaction.fundOutputs.map(({ value }) => value)).toEqual([10n, 4_990n]);
    expect(transaction.fundInputs[0]!.claimAddress).toBe(DEV_ADDRESSES.policy);
  });

  test('excludes what is already being spent', async () => {
    await mine(open, 2);
    const wallet = await createDev();
    const { coinInputs } = await pay(wallet, 1n);
    await open.wallet.release({
      ...wallet,
      body: { coinOutputs: coinInputs.map(({ parent }) => parent.id), fundOutputs: [] }
    });
    await expect(open.wallet.constructV2({ ...wallet, body: requestFor(1n) })).rejects.toMatchObject({ status: 500 });
  });

  test('requires the spend policy of an address', async () => {
    await mine(open, 2);
    const blind = await create(DEV_ADDRESSES.policy);
    await expect(open.wallet.constructV2({ ...blind, body: requestFor(1n) })).rejects.toMatchObject({
      status: 400,
      serverMessage: expect.stringContaining(DEV_ADDRESSES.policy)
    });
    // V1 cannot use a key policy.
    await expect(open.wallet.construct({ ...(await createDev()), body: requestFor(1n) })).rejects.toMatchObject({
      status: 400
    });
  });

  test.each([10n ** 8n, (1n << 64n) - 1n])(
    'leaves one signature per key to make if the stored policy requires %s',
    async (signaturesRequired) => {
      await mine(open, 2);
      const { params } = await create();
      const unlockConditions = { ...standardUnlockConditions(dev.publicKey), signaturesRequired };
      const spendPolicy = { type: 'uc', unlockConditions } as const;
      const entry = { address: DEV_ADDRESSES.policy, description: '', spendPolicy, metadata: null };
      await open.wallet.putAddress({ params, body: entry });
      const request = { svccoins: [{ value: '1', address: addressOf(1n) }], changeAddress: DEV_ADDRESSES.policy };
      const body = JSON.stringify(request);
      const answer = await ask(open, `/api/wallets/${params.id}/construct/transaction`, { method: 'POST', body });
      const [problem, ...lines] = (await answer.text()).split('\n');
      expect(problem).toBe('v1 transactions are not allowed after the v2 require height');
      expect(JSON.parse(lines.join('\n'))).toMatchObject({ transaction: { signatures: [{ publicKeyIndex: 0 }] } });
    }
  );

  const V1_OVER = 'v1 transactions are not allowed after the v2 require height';
  test.each<[string, string, string, string, number]>([
    ['99', 'transaction', '1', V1_OVER, 400],
    ['1', 'transaction', '9'.repeat(37), V1_OVER, 400],
    ['1', 'v2/transaction', '', 'no inputs provided', 400],
    ['99', 'v2/transaction', '', 'not found', 404]
  ])(
    'for wallet %s by %s of %j hastings reports the first of several problems',
    async (id, route, value, problem, status) => {
      await mine(open, 2);
      await create(addressOf(5n));
      const svccoins = value === '' ? [] : [{ value, address: addressOf(1n) }];
      const body = JSON.stringify({ svccoins, changeAddress: DEV_ADDRESSES.policy });
      const answer = await ask(open, `/api/wallets/${id}/construct/${route}`, { method: 'POST', body });
      expect({ status: answer.status, text: await answer.text() }).toEqual({ status, text: `${problem}\n` });
    }
  );

  test('despite several problems responds with the first of them, and the transaction', async () => {
    await mine(open, 2);
    const { params } = await create();
    const spendPolicy = { type: 'uc', unlockConditions: standardUnlockConditions(dev.publicKey) } as const;
    const entry = { address: DEV_ADDRESSES.unlockConditions, description: '', spendPolicy, metadata: null };
    await open.wallet.putAddress({ params, body: entry });
    const body = JSON.stringify({ svccoins: [], changeAddress: DEV_ADDRESSES.policy });
    const answer = await ask(open, `/api/wallets/${params.id}/construct/transaction`, { method: 'POST', body });
    const [problem, ...lines] = (await answer.text()).split('\n');
    expect(problem).toBe(V1_OVER);
    expect(JSON.parse(lines.join('\n'))).toMatchObject({ transaction: { signatures: [{ publicKeyIndex: 0 }] } });
  });

  test('returns a V1 transaction with inputs to sign', async () => {
    const wallet = await create(DEV_ADDRESSES.policy);
    const empty = await ask(open, `/api/wallets/${wallet.params.id}/fundsf`, {
      method: 'POST',
      body: JSON.stringify({
        transaction: {},
        amount: 100,
        changeAddress: DEV_ADDRESSES.policy,
        claimAddress: addressOf(1n)
      })
    });
    expect(empty.status).toBe(200);
    expect(await empty.json()).toMatchObject({
      transaction: {
        svcfundInputs: [{ claimAddress: addressOf(1n), unlockConditions: { publicKeys: null } }],
        svcfundOutputs: [{ value: 4_900 }]
      },
      toSign: [expect.any(String)],
      dependsOn: null
    });
  });
});

test('a node that acts like one without peers accepts a transaction and reports that it could not relay it', async () => {
  await open.node.close();
  open = await openNode({ failWithoutPeers: true });
  await mine(open, 2);
  const wallet = await createDev();
  const { transaction, basis } = await open.wallet.constructV2({ ...wallet, body: requestFor(1n) });
  const body = { basis, transactions: [], v2Transactions: [signed(transaction)] };
  await expect(open.wallet.broadcast({ body })).rejects.toMatchObject({
    status: 500,
    serverMessage: 'failed to broadcast v2 transaction set: no peers available'
  });
  expect((await open.wallet.poolTransactions()).v2Transactions.map(v2TransactionId)).toEqual([
    v2TransactionId(transaction)
  ]);
});

test('wallets survive a restart, and a reset of their chain deletes them', async () => {
  const dataDir = temporaryFolder('wallets');
  await open.node.close();
  open = await openNode({ dataDir });
  const wallet = await create(DEV_ADDRESSES.policy);
  const balance = await open.wallet.walletBalance(wallet);
  await open.node.close();
  open = await openNode({ dataDir });
  expect(await open.wallet.walletBalance(wallet)).toEqual(balance);
  expect(await open.wallet.walletEvents(wallet)).toHaveLength(1);
  await open.node.close();
  open = await openNode({ dataDir, reset: true });
  expect(await open.wallet.wallets()).toEqual([]);
});
