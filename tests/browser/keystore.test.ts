import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { openKeystore } from '$lib/keystore/open';
import type { Keystore } from '$lib/keystore/keystore';
import { createKeys, MemoryVaults } from '../support/inProcessKeys';
import { paymentMessage } from '../support/signingMessage';

const PHRASE = `${'abandon '.repeat(11)}about`;
const PASSWORD = 'correct horse';

let vaults: MemoryVaults;
let keystore: Keystore;
beforeEach(() => {
  vaults = new MemoryVaults();
  keystore = openKeystore(vaults);
});
afterEach(() => keystore.lock());

describe('keys in a real worker', () => {
  test('are derived with 64 MiB of Argon2id, with progress, while the page stays responsive', async () => {
    const reported: number[] = [];
    let frames = 0;
    let counting = true;
    const count = () => {
      frames++;
      if (counting) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    await createKeys(keystore, vaults, 'w1', PHRASE, PASSWORD, (fraction) => reported.push(fraction));
    counting = false;
    expect(reported[0]).toBe(0);
    expect(reported.at(-1)).toBe(1);
    expect(reported).toEqual(reported.toSorted((a, b) => a - b));
    // A blocked page draws only one frame before and one after.
    expect(frames).toBeGreaterThan(4);
    expect((await keystore.deriveAddresses('w1', 0, 1))[0]).toMatchObject({
      uc: 'a2a3773f76136bdb05a0ff79a0f4fcc2826436794f8db36db6408355c5ca32345002db43c2eb',
      pk: '0f7566abd3931e4d9c99c3a3478bba2a02bdad1167abff0c0058e08f9d4cac24aada79406e2c'
    });
    await keystore.lock();
    await expect(keystore.sign('w1', [0], paymentMessage())).rejects.toMatchObject({ code: 'keystore/locked' });
    await expect(keystore.unlock('w1', 'wrong')).rejects.toMatchObject({ code: 'keystore/wrong-password' });
    await keystore.unlock('w1', PASSWORD);
    expect(await keystore.exportPhrase('w1', PASSWORD)).toBe(PHRASE);
  });

  test('derives a thousand addresses in one call', async () => {
    await createKeys(keystore, vaults, 'w1', PHRASE, PASSWORD);
    const derived = await keystore.deriveAddresses('w1', 0, 1000);
    expect(new Set(derived.map(({ uc }) => uc)).size).toBe(1000);
  });
});

describe('a passkey in Chromium’s virtual authenticator', () => {
  const session = () => cdp() as unknown as { send(method: string, params?: object): Promise<Record<string, string>> };
  let authenticatorId = '';

  beforeEach(async () => {
    await session().send('WebAuthn.enable');
    const options = {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true
    };
    ({ authenticatorId = '' } = await session().send('WebAuthn.addVirtualAuthenticator', { options }));
  });
  afterEach(async () => {
    await session().send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    await session().send('WebAuthn.disable');
  });

  test('unlocks the wallet without the password', async () => {
    await createKeys(keystore, vaults, 'w1', PHRASE, PASSWORD);
    await keystore.addPasskey('w1', 'this laptop');
    await keystore.lock();
    await keystore.unlockWithPasskey('w1');
    expect(keystore.isUnlocked('w1')).toBe(true);
    expect(await keystore.deriveAddresses('w1', 0, 1)).toHaveLength(1);
    expect(await keystore.passkeys('w1')).toMatchObject([{ label: 'this laptop' }]);
  });

  test('unlocks nothing without user verification, and the password still works', async () => {
    await createKeys(keystore, vaults, 'w1', PHRASE, PASSWORD);
    await keystore.addPasskey('w1', 'this laptop');
    await keystore.lock();
    await session().send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false } as object);
    await expect(keystore.unlockWithPasskey('w1')).rejects.toMatchObject({ code: 'keystore/passkey-refused' });
    await keystore.unlock('w1', PASSWORD);
  });
});
