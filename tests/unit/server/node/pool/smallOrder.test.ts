import { Point } from '@noble/ed25519';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { publicKeyFromBytes, type Signature } from '$lib/chain/keys/keys';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { encodeHex } from '$lib/codec/bytes';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { TransactionPool } from '$lib/server/node/pool/transactionPool';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

let store: ChainStore;
let chain: ChainManager;
let pool: TransactionPool;
beforeEach(() => {
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  store = new ChainStore(':memory:');
  chain = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
  pool = new TransactionPool({ store, chain, signatures });
});
afterEach(() => {
  pool.close();
  store.close();
});

/** A key of order 1: this signature of it is valid for every message. */
const publicKey = publicKeyFromBytes(Uint8Array.of(1, ...new Uint8Array(31)));
const signature = (encodeHex(Point.BASE.toBytes()) + '01'.padEnd(64, '0')) as Signature;
const attested = (key: string) => ({ publicKey, key, value: new Uint8Array(0), signature });

test('signatures of a small-order key are refused without verifying them', async () => {
  const multiplied = vi.spyOn(Point.prototype, 'multiply');
  const attestations = Array.from({ length: 5 }, (_, i) => attested(`${i}`));
  const offered = { transactions: [], v2Transactions: [{ ...EMPTY_V2_TRANSACTION, attestations }] };
  await expect(pool.add(offered)).rejects.toMatchObject({ code: 'v2/attestation-signature' });
  expect(multiplied).not.toHaveBeenCalled();
  multiplied.mockRestore();
});

test('a block may contain them', async () => {
  const block = TestChain.create().next([{ ...EMPTY_V2_TRANSACTION, attestations: [attested('a')] }]);
  expect(await chain.addBlock(block)).toBe('best');
});
