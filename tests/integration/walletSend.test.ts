import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BadRequestError, ServerError, TimeoutError } from '$lib/api/http/errors';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import type { PublicKey } from '$lib/chain/keys/keys';
import { networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import type { OpenWalletTabs } from '$lib/services/wallet/ports';
import { SendFlow, type ReviewedPayment } from '$lib/state/wallet/send.svelte';
import type { WalletState } from '$lib/state/wallet/wallet.svelte';
import { LockedError } from '$lib/wallet/errors';
import { thresholdOfKeys } from '$lib/wallet/policy/policyTree';
import { transferId, type Transfer } from '$lib/wallet/transfer/transfer';
import { formatTransfer, parseTransfer } from '$lib/wallet/transfer/transferText';
import type { Database } from '$lib/storage/database';
import { StorageOutdatedError } from '$lib/storage/errors';
import { openMemoryDatabase } from '$lib/storage/openDatabase';
import { WalletStore } from '$lib/storage/walletStore';
import { openWalletTabs } from '$lib/storage/walletTabs';
import { addressOf, formation, HOST, RENTER, signedContract } from '../support/contracts';
import { mine } from '../support/node';
import {
  branchFrom,
  DEV_PHRASE,
  openBrowser,
  openTestWallets,
  PASSWORD,
  send,
  stubPage,
  until,
  viewOf,
  World,
  type Browser
} from '../support/walletWorld';

const COIN = 10n ** 24n;
const coins = (amount: bigint) => ({ unit: 'coins', coins: hastings(amount * COIN) }) as const;
const toVoid = { address: VOID_ADDRESS, ...coins(1n) };

let world: World;
beforeAll(stubPage);
beforeEach(async () => {
  world = await World.open();
  await world.mine(VOID_ADDRESS, 3);
});
afterEach(() => world.end());

/** What an offline device has: the wallet, nothing else. */
const unplugged = () => new Proxy(world.node.wallet, { get: () => () => Promise.reject(new TypeError('no network')) });

const transferOf = (flow: SendFlow): Transfer => {
  if (flow.status.step !== 'reviewing') throw new Error(`${flow.status.step} instead of reviewing`);
  return flow.status.transfer;
};
/** As it is transferred between devices. */
const carried = (transfer: Transfer): Transfer => parseTransfer(formatTransfer(transfer));

const confirmed = (flow: SendFlow) => until('confirmed', () => flow.follow?.state === 'confirmed');

describe('composing', () => {
  test('reports what is missing, and keeps the form', async () => {
    const { wallet } = await world.created();
    const flow = wallet.send();
    await flow.compose({ recipients: [toVoid] });
    expect(flow.status).toMatchObject({ step: 'composing', problem: { code: 'wallet/insufficient-funds' } });
  });

  test('what is missing follows the balance, and disappears once nothing is', async () => {
    const wallet = await world.restored();
    const [first, second] = (await wallet.holdings()).coins;
    const flow = wallet.send();
    await wallet.freeze([first!.id, second!.id], true);
    const more = hastings(first!.output.value + 1n);
    await flow.compose({ recipients: [{ address: VOID_ADDRESS, unit: 'coins', coins: more }] });
    expect(flow.status).toMatchObject({ problem: { code: 'wallet/insufficient-funds', spendable: 0n } });
    await wallet.freeze([first!.id], false);
    await flow.refreshProblem();
    expect(flow.status).toMatchObject({ problem: { spendable: first!.output.value } });
    await wallet.freeze([second!.id], false);
    await flow.refreshProblem();
    expect(flow.status).toEqual({ step: 'composing' });
  });

  test('spends selected coins only, never frozen ones, and consolidates many', async () => {
    const wallet = await world.restored();
    const held = (await wallet.holdings()).coins;
    await wallet.freeze([held[0]!.id], true);
    expect(wallet.balance!.frozen).toBe(held[0]!.output.value);
    const flow = wallet.send();
    await flow.compose({ recipients: [{ address: VOID_ADDRESS, unit: 'max' }] });
    expect(flow.status).toMatchObject({ step: 'reviewing', summary: { inputs: [{ id: held[1]!.id }] } });
    flow.back();
    await flow.compose({ recipients: [toVoid], only: new Set([held[0]!.id]) });
    expect(flow.status).toMatchObject({ step: 'composing', problem: { code: 'wallet/insufficient-funds' } });
    await wallet.freeze([held[0]!.id], false);
    await flow.consolidate();
    expect(flow.status).toMatchObject({ step: 'reviewing', summary: { sent: 0n } });
    await flow.confirm();
    await world.mine(VOID_ADDRESS);
    await confirmed(flow);
    expect(wallet.counts.coins).toBe(1);
  });

  test('user requests take precedence over verifying the chain', async () => {
    const wallet = await world.restored();
    const steps: string[] = [];
    const prioritize = <T>(work: () => Promise<T>) => {
      steps.push(flow.status.step);
      return work();
    };
    const flow = new SendFlow({ wallet, server: world.node.wallet, nowMs: Date.now, prioritize });
    await flow.compose({ recipients: [toVoid] });
    await flow.confirm();
    expect(flow.status).toMatchObject({ step: 'following' });
    expect(steps).toEqual(['planning', 'signing', 'broadcasting']);
  });

  test('deducts the fee from the amount, and the review shows what arrives', async () => {
    const wallet = await world.restored();
    const before = wallet.balance!.spendable;
    const flow = wallet.send();
    await flow.compose({ recipients: [toVoid], feeFrom: [0] });
    expect(flow.status).toMatchObject({ step: 'reviewing', beforeFee: COIN });
    const { summary, transfer } = flow.status as Extract<typeof flow.status, { step: 'reviewing' }>;
    expect(summary.sent + summary.fee).toBe(COIN);
    await flow.take(carried(transfer));
    expect(flow.status).toMatchObject({ step: 'reviewing', beforeFee: COIN });
    await flow.confirm();
    await world.mine(VOID_ADDRESS);
    await confirmed(flow);
    expect(wallet.balance!.spendable).toBe(before - COIN);
    flow.again();
    await flow.compose({ recipients: [toVoid] });
    expect(flow.status).toMatchObject({ step: 'reviewing', beforeFee: undefined });
  });

  test('can be canceled while it is planned and while it is signed, and then completed after all', async () => {
    const wallet = await world.restored();
    const flow = wallet.send();
    const planning = flow.compose({ recipients: [toVoid] });
    flow.cancel();
    await planning;
    expect(flow.status).toEqual({ step: 'composing' });
    await flow.compose({ recipients: [toVoid] });
    const signing = flow.confirm();
    expect(flow.status).toMatchObject({ step: 'signing', signed: 0 });
    flow.cancel();
    await signing;
    expect(flow.status).toMatchObject({ step: 'reviewing', missing: [{}] });
    expect(flow.status).not.toHaveProperty('problem');
    await flow.confirm();
    expect(flow.status).toMatchObject({ step: 'following' });
    flow.cancel();
    expect(flow.status).toMatchObject({ step: 'following' });
  });

  test('another transfer never replaces one that is under review or being signed', async () => {
    const wallet = await world.restored();
    const [flow, other] = [wallet.send(), wallet.send()];
    await flow.compose({ recipients: [toVoid] });
    await other.compose({ recipients: [{ address: VOID_ADDRESS, ...coins(2n) }] });
    const reviewed = transferOf(flow);
    await flow.take(carried(transferOf(other)));
    expect(flow.status).toMatchObject({ step: 'reviewing', problem: { code: 'wallet/other-transfer' } });
    expect(transferOf(flow)).toBe(reviewed);
    const confirming = flow.confirm();
    await flow.take(carried(transferOf(other)));
    await confirming;
    expect(flow.status).toMatchObject({ step: 'following', id: transferId(reviewed) });
  });

  /** A payment under review, a copy of it signed elsewhere, and the end of this wallet's signing. */
  async function signedElsewhere() {
    const wallet = await world.restored();
    const [flow, copy] = [wallet.send(), wallet.send()];
    await flow.compose({ recipients: [toVoid] });
    await copy.take(carried(transferOf(flow)));
    await copy.sign();
    const { signer } = wallet.keys;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => undefined);
    const sign: typeof signer.sign = (...call) => promise.then(() => signer.sign(...call));
    vi.spyOn(wallet.keys, 'signer', 'get').mockReturnValue({ ...signer, sign });
    return { flow, signed: carried(transferOf(copy)), finish: resolve, fail: reject };
  }

  test('signatures that are opened while it is signed are added afterwards', async () => {
    const { flow, signed, fail } = await signedElsewhere();
    const confirming = flow.confirm();
    const taking = flow.take(signed);
    fail(new LockedError());
    await Promise.all([confirming, taking]);
    expect(flow.status).toMatchObject({ step: 'reviewing', missing: [] });
  });

  test('a transfer that is opened while another payment is planned or sent is not ignored', async () => {
    const { flow, signed } = await signedElsewhere();
    flow.back();
    const planning = flow.compose({ recipients: [{ address: VOID_ADDRESS, ...coins(2n) }] });
    await Promise.all([planning, flow.take(signed)]);
    expect(flow.status).toMatchObject({ step: 'reviewing', problem: { code: 'wallet/other-transfer' } });
    flow.back();
    await flow.take(signed);
    const sending = flow.broadcast();
    await Promise.all([sending, flow.take(signed)]);
    expect(flow.status).toMatchObject({ step: 'following' });
    expect(flow.status).not.toHaveProperty('problem');
  });

  test('one whose signing was canceled is not sent when signatures from elsewhere complete it', async () => {
    const { flow, signed, finish } = await signedElsewhere();
    const confirming = flow.confirm();
    expect(flow.status).toMatchObject({ step: 'signing' });
    flow.cancel();
    await flow.take(signed);
    expect(flow.status).toMatchObject({ step: 'reviewing', missing: [] });
    finish();
    await confirming;
    expect(flow.status).toMatchObject({ step: 'reviewing', missing: [] });
  });

  test('uses an unused change address and issues it once', async () => {
    const wallet = await world.restored();
    const first = await send(wallet, VOID_ADDRESS, COIN);
    const second = await send(wallet, VOID_ADDRESS, COIN);
    const changeOf = (flow: SendFlow) => (flow.status.step === 'following' ? flow.status.summary.change[0] : undefined);
    expect(changeOf(first)?.address).not.toBe(changeOf(second)?.address);
    expect(wallet.addresses.filter(({ isChange }) => isChange)).toHaveLength(2);
  });

  test('while locked, it requires the keys and continues after the unlock', async () => {
    const wallet = await world.restored();
    await wallet.keys.lock();
    expect(wallet.keys.locked).toBe(true);
    const flow = wallet.send();
    await flow.compose({ recipients: [toVoid] });
    await flow.confirm();
    expect(flow.status).toMatchObject({ step: 'reviewing', problem: { code: 'keystore/locked' } });
    await wallet.keys.unlock(PASSWORD);
    await flow.confirm();
    expect(flow.status).toMatchObject({ step: 'following' });
  });
});

describe('the typed payment', () => {
  const typed = (flow: SendFlow) => flow.status.step === 'following' && !flow.status.keepsForm;

  test('is discarded once it was sent, also by its signed copy', async () => {
    const wallet = await world.restored();
    const flow = wallet.send();
    await flow.compose({ recipients: [toVoid] });
    await flow.sign();
    const signed = carried(transferOf(flow));
    const copy = wallet.send();
    await copy.take(signed);
    for (const each of [flow, copy]) {
      await each.broadcast();
      expect(typed(each)).toBe(true);
    }
  });

  test('is kept by a consolidation, and by viewing an earlier payment', async () => {
    const wallet = await world.restored();
    const flow = wallet.send();
    await flow.consolidate();
    await flow.confirm();
    expect(flow.status).toMatchObject({ step: 'following', keepsForm: true });
    const [sent] = wallet.sends.list;
    flow.again();
    await flow.followEarlier(sent!.id);
    expect(flow.status).toMatchObject({ step: 'following', id: sent!.id, keepsForm: true });
  });
});

describe('viewing an earlier payment', () => {
  test('cancels a planned payment, which does not replace it later', async () => {
    const wallet = await world.restored();
    const { status } = await send(wallet, VOID_ADDRESS, COIN);
    const { id } = status as Extract<typeof status, { step: 'following' }>;
    const flow = wallet.send();
    const planning = flow.compose({ recipients: [toVoid] });
    await flow.followEarlier(id);
    await planning;
    expect(flow.status).toMatchObject({ step: 'following', id });
  });

  test('does not warn of its inputs, which it has spent', async () => {
    const wallet = await world.restored();
    const sent = await send(wallet, VOID_ADDRESS, COIN);
    const { id } = sent.status as Extract<typeof sent.status, { step: 'following' }>;
    await world.mine(VOID_ADDRESS);
    await confirmed(sent);
    const flow = wallet.send();
    await flow.followEarlier(id);
    expect(flow.status).toMatchObject({ step: 'following', summary: { warnings: [] } });
  });

  test('reports why it cannot be read', async () => {
    const wallet = await world.restored();
    const { status } = await send(wallet, VOID_ADDRESS, COIN);
    const { id } = status as Extract<typeof status, { step: 'following' }>;
    vi.spyOn(wallet, 'contacts').mockRejectedValue(new StorageOutdatedError());
    const flow = wallet.send();
    await flow.followEarlier(id);
    expect(flow.status).toMatchObject({ step: 'composing', problem: { code: 'storage/outdated-tab' } });
  });

  test('a payment that is sent again does not return to the page once its reader has left it', async () => {
    const wallet = await world.restored();
    const flow = await send(wallet, VOID_ADDRESS, COIN);
    const sending = flow.rebroadcast();
    flow.again();
    await sending;
    expect(flow.status).toEqual({ step: 'composing' });
  });
});

describe('a server that recommends a whole balance as fee', () => {
  /** Hastings per unit of weight. */
  const GREEDY = hastings(10n ** 25n);
  const greedy = () => openBrowser({ ...world.node.wallet, fee: async () => GREEDY });

  test.each([
    ['a payment', (flow: SendFlow) => flow.compose({ recipients: [toVoid] })],
    ['all coins', (flow: SendFlow) => flow.compose({ recipients: [{ address: VOID_ADDRESS, unit: 'max' }] })],
    [
      'fund units',
      (flow: SendFlow) => flow.compose({ recipients: [{ address: VOID_ADDRESS, unit: 'funds', funds: fundUnits(1n) }] })
    ],
    ['a consolidation', (flow: SendFlow) => flow.consolidate()]
  ])('%s gets no signature before the fee is confirmed', async (_, compose) => {
    const wallet = await world.restored(DEV_PHRASE, greedy());
    const flow = wallet.send();
    await compose(flow);
    expect(flow.status).toMatchObject({ step: 'reviewing', summary: { feeCheck: { level: 'extreme' } } });
    const { transfer, summary } = flow.status as Extract<typeof flow.status, { step: 'reviewing' }>;
    expect(summary.warnings).toContain('extreme-fee');
    for (const typed of [undefined, hastings(summary.fee - 1n)]) {
      await flow.confirm(typed);
      expect(flow.status).toMatchObject({ step: 'reviewing', problem: { code: 'wallet/fee-not-confirmed' } });
      expect(transferOf(flow).signatures).toEqual([]);
    }
    // Transferred to another device, it is held back there too.
    const away = wallet.send();
    await away.take(carried(transfer));
    await away.sign();
    expect(transferOf(away).signatures).toEqual([]);
    await flow.sign(summary.fee);
    expect(transferOf(flow).signatures).not.toEqual([]);
    // Signed elsewhere, it is not sent without the confirmation either.
    await flow.broadcast();
    expect(flow.status).toMatchObject({ step: 'reviewing', problem: { code: 'wallet/fee-not-confirmed' } });
    await flow.broadcast(summary.fee);
    expect(flow.status).toMatchObject({ step: 'following' });
  });
});

test('a server that recommends no fee, or too little, is paid what nodes recommend at least', async () => {
  const rates = await Promise.all(
    [0n, 10n ** 18n, 10n ** 19n].map(async (fee) => {
      const wallet = await world.restored(
        DEV_PHRASE,
        openBrowser({ ...world.node.wallet, fee: async () => hastings(fee) })
      );
      const flow = wallet.send();
      await flow.compose({ recipients: [toVoid] });
      const { fee: paid, weight, warnings } = (flow.status as unknown as ReviewedPayment).summary;
      expect(warnings).toEqual([]);
      await flow.back();
      // Nor can none be typed.
      await flow.compose({ recipients: [toVoid], feeOverride: hastings(0n) });
      expect(flow.status).toMatchObject({ step: 'composing', problem: { code: 'wallet/fee-too-low' } });
      return paid / BigInt(weight);
    })
  );
  expect(rates).toEqual([10n ** 19n, 10n ** 19n, 10n ** 19n]);
});

describe('an address planted in the browser’s storage', () => {
  const thief = policyAddress(thresholdOfKeys(1, [`ed25519:${'aa'.repeat(32)}` as PublicKey]));
  const flowOf = async (wallet: WalletState) => {
    const flow = wallet.send();
    await flow.compose({ recipients: [toVoid] });
    return flow;
  };
  const changeOf = ({ status }: SendFlow) => (status.step === 'reviewing' ? status.summary.change[0]?.address : '');

  /** A wallet of a browser where the change address was replaced by the thief's before `open`. */
  async function robbed(open: (browser: Browser, id: string) => Promise<WalletState>) {
    const browser = openBrowser(world.node.wallet);
    const { id } = await world.restored(DEV_PHRASE, browser);
    const honest = changeOf(await flowOf(await browser.wallets.open(id)));
    const plant = () =>
      browser.database.write(['addresses'], async (at) => {
        const row = await at.get('addresses', [id, honest as Address]);
        await at.delete('addresses', [id, honest as Address]);
        await at.put('addresses', { ...row!, address: thief });
      });
    await plant();
    const wallet = await open(openBrowser(world.node.wallet, browser.database), id);
    return { wallet, honest: honest as Address, plant };
  }
  const followed = (browser: Browser, id: string) => world.followed(browser, id);

  test('is replaced at the unlock, which is reported', async () => {
    const { wallet, honest } = await robbed(followed);
    expect(wallet.addressBook.has(thief)).toBe(true);
    await wallet.keys.unlock(PASSWORD);
    expect(wallet.alteredAddresses).toEqual([thief]);
    expect(wallet.addressBook.has(thief)).toBe(false);
    await until('current', () => wallet.status.step === 'following');
    expect(changeOf(await flowOf(wallet))).toBe(honest);
  });

  test('without a key is removed at the unlock, and is not used as our own', async () => {
    const browser = openBrowser(world.node.wallet);
    const wallet = await world.restored(DEV_PHRASE, browser);
    await until('current', () => wallet.status.step === 'following');
    await browser.database.write(['addresses'], async (at) => {
      const [known] = await at.range('addresses', { prefix: [wallet.id] });
      await at.put('addresses', { ...known!, address: thief, key: undefined, shown: true, isChange: true });
    });
    await world.mine(VOID_ADDRESS);
    await until('read', () => wallet.addressBook.has(thief));
    const flow = wallet.send();
    await flow.compose({ recipients: [{ address: thief, ...coins(1n) }] });
    expect(flow.status).toMatchObject({ summary: { recipients: [] } });
    await flow.confirm();
    expect(flow.status).toMatchObject({ problem: { code: 'wallet/altered-address', address: thief } });
    await wallet.keys.lock();
    await wallet.keys.unlock(PASSWORD);
    expect(wallet.alteredAddresses).toEqual([thief]);
    expect(wallet.addressBook.has(thief)).toBe(false);
  });

  test('gets no change of a payment reviewed before the unlock', async () => {
    const { wallet } = await robbed(followed);
    const flow = await flowOf(wallet);
    expect(changeOf(flow)).toBe(thief);
    await wallet.keys.unlock(PASSWORD);
    await flow.confirm();
    expect(flow.status).toMatchObject({ problem: { code: 'wallet/altered-address', address: thief } });
    expect(transferOf(flow).signatures).toEqual([]);
  });

  test('gets no change, and is not issued, if it is planted after the unlock', async () => {
    const { wallet, plant } = await robbed(followed);
    await wallet.keys.unlock(PASSWORD);
    await until('current', () => wallet.status.step === 'following');
    await plant();
    await world.mine(VOID_ADDRESS);
    await until('read', () => wallet.addressBook.has(thief));
    const flow = await flowOf(wallet);
    expect(changeOf(flow)).toBe(thief);
    await flow.confirm();
    expect(flow.status).toMatchObject({
      step: 'reviewing',
      problem: { code: 'wallet/altered-address', address: thief }
    });
    expect(transferOf(flow).signatures).toEqual([]);
    await expect(wallet.newAddress('rent')).rejects.toMatchObject({ code: 'wallet/altered-address' });
  });
});

describe('fund units', () => {
  test('are sent, and a claim pays out what they earned', async () => {
    const wallet = await world.restored();
    const { wallet: other } = await world.created();
    const { address } = await other.newAddress('funds');
    const flow = wallet.send();
    await flow.compose({ recipients: [{ address, unit: 'funds', funds: fundUnits(3n) }] });
    expect(flow.status).toMatchObject({ step: 'reviewing', summary: { sentFunds: 3n, warnings: [] } });
    await flow.confirm();
    await world.mine(VOID_ADDRESS);
    await confirmed(flow);
    await world.inStep(other, wallet);
    expect([other.balance!.funds, wallet.balance!.funds]).toEqual([3n, 9_997n]);
    const claim = wallet.send();
    await claim.claim();
    expect(claim.status).toMatchObject({ step: 'reviewing', summary: { sent: 0n, sentFunds: 0n, warnings: [] } });
    await claim.confirm();
    await world.mine(VOID_ADDRESS);
    await confirmed(claim);
    expect(wallet.balance!.funds).toBe(9_997n);
  });

  test('earn their share of a contract between others, to the smallest part, and a claim pays it out', async () => {
    const wallet = await world.restored();
    const { wallet: other } = await world.created();
    const { address } = await other.newAddress('funds');
    const flow = wallet.send();
    await flow.compose({ recipients: [{ address, unit: 'funds', funds: fundUnits(3n) }] });
    await flow.confirm();
    await world.mine(addressOf(HOST));
    await confirmed(flow);
    await world.mine(VOID_ADDRESS, 10);
    await world.inStep(other, wallet);
    expect([other.balance!.unclaimed, wallet.balance!.unclaimed]).toEqual([0n, 0n]);

    // The tax is not divisible by the number of units: the remainder is not paid out.
    const contract = signedContract({
      proofHeight: 100n,
      expirationHeight: 110n,
      renterOutput: { value: hastings(100_000n * COIN + 123_456_789n), address: addressOf(RENTER) }
    });
    const { fundTaxRevenue: before } = await world.node.wallet.tipState();
    const [coin] = (await world.node.wallet.coinOutputs({ params: { address: addressOf(HOST) } })).outputs;
    const v2Transactions = [formation(coin!, contract, HOST)];
    await world.node.wallet.broadcast({ body: { basis: world.node.node.tip, transactions: [], v2Transactions } });
    await world.mine(VOID_ADDRESS);
    await world.inStep(other, wallet);
    const { fundTaxRevenue: after } = await world.node.wallet.tipState();
    expect([before, after]).toEqual([0n, (100_040n * COIN + 123_456_789n) / 25n]);
    const each = after / 10_000n;
    expect(each * 10_000n).not.toBe(after);
    expect([other.balance!.unclaimed, wallet.balance!.unclaimed]).toEqual([3n * each, 9_997n * each]);

    const { spendable } = wallet.balance!;
    const claim = wallet.send();
    await claim.claim();
    if (claim.status.step !== 'reviewing') throw new Error(`${claim.status.step} instead of reviewing`);
    const { fee } = claim.status.summary;
    await claim.confirm(undefined, true);
    await world.mine(VOID_ADDRESS);
    await confirmed(claim);
    await world.inStep(wallet);
    const claimed = 9_997n * each;
    // One for each of the two outputs that hold the units.
    const claims = (await Array.fromAsync(wallet.lists.allEvents())).filter(({ type }) => type === 'claim');
    expect(claims.map(({ coins }) => coins).toSorted()).toEqual([4_997n * each, 5_000n * each]);
    expect(claims.map(({ maturityHeight }) => maturityHeight)).toEqual([26, 26]);
    expect(wallet.balance).toMatchObject({ funds: 9_997n, unclaimed: 0n, immature: claimed });
    expect(wallet.balance!.spendable).toBe(spendable - fee);
    await world.mine(VOID_ADDRESS, 10);
    await world.inStep(wallet);
    expect(wallet.balance).toMatchObject({ spendable: spendable - fee + claimed, immature: 0n });
    const flowOfAll = await send(wallet, VOID_ADDRESS, 'max');
    await world.mine(VOID_ADDRESS);
    await confirmed(flowOfAll);
    await world.inStep(wallet, other);
    expect(wallet.balance).toMatchObject({ spendable: 0n });
    expect(other.balance).toMatchObject({ funds: 3n, unclaimed: 3n * each });
  });
});

test('fund units that a reorganization places after a contract move with the signature made before it', async () => {
  const wallet = await world.restored();
  const { wallet: other } = await world.created();
  const { address } = await other.newAddress('funds');
  await world.mine(addressOf(HOST));
  await world.mine(VOID_ADDRESS, 10);
  await world.inStep(wallet);
  const fork = await world.node.wallet.tipState();
  const [coin] = (await world.node.wallet.coinOutputs({ params: { address: addressOf(HOST) } })).outputs;
  const contract = signedContract({ proofHeight: 100n, expirationHeight: 110n });
  const flow = wallet.send();
  await flow.compose({
    recipients: [
      { address, unit: 'funds', funds: fundUnits(3n) },
      { address, ...coins(5n) }
    ]
  });
  await flow.confirm();
  await world.mine(VOID_ADDRESS);
  await world.inStep(wallet, other);
  const moving = other.send();
  await moving.compose({
    recipients: [{ address: wallet.addresses[0]!.address, unit: 'funds', funds: fundUnits(3n) }]
  });
  await moving.sign();
  expect(moving.status).toMatchObject({ step: 'reviewing', missing: [] });

  const branch = await branchFrom(world.node, fork, VOID_ADDRESS, 2, undefined, [formation(coin!, contract, HOST)]);
  for (const body of branch) await world.node.wallet.broadcastBlock({ body });
  await world.inStep(other);
  expect(other.balance).toMatchObject({ funds: 0n });
  await until('dropped', () => flow.follow?.state === 'dropped');
  await flow.rebroadcast(true);
  await world.mine(VOID_ADDRESS);
  await world.inStep(wallet, other);
  expect(other.balance).toMatchObject({ funds: 3n, unclaimed: 0n });
  await moving.broadcast();
  expect(moving.status).toMatchObject({ step: 'following' });
  await world.mine(VOID_ADDRESS);
  await confirmed(moving);
  await world.inStep(wallet);
  expect(wallet.balance).toMatchObject({ funds: 10_000n });
});

describe('a server that is known to be on another chain', () => {
  let other: World;
  let server: WalletServer;
  const isRefused = { problem: { code: 'send/other-chain' } };
  beforeEach(async () => {
    other = await World.open();
    await other.mine(VOID_ADDRESS, 5);
    server = world.node.wallet;
  });
  afterEach(() => other.end());

  const switching = () => new Proxy(server, { get: (_, name) => Reflect.get(server, name) });
  const changed = async (wallet: WalletState, to: World) => {
    server = to.node.wallet;
    wallet.refresh();
    await until('noticed', () => (wallet.problem?.code === 'wallet/unknown-block') === (to === other));
  };

  test('gets no payment: nothing is composed, signed, sent or sent again until it is on the wallet’s', async () => {
    const wallet = await world.restored(DEV_PHRASE, openBrowser(switching()));
    const reviewed = wallet.send();
    await reviewed.compose({ recipients: [{ address: VOID_ADDRESS, ...coins(2n) }] });
    const signed = wallet.send();
    await signed.compose({ recipients: [{ address: VOID_ADDRESS, ...coins(3n) }] });
    await signed.sign();
    expect(signed.status).toMatchObject({ step: 'reviewing', missing: [] });
    const sent = await send(wallet, VOID_ADDRESS, COIN);
    await changed(wallet, other);
    const broadcast = vi.spyOn(other.node.wallet, 'broadcast');

    const refused = wallet.send();
    await refused.compose({ recipients: [{ address: VOID_ADDRESS, unit: 'max' }] });
    expect(refused.status).toMatchObject({ step: 'composing', ...isRefused });
    await refused.consolidate();
    expect(refused.status).toMatchObject({ step: 'composing', ...isRefused });
    await reviewed.confirm();
    expect(reviewed.status).toMatchObject({ step: 'reviewing', transfer: { signatures: [] }, ...isRefused });
    await signed.broadcast();
    expect(signed.status).toMatchObject({ step: 'reviewing', ...isRefused });
    await sent.rebroadcast();
    expect(sent.status).toMatchObject({ step: 'following', ...isRefused });
    expect(broadcast).not.toHaveBeenCalled();
    expect(wallet.sends.list.length).toBe(1);

    await changed(wallet, world);
    await refused.compose({ recipients: [toVoid] });
    expect(refused.status).toMatchObject({ step: 'reviewing' });
  });

  test('is none if only a file is signed, which is sent from elsewhere', async () => {
    const wallet = await world.restored(DEV_PHRASE, openBrowser(switching()));
    const flow = wallet.send();
    await flow.compose({ recipients: [toVoid] });
    await changed(wallet, other);
    await flow.sign();
    expect(flow.status).toMatchObject({ step: 'reviewing', missing: [] });
    expect(flow.status).not.toHaveProperty('problem');
  });

  test('is also known from the chain that the browser has verified', async () => {
    let verified: 'checking' | 'other-branch' = 'checking';
    const openTabs: OpenWalletTabs = (id, onnews) => openWalletTabs(`verified-${id}`, onnews, undefined);
    const wallets = openTestWallets(server, openMemoryDatabase(), 10, openTabs, false, () => verified);
    const wallet = await world.restored(DEV_PHRASE, { wallets, database: openMemoryDatabase() });
    const flow = wallet.send();
    await flow.compose({ recipients: [toVoid] });
    expect(flow.status).toMatchObject({ step: 'reviewing' });
    verified = 'other-branch';
    await flow.confirm();
    expect(flow.status).toMatchObject({ step: 'reviewing', ...isRefused });
    verified = 'checking';
    await flow.confirm();
    expect(flow.status).toMatchObject({ step: 'following' });
  });
});

describe('after the broadcast', () => {
  test('a server without peers is distinguished from a rejection', async () => {
    const server = {
      ...world.node.wallet,
      broadcast: async (...call: Parameters<typeof world.node.wallet.broadcast>) => {
        await world.node.wallet.broadcast(...call);
        throw new ServerError({ method: 'POST', path: '/txpool/broadcast' }, 500, 'no peers available');
      }
    };
    const wallet = await world.restored(DEV_PHRASE, openBrowser(server));
    const flow = await send(wallet, VOID_ADDRESS, COIN);
    expect(flow.status).toMatchObject({ withoutPeers: true });
    await world.mine(VOID_ADDRESS);
    await confirmed(flow);
  });

  test('a payment that cannot be recorded after sending is not reported as rejected', async () => {
    const browser = openBrowser(world.node.wallet);
    let isSent = false;
    const writeToBoth: typeof browser.database.writeToBoth = (tables, run) =>
      isSent && tables.includes('sends') ? Promise.reject(new Error('closed')) : database.writeToBoth(tables, run);
    const { database } = browser;
    const server = {
      ...world.node.wallet,
      broadcast: async (...call: Parameters<typeof world.node.wallet.broadcast>) => {
        const answer = await world.node.wallet.broadcast(...call);
        isSent = true;
        return answer;
      }
    };
    const wallet = await world.restored(DEV_PHRASE, openBrowser(server, { ...database, writeToBoth } as Database));
    const flow = wallet.send();
    await flow.compose({ recipients: [toVoid] });
    await flow.confirm();
    expect(flow.status).toMatchObject({ step: 'following', problem: {} });
    await world.mine(VOID_ADDRESS);
    await confirmed(flow);
  });

  test('a rejection keeps it signed, with the reason, and it can be retried', async () => {
    let refuses = true;
    const server = {
      ...world.node.wallet,
      broadcast: async (...call: Parameters<typeof world.node.wallet.broadcast>) => {
        if (refuses) throw new ServerError({ method: 'POST', path: '/txpool/broadcast' }, 500, 'fee too low');
        return world.node.wallet.broadcast(...call);
      }
    };
    const wallet = await world.restored(DEV_PHRASE, openBrowser(server));
    const flow = wallet.send();
    await flow.compose({ recipients: [toVoid] });
    await flow.confirm();
    expect(flow.status).toMatchObject({ step: 'reviewing', problem: { code: 'send/refused', reason: 'fee too low' } });
    expect(wallet.sends.list).toEqual([]);
    refuses = false;
    await flow.confirm();
    expect(flow.status).toMatchObject({ step: 'following', withoutPeers: false });
  });

  test('of two browsers that pay with the same coins, one is accepted', async () => {
    const [first, second] = [await world.restored(), await world.restored(DEV_PHRASE, openBrowser(world.node.wallet))];
    const flows = [first.send(), second.send()];
    for (const [i, flow] of flows.entries()) {
      await flow.compose({ recipients: [{ address: VOID_ADDRESS, ...coins(BigInt(i + 1)) }] });
    }
    for (const flow of flows) await flow.confirm();
    expect(flows.map(({ status }) => status)).toMatchObject([
      { step: 'following' },
      { step: 'reviewing', problem: { code: 'send/refused' } }
    ]);
  });

  test.each([
    ['does not respond', () => new TimeoutError({ method: 'POST', path: '/txpool/broadcast' }, 1), 1],
    ['is cut off by a proxy', () => new ServerError({ method: 'POST', path: '/txpool/broadcast' }, 504, ''), 1],
    ['reports a rejection', () => new BadRequestError({ method: 'POST', path: '/txpool/broadcast' }, 400, 'no'), 0]
  ])(
    'a server that accepts a payment but %s does not cause an unnoticed double payment',
    async (_, failure, remembered) => {
      const kept: Parameters<typeof world.node.wallet.broadcast>[] = [];
      const server = {
        ...world.node.wallet,
        broadcast: async (...call: Parameters<typeof world.node.wallet.broadcast>) => {
          kept.push(call);
          throw failure();
        }
      };
      const browser = openBrowser(server);
      const wallet = await world.restored(DEV_PHRASE, browser);
      const held = (await wallet.holdings()).coins.map(({ id }) => id);
      const flow = wallet.send();
      await flow.compose({ recipients: [toVoid], only: new Set(held.slice(0, 1)) });
      await flow.confirm();
      expect(flow.status).toMatchObject({ step: 'reviewing', problem: {} });
      expect(wallet.sends.list).toHaveLength(remembered);
      // Other coins, so both could be mined.
      flow.back();
      // On another page and after a reload, too.
      const reloaded = await openBrowser(server, browser.database).wallets.open(wallet.id);
      for (const next of [flow, wallet.send(), reloaded.send()]) {
        await next.compose({ recipients: [toVoid], only: new Set(held.slice(1)) });
        expect(next.status).toMatchObject({ step: 'reviewing', summary: { warnings: ['paid-twice'] } });
      }
      // The accepted one is still mined, and counted.
      await world.node.wallet.broadcast(...kept[0]!);
      await world.mine(VOID_ADDRESS);
      await world.inStep(wallet);
      expect(wallet.sends.list.map(({ follow }) => follow.state)).toEqual(remembered ? ['confirmed'] : []);
    }
  );

  test('a payment in progress when its page is closed is known to the next page', async () => {
    let isWithServer = false;
    const server = {
      ...world.node.wallet,
      broadcast: () => new Promise<never>(() => (isWithServer = true))
    };
    const browser = openBrowser(server);
    const wallet = await world.restored(DEV_PHRASE, browser);
    const flow = wallet.send();
    await flow.compose({ recipients: [toVoid] });
    const id = transferId(transferOf(flow));
    void flow.confirm();
    await until('reached the server', () => isWithServer);
    const next = await openBrowser(world.node.wallet, browser.database).wallets.open(wallet.id);
    expect(next.sends.list).toMatchObject([{ id, follow: { state: 'unanswered' } }]);
    expect(next.sends.outstanding.map(transferId)).toEqual([id]);
  });

  test('a payment stays confirmed on its page once it is deep in the chain, and when it is no longer tracked', async () => {
    const wallet = await world.restored();
    const flow = await send(wallet, VOID_ADDRESS, COIN);
    await world.mine(VOID_ADDRESS, 12);
    await world.inStep(wallet);
    expect(wallet.sends.list).toEqual([]);
    expect(flow.follow).toMatchObject({ state: 'confirmed', confirmations: 12 });
    if (flow.status.step !== 'following') throw new Error('not sent');
    // As another tab may do.
    await wallet.sends.forget(flow.status.id);
    expect(flow.follow).toMatchObject({ state: 'confirmed', confirmations: 12 });
  });

  test('a second payment to the same recipient is warned of while the first, never acknowledged, is in the pool', async () => {
    let isCutOff = false;
    const cut = () => Promise.reject(new TimeoutError({ method: 'POST', path: '/txpool/broadcast' }, 1));
    const server: WalletServer = {
      ...world.node.wallet,
      broadcast: async (call) => {
        await world.node.wallet.broadcast(call);
        isCutOff = true;
        return cut();
      },
      poolTransactions: (...call) => (isCutOff ? cut() : world.node.wallet.poolTransactions(...call))
    };
    const wallet = await world.restored(DEV_PHRASE, openBrowser(server));
    const held = (await wallet.holdings()).coins.map(({ id }) => id);
    const flow = wallet.send();
    await flow.compose({ recipients: [toVoid], only: new Set(held.slice(0, 1)) });
    await flow.confirm();
    expect(flow.status).toMatchObject({ step: 'reviewing', problem: {} });
    isCutOff = false;
    await until('in the pool', () => wallet.sends.list[0]?.follow.state === 'pool');
    flow.back();
    await flow.compose({ recipients: [toVoid], only: new Set(held.slice(1)) });
    expect(flow.status).toMatchObject({ step: 'reviewing', summary: { warnings: ['paid-twice'] } });
  });

  test.each(['is signed', 'is complete'])(
    'a second payment that is under review while the first goes unanswered is not sent unseen: it %s',
    async (state) => {
      let isCutOff = false;
      const cut = () => Promise.reject(new TimeoutError({ method: 'POST', path: '/txpool/broadcast' }, 1));
      const server: WalletServer = {
        ...world.node.wallet,
        broadcast: async (call) => {
          const answer = await world.node.wallet.broadcast(call);
          return isCutOff ? cut() : answer;
        },
        poolTransactions: (...call) => (isCutOff ? cut() : world.node.wallet.poolTransactions(...call))
      };
      const wallet = await world.restored(DEV_PHRASE, openBrowser(server));
      const held = (await wallet.holdings()).coins.map(({ id }) => id);
      const [first, second] = [wallet.send(), wallet.send()];
      await second.compose({ recipients: [toVoid], only: new Set(held.slice(1)) });
      if (state === 'is complete') await second.sign();
      expect(second.status).toMatchObject({ step: 'reviewing', summary: { warnings: [] } });
      await first.compose({ recipients: [toVoid], only: new Set(held.slice(0, 1)) });
      isCutOff = true;
      await first.confirm();
      isCutOff = false;
      const sendSecond = () => (state === 'is complete' ? second.broadcast() : second.confirm());
      await sendSecond();
      const warned = { summary: { warnings: ['paid-twice'] }, problem: { code: 'send/review-changed' } };
      expect(second.status).toMatchObject({ step: 'reviewing', ...warned });
      // Once it has been seen, it is sent.
      await second.broadcast();
      expect(second.status).toMatchObject({ step: 'following' });
    }
  );

  test.each([
    ['leaves the address book', []],
    ['gets another name in the address book', [{ address: VOID_ADDRESS, name: 'do not pay', note: '' }]]
  ])('a payment whose recipient %s during its review is not sent unseen', async (_, later) => {
    const wallet = await world.restored();
    const contacts = vi
      .spyOn(wallet, 'contacts')
      .mockResolvedValue([{ address: VOID_ADDRESS, name: 'Void', note: '' }]);
    const flow = wallet.send();
    await flow.compose({ recipients: [toVoid] });
    contacts.mockResolvedValue(later);
    await flow.confirm();
    expect(flow.status).toMatchObject({ step: 'reviewing', problem: { code: 'send/review-changed' } });
    // Once it has been seen, it is sent.
    await flow.broadcast();
    expect(flow.status).toMatchObject({ step: 'following' });
  });

  test.each(['here', 'elsewhere'])('the same while it is signed %s, in a step of its own', async (place) => {
    const wallet = await world.restored();
    const away = (await world.restored(DEV_PHRASE)).send();
    const contacts = vi
      .spyOn(wallet, 'contacts')
      .mockResolvedValue([{ address: VOID_ADDRESS, name: 'Void', note: '' }]);
    const flow = wallet.send();
    await flow.compose({ recipients: [toVoid] });
    await away.take(carried(transferOf(flow)));
    await away.sign();
    contacts.mockResolvedValue([]);
    await (place === 'here' ? flow.sign() : flow.take(carried(transferOf(away))));
    expect(flow.status).toMatchObject({ step: 'reviewing', missing: [] });
    await flow.broadcast();
    expect(flow.status).toMatchObject({ step: 'reviewing', problem: { code: 'send/review-changed' } });
    // Once it has been seen, it is sent.
    await flow.broadcast();
    expect(flow.status).toMatchObject({ step: 'following' });
  });

  test.each([
    ['unsigned', 'leaves the address book', []],
    ['unsigned', 'gets another name', [{ address: VOID_ADDRESS, name: 'do not pay', note: '' }]],
    ['signed', 'leaves the address book', []]
  ])('a payment handed over %s whose recipient %s before it returns is not sent unseen', async (state, _, later) => {
    const browser = world.browser();
    const wallet = await world.restored(DEV_PHRASE, browser);
    const away = (await world.restored(DEV_PHRASE)).send();
    const store = new WalletStore(browser.database);
    await store.saveContacts([{ address: VOID_ADDRESS, name: 'Void', note: '' }]);
    const flow = wallet.send();
    await flow.compose({ recipients: [toVoid] });
    if (state === 'signed') await flow.sign();
    await flow.handOver();
    await away.take(carried(transferOf(flow)));
    await away.sign();

    // The page is reloaded, and the recipient corrected.
    await store.removeContact(VOID_ADDRESS);
    await store.saveContacts(later);
    const reloaded = await openBrowser(world.node.wallet, browser.database).wallets.open(wallet.id);
    const returned = reloaded.send();
    await returned.take(carried(transferOf(away)));
    expect(returned.status).toMatchObject({ step: 'reviewing', missing: [] });
    // What was shown first counts also if it leaves again.
    await returned.handOver();
    const again = reloaded.send();
    await again.take(carried(transferOf(away)));
    await again.broadcast();
    expect(again.status).toMatchObject({ step: 'reviewing', problem: { code: 'send/review-changed' } });
    // Once it has been seen, it is sent.
    await again.broadcast();
    expect(again.status).toMatchObject({ step: 'following' });
  });

  test('a dropped transaction is detected, its coins are released, and the same one can be sent again', async () => {
    let isForgetful = false;
    const server = {
      ...world.node.wallet,
      broadcast: async (...[call]: Parameters<typeof world.node.wallet.broadcast>) =>
        isForgetful ? call.body : world.node.wallet.broadcast(call)
    };
    const wallet = await world.restored(DEV_PHRASE, openBrowser(server));
    isForgetful = true;
    const flow = await send(wallet, VOID_ADDRESS, COIN);
    await until('dropped', () => flow.follow?.state === 'dropped');
    expect(wallet.sends.spent.size).toBe(0);
    await world.mine(VOID_ADDRESS, 2);
    await world.inStep(wallet);
    isForgetful = false;
    await flow.rebroadcast();
    expect(flow.status).toMatchObject({ step: 'following', busy: false, problem: undefined });
    expect(flow.follow).toEqual({ state: 'pool' });
    await world.mine(VOID_ADDRESS);
    await confirmed(flow);
  });

  test('the same payment from a second tab, as one with a copy of the form, is warned of, and not sent unseen', async () => {
    const wallet = await world.restored();
    const held = (await wallet.holdings()).coins.map(({ id }) => id);
    const [first, second] = [wallet.send(), wallet.send()];
    const more = { address: VOID_ADDRESS, ...coins(2n) };
    await first.compose({ recipients: [toVoid], only: new Set(held.slice(0, 1)) });
    await second.compose({ recipients: [toVoid], only: new Set(held.slice(1)) });
    await first.confirm();
    await second.confirm();
    const warned = { summary: { warnings: ['sent-before'] } };
    expect(second.status).toMatchObject({ step: 'reviewing', ...warned, problem: { code: 'send/review-changed' } });
    second.back();
    // Nor once the first one is in a block; another amount is another payment.
    await world.mine(VOID_ADDRESS);
    await confirmed(first);
    await second.compose({ recipients: [toVoid], only: new Set(held.slice(1)) });
    expect(second.status).toMatchObject({ step: 'reviewing', ...warned });
    second.back();
    await second.compose({ recipients: [more], only: new Set(held.slice(1)) });
    expect(second.status).toMatchObject({ step: 'reviewing', summary: { warnings: [] } });
    // Nobody has the second one, although it was signed.
    await first.followEarlier(first.status.step === 'following' ? first.status.id : ('' as never));
    expect(first.status).toMatchObject({ step: 'following', summary: { warnings: [] } });
  });

  test('a dropped payment whose recipient has been paid from other coins since is sent again only by a second click', async () => {
    let isForgetful = true;
    const server: WalletServer = {
      ...world.node.wallet,
      broadcast: async (call) => (isForgetful ? call.body : world.node.wallet.broadcast(call))
    };
    const wallet = await world.restored(DEV_PHRASE, openBrowser(server));
    const held = (await wallet.holdings()).coins.map(({ id }) => id);
    const [first, second] = [wallet.send(), wallet.send()];
    await first.compose({ recipients: [toVoid], only: new Set(held.slice(0, 1)) });
    await first.confirm();
    await until('dropped', () => first.follow?.state === 'dropped');
    isForgetful = false;
    await second.compose({ recipients: [toVoid], only: new Set(held.slice(1)) });
    await second.confirm();
    await world.mine(VOID_ADDRESS);
    await confirmed(second);
    await first.rebroadcast();
    expect(first.status).toMatchObject({ step: 'following', busy: false, problem: { code: 'send/paid-since' } });
    expect(first.follow).toEqual({ state: 'dropped' });
    await first.rebroadcast();
    expect(first.status).toMatchObject({ step: 'following', busy: false, problem: undefined });
    expect(first.follow).toEqual({ state: 'pool' });
  });
});

describe('a payment that another copy of the wallet has made', () => {
  /** A wallet in two browsers, with a coin for each. */
  async function twoCopies(server: WalletServer = world.node.wallet) {
    const here = await world.restored(DEV_PHRASE, openBrowser(server));
    const there = await world.restored();
    const [first, second] = (await here.holdings()).coins.map(({ id }) => new Set([id]));
    return { here, there, first, second };
  }

  test('is warned of, in the pool and in the last blocks', async () => {
    const { here, there, first, second } = await twoCopies();
    const paid = there.send();
    await paid.compose({ recipients: [toVoid], only: first });
    const flow = here.send();
    await flow.compose({ recipients: [toVoid], only: second });
    expect(flow.status).toMatchObject({ step: 'reviewing', summary: { warnings: [] } });
    await paid.confirm();
    here.refresh();
    await until('in the pool', () => here.unconfirmed.length === 1);
    await flow.confirm();
    expect(flow.status).toMatchObject({
      step: 'reviewing',
      summary: { warnings: ['sent-before'] },
      problem: { code: 'send/review-changed' }
    });
    flow.back();
    await world.mine(VOID_ADDRESS);
    await world.inStep(here);
    await flow.compose({ recipients: [toVoid], only: second });
    expect(flow.status).toMatchObject({ summary: { warnings: ['sent-before'] } });
    flow.back();
    await flow.compose({ recipients: [{ ...toVoid, ...coins(2n) }], only: second });
    expect(flow.status).toMatchObject({ summary: { warnings: [] } });
  });

  test('to the recipient of a dropped one: that is sent again only by a second click', async () => {
    let isForgetful = true;
    const { here, there, first, second } = await twoCopies({
      ...world.node.wallet,
      broadcast: async (call) => (isForgetful ? call.body : world.node.wallet.broadcast(call))
    });
    const flow = here.send();
    await flow.compose({ recipients: [toVoid], only: first });
    await flow.confirm();
    await until('dropped', () => flow.follow?.state === 'dropped');
    isForgetful = false;
    const paid = there.send();
    await paid.compose({ recipients: [toVoid], only: second });
    await paid.confirm();
    here.refresh();
    await until('in the pool', () => here.unconfirmed.length === 1);
    await flow.rebroadcast();
    expect(flow.status).toMatchObject({ step: 'following', busy: false, problem: { code: 'send/paid-since' } });
    // Blocks have whole seconds, and may be earlier than this computer's clock.
    await world.mine(VOID_ADDRESS);
    await world.inStep(here);
    const later = here.send();
    await later.followEarlier(flow.status.step === 'following' ? flow.status.id : ('' as never));
    await later.rebroadcast();
    expect(later.status).toMatchObject({ busy: false, problem: { code: 'send/paid-since' } });
    await later.rebroadcast();
    expect(later.status).toMatchObject({ busy: false, problem: undefined });
    expect(later.follow).toEqual({ state: 'pool' });
  });
});

test('a payment of another wallet in this browser is warned of, although no server lists it', async () => {
  const browser = openBrowser({ ...world.node.wallet, broadcast: async ({ body }) => body });
  const here = await world.restored(DEV_PHRASE, browser);
  const there = await world.restored(DEV_PHRASE, browser);
  const [first, second] = (await here.holdings()).coins.map(({ id }) => new Set([id]));
  const flow = here.send();
  await flow.compose({ recipients: [toVoid], only: first });
  await flow.confirm();
  await until('dropped', () => flow.follow?.state === 'dropped');
  const other = there.send();
  await other.compose({ recipients: [{ ...toVoid, coins: hastings(COIN * 2n) }], only: second });
  expect(other.status).toMatchObject({ step: 'reviewing', summary: { warnings: [] } });
  other.back();
  await other.compose({ recipients: [toVoid], only: second });
  expect(other.status).toMatchObject({ step: 'reviewing', summary: { warnings: ['sent-before'] } });
  await other.confirm();
  // Nor is the first one sent again unseen.
  await flow.rebroadcast();
  expect(flow.status).toMatchObject({ step: 'following', busy: false, problem: { code: 'send/paid-since' } });
});

describe('offline', () => {
  test('composed on a watch-only copy, signed offline, broadcast here: one id, one review', async () => {
    const browser = world.browser();
    const signer = await world.restored(DEV_PHRASE, browser);
    const other = world.browser();
    const entries = signer.addresses.map(({ address, policy }) => ({ address, policy }));
    const watched = await world.followed(other, await other.wallets.watch({ name: 'watched', entries }));
    expect(watched.balance).toEqual(signer.balance);
    const flow = watched.send();
    await flow.compose({ recipients: [{ address: VOID_ADDRESS, ...coins(5n) }] });
    expect(flow.status).toMatchObject({ step: 'reviewing', canSign: false, missing: [{ signaturesNeeded: 1 }] });
    const planned = transferId(transferOf(flow));
    await flow.confirm();
    expect(flow.status).toMatchObject({ step: 'reviewing', missing: [{ signaturesNeeded: 1 }] });

    // The same browser without its network.
    const cold = await openBrowser(unplugged(), browser.database).wallets.open(signer.id);
    await cold.keys.unlock(PASSWORD);
    const away = cold.send();
    await away.take(carried(transferOf(flow)));
    expect(away.status).toMatchObject({ step: 'reviewing', canSign: true });
    const summaries = [flow, away].map(({ status }) => status.step === 'reviewing' && status.summary);
    expect(summaries[1]).toEqual(summaries[0]);
    await away.sign();
    expect(away.status).toMatchObject({ step: 'reviewing', missing: [] });

    await flow.take(carried(transferOf(away)));
    await flow.broadcast();
    expect(flow.status).toMatchObject({ step: 'following', id: planned });
    await world.mine(VOID_ADDRESS);
    await confirmed(flow);
  });

  test('a device that never reached a server signs for a public network, whose rules are built in', async () => {
    const online = await world.restored();
    const flow = online.send();
    await flow.compose({ recipients: [toVoid] });
    const composed = transferOf(flow);
    const { wallets } = openBrowser(unplugged());
    const cold = await wallets.open(await wallets.restore({ name: 'cold', phrase: DEV_PHRASE, password: PASSWORD }));
    const away = cold.send();
    await away.take({ ...composed, network: 'mainnet' });
    expect(away.status).toMatchObject({ canSign: true, summary: { network: 'mainnet' } });
    await away.sign();
    expect(away.status).toMatchObject({ step: 'reviewing', missing: [] });
    const other = cold.send();
    await other.take(composed);
    expect(other.status).toMatchObject({ step: 'composing', problem: { code: 'wallet/no-network' } });
  });
});

describe('two of three', () => {
  const firstKey = (wallet: WalletState): PublicKey => {
    for (const { policy } of wallet.addressBook.values()) if (policy?.type === 'pk') return policy.publicKey;
    throw new Error('no key');
  };

  test('two sign in their own browsers, the third never does', async () => {
    const owners = await Promise.all([1, 2, 3].map(async () => (await world.created()).wallet));
    const policy = thresholdOfKeys(2, owners.map(firstKey));
    const address = policyAddress(policy);
    await send(await world.restored(), address, 50n * COIN);
    await world.mine(VOID_ADDRESS);

    const browser = world.browser();
    const id = await browser.wallets.watch({ name: 'shared', entries: [{ address, policy }], policy });
    const shared = await world.followed(browser, id);
    expect(shared.balance!.spendable).toBe(50n * COIN);
    const flow = shared.send();
    await flow.compose({ recipients: [{ address: VOID_ADDRESS, ...coins(20n) }] });
    expect(flow.status).toMatchObject({
      missing: [{ signaturesNeeded: 2, signed: [] }],
      summary: { change: [{ address }] }
    });

    for (const [i, owner] of owners.slice(0, 2).entries()) {
      const signing = owner.send();
      await signing.take(carried(transferOf(flow)));
      expect(signing.status).toMatchObject({
        step: 'reviewing',
        canSign: true,
        summary: { warnings: ['unknown-input'] }
      });
      await signing.sign();
      await flow.take(carried(transferOf(signing)));
      const left = i === 0 ? [{ signaturesNeeded: 1, signed: [firstKey(owner)] }] : [];
      expect(flow.status).toMatchObject({ step: 'reviewing', missing: left });
      // Anyone who has it may complete it: another payment for the same purpose is not signed unnoticed.
      expect(owner.sends.outstanding.map(transferId)).toEqual([transferId(transferOf(flow))]);
      expect(shared.sends.outstanding.map(transferId)).toEqual([transferId(transferOf(flow))]);
      if (i > 0) continue;
      await flow.broadcast();
      expect(flow.status).toMatchObject({ step: 'reviewing', problem: { code: 'wallet/incomplete-transfer' } });
    }
    await flow.broadcast();
    expect(flow.status).toMatchObject({ step: 'following' });
    await world.mine(VOID_ADDRESS);
    await confirmed(flow);
    await world.inStep(shared);
    expect(shared.balance!.spendable).toBeLessThan(30n * COIN);
  });
});

describe('a chain still before the V2 height', () => {
  beforeEach(async () => {
    await world.end();
    const preset = networkPreset('test', TEST_GENESIS_TIMESTAMP);
    const hardforkV2 = { ...preset.network.hardforkV2, allowHeight: 8, requireHeight: 11, finalCutHeight: 14 };
    world = await World.open({ network: { ...preset, network: { ...preset.network, hardforkV2 } } });
  });

  test('a reorganization across the heights: the V2 payment can be sent again, the V1 payment must be made anew', async () => {
    await mine(world.node, 4);
    const wallet = await world.restored();
    const fork = await world.node.wallet.tipState();
    const { balance } = wallet;
    const first = await send(wallet, VOID_ADDRESS, COIN);
    await mine(world.node, 4);
    await confirmed(first);
    await world.inStep(wallet);
    const second = await send(wallet, VOID_ADDRESS, 2n * COIN);
    await mine(world.node, 4);
    await confirmed(second);
    const generations = [first, second].map(({ status }) => status.step === 'following' && status.summary.generation);
    expect(generations).toEqual(['v1', 'v2']);

    for (const body of await branchFrom(world.node, fork, VOID_ADDRESS, 10)) {
      const submitted = world.node.wallet.broadcastBlock({ body });
      // V1 blocks are added as well.
      if (body.v2) await submitted;
      else await expect(submitted).rejects.toMatchObject({ serverMessage: 'v1 blocks are unsupported' });
    }
    await world.inStep(wallet);
    await until('dropped', () => [first, second].every(({ follow }) => follow?.state === 'dropped'));
    expect(wallet.balance).toEqual(balance);
    await second.rebroadcast();
    await first.rebroadcast();
    expect(first.status).toMatchObject({ problem: { code: 'send/paid-since' } });
    await first.rebroadcast();
    expect(first.status).toMatchObject({ problem: { code: 'wallet/upgrade-passed' } });
    await mine(world.node);
    await confirmed(second);
    await world.inStep(wallet);
    await send(wallet, VOID_ADDRESS, COIN);
    await mine(world.node);
    await world.inStep(wallet);
    expect(await viewOf(await world.restored())).toEqual(await viewOf(wallet));
  });

  test('uses V1 transactions until the height, and V2 ones from it on', async () => {
    await mine(world.node, 2);
    const wallet = await world.restored();
    // Coins locked by the pk policy wait for V2; those locked by unlock conditions do not.
    const generations: string[] = [];
    for (let height = 3; height < 14; height += 2) {
      const flow = await send(wallet, VOID_ADDRESS, COIN);
      generations.push(flow.status.step === 'following' ? flow.status.summary.generation : '');
      await mine(world.node, 2);
      await world.inStep(wallet);
      await confirmed(flow);
    }
    expect(generations).toEqual(['v1', 'v1', 'v1', 'v2', 'v2', 'v2']);
    const copy = await world.restored();
    expect((await viewOf(copy)).events).toEqual((await viewOf(wallet)).events);
    expect(copy.balance).toEqual(wallet.balance);
  });
});
