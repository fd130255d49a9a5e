import { Point } from '@noble/ed25519';
import { afterEach, expect, test, vi } from 'vitest';
import type { Signature } from '$lib/chain/keys/keys';
import { hastings } from '$lib/chain/currency/currency';
import { medianTimestamp } from '$lib/consensus/state';
import { policyOfKey } from '$lib/wallet/keys/account';
import { planSpend } from '$lib/wallet/spend/plan';
import { holdingsOf } from '$lib/wallet/sync/cache';
import { broadcastSet, missingSignatures } from '$lib/wallet/transfer/finalize';
import { signTransfer } from '$lib/wallet/transfer/signing';
import { transferInputs } from '$lib/wallet/transfer/transfer';
import { ALICE, coins, publicKeyOf, testNetwork } from '../../consensus/testChain';
import { FeedChain, Follower, ownAddress, seedWallet, signerOf } from '../support';

afterEach(() => void vi.restoreAllMocks());

const book = new Map(
  (['uc', 'pk'] as const).map((form) => {
    const entry = ownAddress(policyOfKey(publicKeyOf(ALICE), form), { key: { index: 0, form } });
    return [entry.address, entry];
  })
);

function composed(allowHeight: number) {
  const chain = new FeedChain(testNetwork(allowHeight));
  const { cache } = new Follower(chain, book);
  const moment = { height: chain.state.index.height, medianTimestamp: medianTimestamp(chain.state) };
  const { transfer } = planSpend({
    holdings: holdingsOf(cache),
    addresses: book,
    network: chain.network,
    recipients: [{ address: seedWallet(9).address(0, 'pk'), coins: coins(3n) }],
    feePerWeight: hastings(10n ** 19n),
    changeAddress: [...book.keys()][0]!,
    medianTimestamp: moment.medianTimestamp
  });
  return { transfer, network: chain.network, cache, moment };
}

test.each([
  ['V1', 100],
  ['V2', 1]
] as const)('%s: a signature is verified once from signing to broadcast', async (generation, allowHeight) => {
  const { transfer, network, cache, moment } = composed(allowHeight);
  // Every verification decodes the key once, and nothing else decodes a point.
  const decoded = vi.spyOn(Point, 'fromBytes');
  const signed = await signTransfer(transfer, network, signerOf([ALICE]));
  expect(missingSignatures(signed, network, moment)).toEqual([]);
  broadcastSet(signed, network, cache, moment);
  // A V1 signature covers one input, a V2 one all of them.
  const signatures = generation === 'V1' ? transferInputs(transfer).length : 1;
  expect([signed.signatures.length, decoded.mock.calls.length]).toEqual([signatures, signatures]);
});

test('a verification for one transaction does not apply to another', async () => {
  const { transfer, network, moment } = composed(1);
  const signed = await signTransfer(transfer, network, signerOf([ALICE]));
  if (signed.generation !== 'v2') throw new Error('composed as V1');
  const fee = hastings(signed.transaction.minerFee + 1n);
  const other = { ...signed, transaction: { ...signed.transaction, minerFee: fee } };
  expect(missingSignatures(other, network, moment)).not.toEqual([]);
});

test('a wrong signature is not remembered as valid', async () => {
  const { transfer, network, moment } = composed(1);
  const { signatures } = await signTransfer(transfer, network, signerOf([ALICE]));
  const wrong = { ...signatures[0]!, signature: '00'.repeat(64) as Signature };
  const forged = { ...transfer, signatures: [wrong] };
  for (let i = 0; i < 2; i++) expect(missingSignatures(forged, network, moment)).not.toEqual([]);
});
