import { describe, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { sign } from '$lib/chain/keys/sign';
import { encodeHex } from '$lib/codec/bytes';
import { medianTimestamp } from '$lib/consensus/state';
import { signWithDevice } from '$lib/services/wallet/hardwareSigner';
import { policyOfKey } from '$lib/wallet/keys/account';
import { planSpend } from '$lib/wallet/spend/plan';
import { holdingsOf } from '$lib/wallet/sync/cache';
import { unsignedBytes, v2HashOf } from '$lib/wallet/transfer/signatureHashes';
import { isComplete } from '$lib/wallet/transfer/signing';
import { ReplayDevice } from '../../../support/replayDevice';
import { ALICE, coins, publicKeyOf, testNetwork } from '../../consensus/testChain';
import { FeedChain, Follower, ownAddress, seedWallet } from '../../wallet/support';

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
  signWithDevice(new ReplayDevice([SIGN_KEY_7, answer]), transfer, chain.network, indexes, slowly());

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

  test('a rejection adds nothing', async () => {
    await expect(signed('6985')).rejects.toMatchObject({ code: 'hardware/declined' });
  });

  test('a device without the keys is not asked to sign', async () => {
    const device = new ReplayDevice();
    expect(await signWithDevice(device, transfer, chain.network, new Map(), slowly())).toEqual(transfer);
  });
});
