import { expect, test } from 'vitest';
import type { CoinOutputId } from '$lib/chain/ids';
import { hastings } from '$lib/chain/currency/currency';
import { planSpend } from '$lib/wallet/spend/plan';
import { isComplete } from '$lib/wallet/transfer/finalize';
import { signTransfer, type TransferSigner } from '$lib/wallet/transfer/signing';
import { coins, testNetwork } from '../../consensus/testChain';
import { ownAddress, seedWallet, signerOf } from '../support';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import type { Seed } from '$lib/wallet/keys/seed';

const KEYS = 60;
const network = testNetwork(1);
const pairs = Array.from({ length: KEYS }, (_, i) =>
  deriveKeyPair(new Uint8Array(32).fill(3) as Uint8Array as Seed, BigInt(i))
);
const owners = pairs.map(({ publicKey }) => ownAddress({ type: 'pk', publicKey }));
const basis = { height: 10, id: 'ab'.repeat(32) as never };

/** A payment with this many inputs, each with its own key. */
const { transfer } = planSpend({
  holdings: {
    basis,
    fundTaxRevenue: hastings(0n),
    funds: [],
    coins: owners.map(({ address }, i) => ({
      id: i.toString(16).padStart(64, '0') as CoinOutputId,
      output: { value: coins(2n), address },
      maturityHeight: 0n,
      leafIndex: BigInt(i)
    }))
  },
  addresses: new Map(owners.map((owner) => [owner.address, owner])),
  network,
  recipients: [{ address: seedWallet(9).address(0, 'pk'), coins: coins(2n * BigInt(KEYS) - 1n) }],
  feePerWeight: hastings(1n),
  changeAddress: owners[0]!.address
});

const all = signerOf(pairs.map(({ privateKey }) => privateKey));
/** Records how many keys are requested at a time. */
function counting(onBatch: () => void = () => undefined) {
  const batches: number[] = [];
  const signer: TransferSigner = {
    ...all,
    sign(keys, request) {
      batches.push(keys.length);
      onBatch();
      return all.sign(keys, request);
    }
  };
  return { batches, signer };
}

test('many keys sign in batches, with progress', async () => {
  const { batches, signer } = counting();
  const told: [number, number][] = [];
  const signed = await signTransfer(transfer, network, signer, { onProgress: (...progress) => told.push(progress) });
  expect(batches).toEqual([25, 25, 10]);
  expect(told).toEqual([
    [25, 60],
    [50, 60],
    [60, 60]
  ]);
  expect(isComplete(signed, network, { height: 10, medianTimestamp: 0 })).toBe(true);
});

test('after canceling, no further batch is requested', async () => {
  const stop = new AbortController();
  const { batches, signer } = counting(() => stop.abort(new Error('enough')));
  await expect(signTransfer(transfer, network, signer, { signal: stop.signal })).rejects.toThrow('enough');
  expect(batches).toEqual([25]);
});
