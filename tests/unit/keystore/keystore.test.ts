import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { parseHastings } from '$lib/chain/currency/currencyText';
import type { BlockId } from '$lib/chain/ids';
import { publicKeyBytes, type PublicKey, type Signature } from '$lib/chain/keys/keys';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import type { PasskeySecret, Passkeys } from '$lib/keystore/passkey';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { policyAddress, standardUnlockConditions, unlockHash } from '$lib/chain/policy/policyAddress';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { formatLegacyPhrase } from '$lib/wallet/keys/legacySeed';
import { seedFromPhrase, type Seed } from '$lib/wallet/keys/seed';
import { messageHash as messageProofHash } from '$lib/wallet/message/signedMessage';
import { messageHash } from '$lib/wallet/transfer/signatureHashes';
import { createKeys, MemoryVaults, openTestKeystore } from '../../support/inProcessKeys';
import { paymentMessage } from '../../support/signingMessage';

const PHRASE = `${'abandon '.repeat(11)}about`;
const LEGACY = formatLegacyPhrase(new Uint8Array(32).fill(7) as Uint8Array as Seed);
const PASSWORD = 'correct horse';
const message = paymentMessage();
const code = (expected: string) => expect.objectContaining({ code: expected });

async function created(phrase = PHRASE) {
  const vaults = new MemoryVaults();
  const open = openTestKeystore(vaults);
  await createKeys(open.keystore, vaults, 'w1', phrase, PASSWORD);
  return { vaults, ...open };
}

describe('a new wallet', () => {
  test('is unlocked, derives both addresses of a key, and signs with it', async () => {
    const { keystore } = await created();
    expect(keystore.isUnlocked('w1')).toBe(true);
    const keys = await keystore.deriveAddresses('w1', 3, 2);
    const { publicKey } = deriveKeyPair(seedFromPhrase(PHRASE), 4n);
    expect(keys[1]).toEqual({
      index: 4,
      publicKey,
      uc: unlockHash(standardUnlockConditions(publicKey)),
      pk: policyAddress({ type: 'pk', publicKey })
    });
    const signatures = await keystore.sign('w1', [3, 4], message);
    const isBy = (key: PublicKey, signature: Signature | undefined) =>
      verifySignature(publicKeyBytes(key), messageHash(message), decodeHex(signature!));
    expect([isBy(keys[0]!.publicKey, signatures[0]), isBy(publicKey, signatures[1])]).toEqual([true, true]);
  });

  test.each([PHRASE, LEGACY])('exports its phrase with the password: %s', async (phrase) => {
    const { keystore } = await created(phrase);
    expect(await keystore.exportPhrase('w1', PASSWORD)).toBe(phrase);
    await expect(keystore.exportPhrase('w1', 'other')).rejects.toEqual(code('keystore/wrong-password'));
  });

  test('is not created on a page where the browser provides no encryption', async () => {
    const { keystore } = openTestKeystore();
    const { crypto } = globalThis;
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) });
    await expect(keystore.create('w1', PHRASE, PASSWORD)).rejects.toEqual(code('keystore/insecure-page'));
  });

  test('does not store the seed in the clear', async () => {
    const { vaults } = await created();
    const file = encodeHex(vaults.files.get('w1')!);
    expect(file).not.toContain(encodeHex(seedFromPhrase(PHRASE)));
    expect(file).not.toContain('00'.repeat(16));
  });

  test.each([
    ['abandon '.repeat(11) + 'abandn', 'wallet/unknown-word'],
    ['abandon '.repeat(12), 'wallet/phrase-checksum'],
    ['abandon', 'wallet/word-count']
  ])('is not created from an invalid phrase: %s', async (phrase, expected) => {
    const { keystore } = openTestKeystore();
    await expect(keystore.create('w1', phrase, PASSWORD)).rejects.toEqual(code(expected));
    expect(keystore.isUnlocked('w1')).toBe(false);
  });

  test('reports the progress of the key derivation', async () => {
    const { keystore } = openTestKeystore();
    const told: number[] = [];
    await keystore.create('w1', PHRASE, PASSWORD, (fraction) => told.push(fraction));
    expect([told[0], told.at(-1)]).toEqual([0, 1]);
  });
});

describe('the worker', () => {
  const extreme = parseHastings('1 MS');

  test.each([
    ['an extreme fee that was not confirmed', paymentMessage(extreme), undefined, 'wallet/fee-not-confirmed'],
    [
      'an extreme fee if a different one was confirmed',
      paymentMessage(extreme),
      parseHastings('1 SC'),
      'wallet/fee-not-confirmed'
    ],
    [
      'bytes that are not a transaction',
      { generation: 'v2', unsigned: new Uint8Array(32) } as const,
      undefined,
      'wallet/unsound-transfer'
    ],
    [
      'more than a payment',
      paymentMessage(undefined, { newFoundationAddress: VOID_ADDRESS }),
      undefined,
      'wallet/unsound-transfer'
    ]
  ])('does not sign %s', async (_, refused, confirmed, expected) => {
    const { keystore } = await created();
    await expect(keystore.sign('w1', [0], refused, confirmed)).rejects.toEqual(code(expected));
    expect(await keystore.sign('w1', [0], message)).toEqual([expect.stringMatching(/^[0-9a-f]{128}$/)]);
  });

  test('signs an extreme fee that was confirmed', async () => {
    const { keystore } = await created();
    expect(await keystore.sign('w1', [0], paymentMessage(extreme), extreme)).toEqual([
      expect.stringMatching(/^[0-9a-f]{128}$/)
    ]);
  });
});

describe('locking', () => {
  test('ends signing and terminates the worker; the password unlocks again', async () => {
    const { keystore, workers } = await created();
    await keystore.lock();
    expect(workers.map(({ terminated }) => terminated)).toEqual([true]);
    expect(keystore.isUnlocked('w1')).toBe(false);
    await expect(keystore.sign('w1', [0], message)).rejects.toEqual(code('keystore/locked'));
    await keystore.unlock('w1', PASSWORD);
    expect(await keystore.sign('w1', [0], message)).toEqual([expect.stringMatching(/^[0-9a-f]{128}$/)]);
  });

  test('during an unlock cancels it', async () => {
    const { keystore } = await created();
    await keystore.create('w2', LEGACY, 'other password');
    await keystore.lock('w1');
    let locking: Promise<void> | undefined;
    await keystore.unlock('w1', PASSWORD, () => void (locking ??= keystore.lock('w1')));
    await locking;
    expect(keystore.isUnlocked('w1')).toBe(false);
    await expect(keystore.sign('w1', [0], message)).rejects.toEqual(code('keystore/locked'));
  });

  test('of all wallets during an unlock or a creation cancels it', async () => {
    const { keystore } = await created();
    await keystore.lock('w1');
    let locking: Promise<void> | undefined;
    const lock = () => void (locking ??= keystore.lock());
    await keystore.unlock('w1', PASSWORD, lock);
    await locking;
    locking = undefined;
    await keystore.create('w2', PHRASE, PASSWORD, lock);
    await locking;
    expect(['w1', 'w2'].map((id) => keystore.isUnlocked(id))).toEqual([false, false]);
    await expect(keystore.sign('w2', [0], message)).rejects.toEqual(code('keystore/locked'));
  });

  test.each([
    ['of the wallet', 'w1'],
    ['of all wallets', undefined]
  ])('%s while its key file is loaded, or a passkey is asked for, cancels the unlock', async (_, id) => {
    const { vaults } = await created();
    const passkeys = fakePasskeys();
    const { keystore } = openTestKeystore(vaults, passkeys);
    await keystore.unlock('w1', PASSWORD);
    await keystore.addPasskey('w1', 'phone');
    const expectLocked = async () => {
      expect(keystore.isUnlocked('w1')).toBe(false);
      await expect(keystore.sign('w1', [0], message)).rejects.toEqual(code('keystore/locked'));
    };
    await keystore.lock();
    const unlocking = keystore.unlock('w1', PASSWORD);
    await keystore.lock(id);
    await unlocking;
    await expectLocked();
    // Locked in another tab, or by signing out there, while the browser's dialog is open.
    const { get } = passkeys;
    passkeys.get = async (known) => {
      await keystore.lock(id);
      return get(known);
    };
    await keystore.unlockWithPasskey('w1');
    await expectLocked();
    passkeys.get = get;
    await keystore.unlockWithPasskey('w1');
    expect(keystore.isUnlocked('w1')).toBe(true);
  });

  test('of another wallet does not', async () => {
    const { keystore } = await created();
    await keystore.lock();
    const unlocking = keystore.unlock('w1', PASSWORD);
    await keystore.lock('w2');
    await unlocking;
    expect(keystore.isUnlocked('w1')).toBe(true);
  });

  test('of one wallet leaves the other unlocked', async () => {
    const { keystore, workers } = await created();
    await keystore.create('w2', LEGACY, 'other password');
    await keystore.lock('w1');
    expect(workers[0]!.terminated).toBe(false);
    await expect(keystore.deriveAddresses('w1', 0, 1)).rejects.toEqual(code('keystore/locked'));
    expect(await keystore.deriveAddresses('w2', 0, 1)).toHaveLength(1);
  });

  test('a failed worker rejects pending requests and locks all wallets', async () => {
    const { keystore, workers } = await created();
    const asked = keystore.sign('w1', [0], message);
    workers[0]!.onerror!({ message: 'out of memory' } as ErrorEvent);
    await expect(asked).rejects.toEqual(code('keystore/worker-failed'));
    expect(keystore.isUnlocked('w1')).toBe(false);
  });
});

describe('a corrupt key file', () => {
  const rows: [string, (file: Uint8Array) => Uint8Array, string][] = [
    ['truncated in the middle', (file) => file.slice(0, 100), 'keystore/truncated'],
    ['truncated in its header', (file) => file.slice(0, 5), 'keystore/truncated'],
    ['empty', () => new Uint8Array(), 'keystore/truncated'],
    ['with a flipped bit in the middle', (file) => file.with(60, file[60]! ^ 1), 'keystore/damaged'],
    ['with a flipped bit at the end', (file) => file.with(-1, file.at(-1)! ^ 1), 'keystore/damaged'],
    ['longer than declared', (file) => Uint8Array.of(...file, 0), 'keystore/damaged'],
    ['something else', (file) => file.with(0, 0), 'keystore/damaged']
  ];

  test.each(rows)('%s is distinguished from a wrong password and not modified', async (_, change, expected) => {
    const { keystore, vaults } = await created();
    await keystore.lock();
    const changed = change(vaults.files.get('w1')!);
    vaults.files.set('w1', changed);
    await expect(keystore.unlock('w1', PASSWORD)).rejects.toEqual(code(expected));
    await expect(keystore.changePassword('w1', PASSWORD, 'next')).rejects.toEqual(code(expected));
    expect(vaults.files.get('w1')).toBe(changed);
    expect(keystore.isUnlocked('w1')).toBe(false);
  });

  test('of another wallet does not open, even with its password', async () => {
    const { keystore, vaults } = await created();
    vaults.files.set('w2', vaults.files.get('w1')!);
    await expect(keystore.unlock('w2', PASSWORD)).rejects.toEqual(code('keystore/damaged'));
  });

  test('may be missing', async () => {
    const { keystore } = openTestKeystore();
    await expect(keystore.unlock('w1', PASSWORD)).rejects.toEqual(code('keystore/no-keys'));
  });
});

describe('the password', () => {
  test('a wrong one is rejected without any change', async () => {
    const { keystore, vaults } = await created();
    await keystore.lock();
    const before = vaults.files.get('w1');
    await expect(keystore.unlock('w1', 'correct horsf')).rejects.toEqual(code('keystore/wrong-password'));
    await expect(keystore.changePassword('w1', 'wrong', 'next')).rejects.toEqual(code('keystore/wrong-password'));
    expect(vaults.files.get('w1')).toBe(before);
  });

  test('can be changed: the new one unlocks, the old one does not', async () => {
    const { keystore } = await created();
    await keystore.changePassword('w1', PASSWORD, 'next password');
    await keystore.lock();
    await expect(keystore.unlock('w1', PASSWORD)).rejects.toEqual(code('keystore/wrong-password'));
    await keystore.unlock('w1', 'next password');
    expect(await keystore.exportPhrase('w1', 'next password')).toBe(PHRASE);
  });

  test('is independent of Unicode normalization', async () => {
    const vaults = new MemoryVaults();
    const { keystore } = openTestKeystore(vaults);
    await createKeys(keystore, vaults, 'w1', PHRASE, 'caf\u00e9 au lait');
    await keystore.lock();
    await keystore.unlock('w1', 'cafe\u0301 au lait');
    expect(keystore.isUnlocked('w1')).toBe(true);
  });
});

test('changed in two tabs at once: one of them gets a wrong-password error', async () => {
  const { vaults, keystore } = await created();
  const other = openTestKeystore(vaults).keystore;
  const outcomes = await Promise.allSettled([
    keystore.changePassword('w1', PASSWORD, 'first password'),
    other.changePassword('w1', PASSWORD, 'second password')
  ]);
  const won = outcomes.findIndex(({ status }) => status === 'fulfilled');
  expect(outcomes[1 - won]).toMatchObject({ status: 'rejected', reason: { code: 'keystore/wrong-password' } });
  await keystore.unlock('w1', won === 0 ? 'first password' : 'second password');
});

/** One authenticator: its secret depends on credential and salt. */
function fakePasskeys() {
  let made = 0;
  const secret = (id: number, salt: Uint8Array): PasskeySecret => ({
    credentialId: Uint8Array.of(id),
    prfOutput: new Uint8Array(salt.map((byte) => byte ^ id))
  });
  const passkeys: Passkeys = {
    create: async (_, salt) => secret(++made, salt),
    get: async ([first]) => secret(first!.credentialId[0]!, first!.prfSalt)
  };
  return passkeys;
}

describe('a passkey', () => {
  test('unlocks as well as the password, survives a password change, and can be removed', async () => {
    const vaults = new MemoryVaults();
    const { keystore } = openTestKeystore(vaults, fakePasskeys());
    await createKeys(keystore, vaults, 'w1', PHRASE, PASSWORD);
    await keystore.addPasskey('w1', 'phone');
    expect(await keystore.passkeys('w1')).toEqual([{ id: '01', label: 'phone', createdAtMs: 1_700_000_000_000 }]);
    await keystore.changePassword('w1', PASSWORD, 'next password');
    await keystore.lock();
    await keystore.unlockWithPasskey('w1');
    expect(await keystore.deriveAddresses('w1', 0, 1)).toHaveLength(1);
    await keystore.removePasskey('w1', '01');
    await keystore.lock();
    await expect(keystore.unlockWithPasskey('w1')).rejects.toEqual(code('keystore/unknown-passkey'));
    await keystore.unlock('w1', 'next password');
  });

  test('with another secret does not open', async () => {
    const vaults = new MemoryVaults();
    const passkeys = fakePasskeys();
    const { keystore } = openTestKeystore(vaults, passkeys);
    await createKeys(keystore, vaults, 'w1', PHRASE, PASSWORD);
    await keystore.addPasskey('w1', 'phone');
    await keystore.lock();
    passkeys.get = async () => ({ credentialId: Uint8Array.of(1), prfOutput: decodeHex('00'.repeat(32)) });
    await expect(keystore.unlockWithPasskey('w1')).rejects.toEqual(code('keystore/unknown-passkey'));
  });

  test('added while another tab changes the password does not restore the old one', async () => {
    const vaults = new MemoryVaults();
    const passkeys = fakePasskeys();
    const { keystore } = openTestKeystore(vaults, passkeys);
    const other = openTestKeystore(vaults).keystore;
    await createKeys(keystore, vaults, 'w1', PHRASE, PASSWORD);
    const create = passkeys.create;
    // The user takes a while to touch the authenticator.
    passkeys.create = async (label, salt) => {
      await other.changePassword('w1', PASSWORD, 'next password');
      return create(label, salt);
    };
    await keystore.addPasskey('w1', 'phone');
    await keystore.lock();
    await expect(keystore.unlock('w1', PASSWORD)).rejects.toEqual(code('keystore/wrong-password'));
    await keystore.unlock('w1', 'next password');
    expect(await keystore.passkeys('w1')).toHaveLength(1);
  });

  test('that was removed stays removed if another tab changes the password at the same time', async () => {
    const vaults = new MemoryVaults();
    const { keystore } = openTestKeystore(vaults, fakePasskeys());
    const other = openTestKeystore(vaults).keystore;
    await createKeys(keystore, vaults, 'w1', PHRASE, PASSWORD);
    await keystore.addPasskey('w1', 'phone');
    const changed = other.changePassword('w1', PASSWORD, 'next password');
    await keystore.removePasskey('w1', '01');
    await changed;
    expect(await other.passkeys('w1')).toEqual([]);
    await other.unlock('w1', 'next password');
  });

  test('cannot be added to a locked wallet', async () => {
    const vaults = new MemoryVaults();
    const { keystore } = openTestKeystore(vaults, fakePasskeys());
    await createKeys(keystore, vaults, 'w1', PHRASE, PASSWORD);
    await keystore.lock();
    await expect(keystore.addPasskey('w1', 'phone')).rejects.toEqual(code('keystore/locked'));
  });
});

test('signs a message with a key in its policy, and with no other', async () => {
  const { keystore } = await created();
  const { publicKey } = deriveKeyPair(seedFromPhrase(PHRASE), 2n);
  const policy: SpendPolicy = { type: 'pk', publicKey };
  const content = {
    genesis: '11'.repeat(32) as BlockId,
    address: policyAddress(policy),
    seconds: 0,
    domain: '',
    message: 'mine'
  };
  const signature = await keystore.signMessage('w1', 2, { content, policy });
  expect(verifySignature(publicKeyBytes(publicKey), messageProofHash(content), decodeHex(signature))).toBe(true);
  await expect(keystore.signMessage('w1', 3, { content, policy })).rejects.toEqual(code('wallet/message'));
  const foreign = { content: { ...content, address: VOID_ADDRESS }, policy };
  await expect(keystore.signMessage('w1', 2, foreign)).rejects.toEqual(code('wallet/message'));
  await keystore.lock('w1');
  await expect(keystore.signMessage('w1', 2, { content, policy })).rejects.toEqual(code('keystore/locked'));
});
