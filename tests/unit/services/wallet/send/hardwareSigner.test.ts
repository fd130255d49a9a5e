import { describe, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { sign } from '$lib/chain/keys/sign';
import { encodeHex } from '$lib/codec/bytes';
import { medianTimestamp } from '$lib/consensus/state';
import { signWithDevice } from '$lib/services/wallet/send/hardwareSigner';
import { policyOfKey } from '$lib/wallet/keys/account';
import { thresholdOfKeys } from '$lib/wallet/policy/policyTree';
import { planSpend } from '$lib/wallet/spend/plan';
import { holdingsOf } from '$lib/wallet/sync/cache';
import { unsignedBytes, v2HashOf } from '$lib/wallet/transfer/signatureHashes';
import { isComplete } from '$lib/wallet/transfer/finalize';
import { ReplayDevice } from '../../../../support/replayDevice';
import { ALICE, BOB, coins, publicKeyOf, testNetwork } from '../../../consensus/testChain';
import { FeedChain, Follower, ownAddress, seedWallet } from '../../../wallet/support';

const aliceKey = publicKeyOf(ALICE);
const entry = ownAddress(policyOfKey(aliceKey, 'uc'));
const book = new Map([[entry.address, entry]]);
const chain = new FeedChain(testNetwork(1));
const moment = { height: chain.state.index.height, medianTimestamp: medianTimestamp(chain.state) };
const { transfer } = planSpend({
  holdings: holdingsOf(new Follower(chain, book).cache),
  addresses: book,
  network: chain.network,
  recipients: [{ address: seedWallet(3).address(0, 'pk'), coins: coins(3n) }],
  feePerWeight: hastings(10n ** 19n),
  changeAddress: entry.address,
  medianTimestamp: moment.medianTimestamp
});
const HASH = v2HashOf(unsignedBytes(transfer));
const SIGN_KEY_7 = `e00400002407000000${encodeHex(HASH)}`;
const indexes = new Map([[aliceKey, 7]]);
const slowly = () => {
  let nowMs = 0;
  return () => (nowMs += 5000);
};
const signed = (answer: string) =>
  signWithDevice(new ReplayDevice([SIGN_KEY_7, answer]), transfer, {
    network: chain.network,
    indexes,
    nowMs: slowly()
  });

describe('a payment on a hardware device', () => {
  test('sends the hash of the reviewed transaction, and is complete', async () => {
    const done = await signed(`${sign(ALICE, HASH)}9000`);
    expect({ ...done, signatures: [] }).toEqual(transfer);
    expect(isComplete(done, chain.network, moment)).toBe(true);
  });

  test('a signature for something else is rejected', async () => {
    await expect(signed(`${sign(ALICE, new Uint8Array(32))}9000`)).rejects.toMatchObject({
      code: 'hardware/wrong-answer'
    });
  });

  test('is complete although a key of another device has the same index', async () => {
    const device = new ReplayDevice([SIGN_KEY_7, `${sign(ALICE, HASH)}9000`]);
    const both = new Map([[aliceKey, 7], [publicKeyOf(BOB), 7]]); // prettier-ignore
    expect(
      isComplete(
        await signWithDevice(device, transfer, { network: chain.network, indexes: both, nowMs: slowly() }),
        chain.network,
        moment
      )
    ).toBe(true);
  });

  test('of two devices is complete once both have signed, each asked once for each index', async () => {
    const bobKey = publicKeyOf(BOB);
    const policy = thresholdOfKeys(2, [aliceKey, bobKey]);
    const shared = ownAddress(policy);
    const chain = new FeedChain(testNetwork(1));
    chain.add({}, shared.address);
    for (let i = 0; i < 4; i++) chain.add();
    const sharedBook = new Map([[shared.address, shared]]);
    const { transfer } = planSpend({
      holdings: holdingsOf(new Follower(chain, sharedBook).cache),
      addresses: sharedBook,
      network: chain.network,
      recipients: [{ address: seedWallet(3).address(0, 'pk'), coins: coins(3n) }],
      feePerWeight: hastings(10n ** 19n),
      changeAddress: shared.address
    });
    const hash = v2HashOf(unsignedBytes(transfer));
    const moment = { height: chain.state.index.height, medianTimestamp: medianTimestamp(chain.state) };
    const command = (index: number) => `e0040000240${index}000000${encodeHex(hash)}`;
    for (const [bobs, asked] of [
      [0, [0]],
      [1, [0, 1]]
    ] as const) {
      const indexes = new Map([[aliceKey, 0], [bobKey, bobs]]); // prettier-ignore
      const held = { alice: sign(ALICE, hash), bob: sign(BOB, hash), none: sign(ALICE, new Uint8Array(32)) };
      const alices = asked.map((index) => [command(index), `${index === 0 ? held.alice : held.none}9000`] as const);
      const half = await signWithDevice(new ReplayDevice(...alices), transfer, {
        network: chain.network,
        indexes,
        nowMs: slowly()
      });
      expect(half.signatures.map(({ publicKey }) => publicKey)).toEqual([aliceKey]);
      const bob = new ReplayDevice([command(bobs), `${held.bob}9000`]);
      const whole = await signWithDevice(bob, half, { network: chain.network, indexes, nowMs: slowly() });
      expect(isComplete(whole, chain.network, moment)).toBe(true);
    }
  });

  test('is not signed for a server that is known to be on another chain', async () => {
    const options = { network: chain.network, isOtherChain: true, indexes, nowMs: slowly() };
    await expect(signWithDevice(new ReplayDevice(), transfer, options)).rejects.toMatchObject({
      code: 'send/other-chain'
    });
  });

  test('a rejection adds nothing', async () => {
    await expect(signed('6985')).rejects.toMatchObject({ code: 'hardware/declined' });
  });

  test('a device without the keys is not asked to sign', async () => {
    const device = new ReplayDevice();
    expect(
      await signWithDevice(device, transfer, { network: chain.network, indexes: new Map(), nowMs: slowly() })
    ).toEqual(transfer);
  });
});
