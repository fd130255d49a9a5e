import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HASTINGS_PER_COIN, hastings } from '$lib/chain/currency/currency';
import type { CoinElement } from '$lib/chain/element/elements';
import type { Hash256 } from '$lib/chain/ids';
import { publicKeyBytes, type PublicKey, type Signature } from '$lib/chain/keys/keys';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { policyAddress, standardUnlockConditions, unlockHash } from '$lib/chain/policy/policyAddress';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { sign } from '$lib/chain/keys/sign';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2CoinOutputId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { decodeHex } from '$lib/codec/bytes';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { SeedVault } from '$lib/server/node/signing/seedVault';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { formatLegacyPhrase } from '$lib/wallet/keys/legacySeed';
import { formatPhrase, seedFromPhrase, type Seed } from '$lib/wallet/keys/seed';
import { ask, mine, openNode, PASSWORD, type OpenNode } from '../support/node';
import { temporaryFolder } from '../support/temporary';

const DEV_PHRASE = `${'abandon '.repeat(11)}about`;
const dev = deriveKeyPair(seedFromPhrase(DEV_PHRASE), 0n);
const stranger = deriveKeyPair(seedFromPhrase(formatPhrase(new Uint8Array(16).fill(7))), 0n);
const COIN = HASTINGS_PER_COIN;
const FEE = hastings(COIN);

let open: OpenNode;
afterEach(() => open.node.close());

const importDev = async (count = 3) => {
  const { id } = await open.signing.importSeed({ body: { phrase: DEV_PHRASE } });
  return { id, ...(await open.signing.deriveKeys({ params: { id }, body: { count } })) };
};

describe('seeds', () => {
  beforeEach(async () => {
    open = await openNode({ clock: () => 1_800_000_000_000 });
  });

  test('are imported once, whatever the phrase, and are never returned', async () => {
    expect(await open.signing.seeds()).toEqual({ seeds: [] });
    const first = await open.signing.importSeed({ body: { phrase: DEV_PHRASE } });
    expect(first).toEqual({ id: '1', lastIndex: 0, createdAt: 1_800_000_000 });
    expect(await open.signing.importSeed({ body: { phrase: `  ${DEV_PHRASE.replaceAll(' ', '\n')} ` } })).toEqual(
      first
    );
    const legacy = formatLegacyPhrase(new Uint8Array(32).fill(9) as unknown as Seed);
    expect(await open.signing.importSeed({ body: { phrase: legacy } })).toMatchObject({ id: '2' });
    expect((await open.signing.seeds()).seeds.map(({ id }) => id)).toEqual(['1', '2']);
    expect((await open.signing.seeds({ query: { offset: 1, limit: 1 } })).seeds.map(({ id }) => id)).toEqual(['2']);
    const answers = await Promise.all(['/signing/seeds', '/signing/seeds/1'].map((path) => ask(open, path)));
    for (const answer of answers) expect(await answer.text()).not.toContain('abandon');
  });

  test('derive keys one after the other', async () => {
    const { id, keys } = await importDev(2);
    expect(keys[0]).toEqual({
      publicKey: dev.publicKey,
      address: unlockHash(standardUnlockConditions(dev.publicKey)),
      spendPolicy: { type: 'uc', unlockConditions: standardUnlockConditions(dev.publicKey) }
    });
    const { keys: more } = await open.signing.deriveKeys({ params: { id }, body: { count: 2 } });
    expect(more.map(({ publicKey }) => publicKey)).toEqual(
      [2n, 3n].map((index) => deriveKeyPair(seedFromPhrase(DEV_PHRASE), index).publicKey)
    );
    expect((await open.signing.keys({ params: { id } })).keys).toEqual([...keys, ...more]);
    const second = { params: { id }, query: { offset: 1, limit: 2 } };
    expect((await open.signing.keys(second)).keys).toEqual([keys[1], more[0]]);
    expect(await open.signing.seed({ params: { id } })).toMatchObject({ lastIndex: 3 });
    // The same seed again changes nothing.
    expect(await open.signing.importSeed({ body: { phrase: DEV_PHRASE } })).toMatchObject({ id, lastIndex: 3 });
  });

  test('derive keys under an id with leading zeros, too', async () => {
    const { id } = await importDev(1);
    const { keys } = await open.signing.deriveKeys({ params: { id: `00${id}` }, body: { count: 1 } });
    expect(keys[0]!.publicKey).toBe(deriveKeyPair(seedFromPhrase(DEV_PHRASE), 1n).publicKey);
  });

  test.each<[string, () => Promise<unknown>, number]>([
    ['a misspelt word', () => open.signing.importSeed({ body: { phrase: DEV_PHRASE.replace('about', 'abuot') } }), 400],
    ['too few words', () => open.signing.importSeed({ body: { phrase: 'abandon' } }), 400],
    ['words with a wrong checksum', () => open.signing.importSeed({ body: { phrase: 'abandon '.repeat(12) } }), 400],
    ['an unknown seed', () => open.signing.seed({ params: { id: '9' } }), 404],
    ['keys of an unknown seed', () => open.signing.keys({ params: { id: '9' } }), 404],
    [
      'deriving keys of an unknown seed',
      () => open.signing.deriveKeys({ params: { id: '9' }, body: { count: 1 } }),
      404
    ],
    ['no keys', () => open.signing.deriveKeys({ params: { id: '1' }, body: { count: 0 } }), 400],
    ['a page that is too long', () => open.signing.seeds({ query: { limit: 501 } }), 400],
    ['a page of no keys', () => open.signing.seeds({ query: { limit: 0 } }), 400],
    ['a page before the first', () => open.signing.seeds({ query: { offset: -1 } }), 400]
  ])('%s is rejected', async (_, call, status) => {
    await expect(call()).rejects.toMatchObject({ status });
  });

  test('have numbers, not names', async () => {
    expect((await ask(open, '/signing/seeds/one')).status).toBe(400);
  });

  test('require the password', async () => {
    const answer = await open.node.fetch(new Request('http://node/signing/seeds'));
    expect(answer.status).toBe(401);
  });
});

describe('a blind signature', () => {
  test('is the key’s', async () => {
    open = await openNode();
    await importDev(1);
    const sigHash = '5e'.repeat(32) as Hash256;
    const { signature } = await open.signing.blindSign({ body: { publicKey: dev.publicKey, sigHash } });
    expect(signature).toBe(sign(dev.privateKey, decodeHex(sigHash)));
    expect(verifySignature(publicKeyBytes(dev.publicKey), decodeHex(sigHash), decodeHex(signature))).toBe(true);
  });

  test('is not made with an underived key', async () => {
    open = await openNode();
    await open.signing.importSeed({ body: { phrase: DEV_PHRASE } });
    const body = { publicKey: dev.publicKey, sigHash: '5e'.repeat(32) as Hash256 };
    await expect(open.signing.blindSign({ body })).rejects.toMatchObject({
      code: 'signing-server/not-found',
      status: 404
    });
  });
});

/** A wallet on the node that owns the genesis coins of one address. */
async function devWallet(policy: SpendPolicy): Promise<string> {
  const { id } = await open.wallet.createWallet({ body: { name: 'dev', description: '', metadata: null } });
  const address = policyAddress(policy);
  await open.wallet.putAddress({
    params: { id },
    body: { address, description: '', spendPolicy: policy, metadata: null }
  });
  return id;
}

const conditions = { type: 'uc', unlockConditions: standardUnlockConditions(dev.publicKey) } as const;
const keyPolicy = { type: 'pk', publicKey: dev.publicKey } as const;
const payment = (to = policyAddress(keyPolicy)) => ({
  coins: [{ value: hastings(5n * COIN), address: to }],
  funds: [],
  changeAddress: DEV_ADDRESSES.unlockConditions
});

describe('a constructed transaction', () => {
  test('of V1 is signed for the chain, and mined', async () => {
    open = await openNode({ network: 'dev-v1' });
    const id = await devWallet(conditions);
    const { transaction } = await open.wallet.construct({ params: { id }, body: payment() });
    expect(transaction.signatures).toMatchObject([{ signature: new Uint8Array(0), publicKeyIndex: 0n }]);
    await expect(open.signing.sign({ body: { transaction } })).rejects.toMatchObject({ status: 400 });
    await importDev();
    const chain = { state: await open.wallet.tipState(), network: await open.wallet.network() };
    const signed = await open.signing.sign({ body: { ...chain, transaction } });
    expect(signed.fullySigned).toBe(true);
    expect(await open.signing.sign({ body: { transaction } })).toEqual(signed);
    const { coinOutputs } = (
      await open.wallet.broadcast({
        body: { basis: open.node.tip, transactions: [signed.transaction], v2Transactions: [] }
      })
    ).transactions[0]!;
    expect(coinOutputs[0]).toEqual(payment().coins[0]);
  });

  test('of V1 with signatures of others only is returned as it is, and refused without any', async () => {
    open = await openNode({ network: 'dev-v1' });
    const id = await devWallet(conditions);
    const { transaction } = await open.wallet.construct({ params: { id }, body: payment() });
    const [own] = transaction.signatures;
    const signature = new Uint8Array(64).fill(1);
    const half = {
      ...transaction,
      signatures: [
        { ...own!, signature },
        { ...own!, publicKeyIndex: 1n }
      ]
    };
    expect(await open.signing.sign({ body: { transaction: half } })).toEqual({ transaction: half, fullySigned: false });
    const none = { ...transaction, coinInputs: [], signatures: [] };
    await expect(open.signing.sign({ body: { transaction: none } })).rejects.toMatchObject({
      status: 400,
      code: 'signing-server/nothing-signed'
    });
  });

  test.each([
    ['unlock conditions', conditions],
    ['a key policy', keyPolicy]
  ])('of V2 is signed for %s, and mined', async (_, policy) => {
    open = await openNode();
    await mine(open, 2);
    const id = await devWallet(policy);
    await importDev();
    const {
      transaction,
      basis,
      inputSigHash: hash
    } = await open.wallet.constructV2({ params: { id }, body: payment() });
    const signed = await open.signing.signV2({ body: { transaction } });
    expect(signed.fullySigned).toBe(true);
    const [signature] = signed.transaction.coinInputs[0]!.satisfiedPolicy.signatures;
    expect(verifySignature(publicKeyBytes(dev.publicKey), decodeHex(hash), decodeHex(signature!))).toBe(true);
    await open.wallet.broadcast({ body: { basis, transactions: [], v2Transactions: [signed.transaction] } });
    await mine(open);
    expect(
      await open.wallet.event({ params: { id: v2TransactionId(transaction) as string as Hash256 } })
    ).toMatchObject({
      confirmations: 1
    });
  });

  test('of V2 is not signed too early, nor with incomplete chain data', async () => {
    open = await openNode({ network: 'dev-v1' });
    await importDev(1);
    const body = { transaction: EMPTY_V2_TRANSACTION };
    await expect(open.signing.signV2({ body })).rejects.toMatchObject({ status: 400 });
    const network = await open.wallet.network();
    await expect(open.signing.signV2({ body: { ...body, network } })).rejects.toThrow(/state must be provided/);
  });
});

describe('a policy', () => {
  const threeKeys = (keys: readonly PublicKey[], n = 2): SpendPolicy => ({
    type: 'thresh',
    n,
    of: keys.map((publicKey) => ({ type: 'pk', publicKey }))
  });

  /** Coins locked by the policy, confirmed. */
  async function coinsBehind(policy: SpendPolicy): Promise<CoinElement> {
    const id = await devWallet(keyPolicy);
    const built = await open.wallet.constructV2({ params: { id }, body: payment(policyAddress(policy)) });
    const { transaction } = await open.signing.signV2({ body: { transaction: built.transaction } });
    await open.wallet.broadcast({ body: { basis: built.basis, transactions: [], v2Transactions: [transaction] } });
    await mine(open);
    const { outputs } = await open.wallet.coinOutputs({ params: { address: policyAddress(policy) } });
    expect(outputs[0]!.id).toBe(v2CoinOutputId(v2TransactionId(transaction), 0));
    return outputs[0]!;
  }

  const spending = (parent: CoinElement, policy: SpendPolicy, signatures: Signature[] = []): V2Transaction => ({
    ...EMPTY_V2_TRANSACTION,
    coinInputs: [{ parent, satisfiedPolicy: { policy, signatures, preimages: [] } }],
    coinOutputs: [{ value: hastings(parent.output.value - FEE), address: DEV_ADDRESSES.policy }],
    minerFee: FEE
  });

  beforeEach(async () => {
    open = await openNode();
    await mine(open, 2);
    await importDev(3);
  });
  const own = (index: bigint) => deriveKeyPair(seedFromPhrase(DEV_PHRASE), index).publicKey;

  test('of two of three keys is satisfied, with the third key hidden', async () => {
    const policy = threeKeys([stranger.publicKey, own(1n), own(2n)]);
    const txn = spending(await coinsBehind(policy), policy);
    const { transaction, fullySigned } = await open.signing.signV2({ body: { transaction: txn } });
    expect(fullySigned).toBe(true);
    const { satisfiedPolicy } = transaction.coinInputs[0]!;
    expect(satisfiedPolicy.signatures).toHaveLength(2);
    expect(satisfiedPolicy.policy).toMatchObject({ of: [{ type: 'opaque' }, { type: 'pk' }, { type: 'pk' }] });
    expect(policyAddress(satisfiedPolicy.policy)).toBe(policyAddress(policy));
    await open.wallet.broadcast({ body: { basis: open.node.tip, transactions: [], v2Transactions: [transaction] } });
  });

  test('with a missing signature is signed as far as possible, and completed with another signer’s', async () => {
    const policy = threeKeys([stranger.publicKey, own(1n)]);
    const txn = spending(await coinsBehind(policy), policy);
    const half = await open.signing.signV2({ body: { transaction: txn } });
    expect(half.fullySigned).toBe(false);
    const body = { basis: open.node.tip, transactions: [], v2Transactions: [half.transaction] };
    await expect(open.wallet.broadcast({ body })).rejects.toMatchObject({ status: 400 });

    const theirs = sign(stranger.privateKey, inputSigHash(txn));
    const [mine] = half.transaction.coinInputs[0]!.satisfiedPolicy.signatures;
    // In the wrong order: the signatures are matched to their keys.
    const both = spending(txn.coinInputs[0]!.parent, policy, [mine!, theirs]);
    const whole = await open.signing.signV2({ body: { transaction: both } });
    expect(whole.fullySigned).toBe(true);
    expect(whole.transaction.coinInputs[0]!.satisfiedPolicy.signatures).toEqual([theirs, mine]);
    await open.wallet.broadcast({ body: { ...body, v2Transactions: [whole.transaction] } });
  });

  test.each<[string, (own: PublicKey) => SpendPolicy, boolean]>([
    [
      'a height that has been reached',
      (key) => ({
        type: 'thresh',
        n: 2,
        of: [
          { type: 'above', height: 1n },
          { type: 'pk', publicKey: key }
        ]
      }),
      true
    ],
    [
      'a distant height',
      (key) => ({
        type: 'thresh',
        n: 2,
        of: [
          { type: 'above', height: 99n },
          { type: 'pk', publicKey: key }
        ]
      }),
      false
    ],
    [
      'an alternative to a distant height',
      (key) => ({
        type: 'thresh',
        n: 1,
        of: [
          { type: 'above', height: 99n },
          { type: 'pk', publicKey: key }
        ]
      }),
      true
    ]
  ])('with %s', async (_, build, complete) => {
    const policy = build(own(1n));
    const txn = spending(await coinsBehind(policy), policy);
    const { transaction, fullySigned } = await open.signing.signV2({ body: { transaction: txn } });
    expect(fullySigned).toBe(complete);
    const sent = open.wallet.broadcast({
      body: { basis: open.node.tip, transactions: [], v2Transactions: [transaction] }
    });
    if (complete) await sent;
    else await expect(sent).rejects.toMatchObject({ status: 400 });
  });
});

describe('on disk', () => {
  test('seeds are encrypted, survive a reset of the chain, and open with their secret only', async () => {
    const dataDir = temporaryFolder('signing');
    open = await openNode({ dataDir });
    const { id, keys } = await importDev(1);
    await open.node.close();

    const path = join(dataDir, 'seeds.sqlite');
    const secret = join(dataDir, 'signing-secret');
    expect(statSync(secret).mode & 0o777).toBe(0o600);
    const stored = readFileSync(path);
    expect(stored.includes(Buffer.from(seedFromPhrase(DEV_PHRASE)))).toBe(false);
    expect(stored.includes(Buffer.from('abandon'))).toBe(false);

    open = await openNode({ dataDir, reset: true });
    expect((await open.signing.keys({ params: { id } })).keys).toEqual(keys);
    const body = { publicKey: dev.publicKey, sigHash: '5e'.repeat(32) as Hash256 };
    await open.signing.blindSign({ body });
    await open.node.close();

    const wrong = new SeedVault(path, 'another secret', Date.now);
    expect(() => wrong.sign(dev.publicKey, new Uint8Array(32))).toThrow(
      expect.objectContaining({ code: 'signing/unreadable-seed' })
    );
    wrong.close();
    open = await openNode({ dataDir, password: PASSWORD });
  });

  test('a seed that is imported again after its secret was lost derives and uses the same keys', async () => {
    const dataDir = temporaryFolder('signing');
    open = await openNode({ dataDir });
    const { id: lost, keys } = await importDev(3);
    await open.node.close();
    rmSync(join(dataDir, 'signing-secret'));

    open = await openNode({ dataDir });
    const body = { publicKey: dev.publicKey, sigHash: '5e'.repeat(32) as Hash256 };
    await expect(open.signing.blindSign({ body })).rejects.toMatchObject({ status: 500 });
    const { id, keys: first } = await importDev(2);
    const { keys: next } = await open.signing.deriveKeys({ params: { id }, body: { count: 1 } });
    expect([...first, ...next]).toEqual(keys);
    expect(await open.signing.keys({ params: { id } })).toEqual({ keys });
    expect(await open.signing.keys({ params: { id: lost } })).toEqual({ keys: [] });
    const { signature } = await open.signing.blindSign({ body });
    expect(signature).toBe(sign(dev.privateKey, decodeHex(body.sigHash)));
  });
});
