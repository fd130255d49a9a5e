/**
 * The embedded node's pool under a flood: 20,000 transactions are added one by one, comparing the cost of each at the
 * beginning and at the end. In process, without HTTP; the transactions have no inputs, as is typical of a flood.
 */
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { TransactionPool } from '$lib/server/node/pool/transactionPool';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { figureOf, type Measurement } from './figures.ts';

const COUNT = 20_000;
const PART = 1_000;
const DATA_BYTES = 200;

export const measure: Measurement = async () => {
  const store = new ChainStore(':memory:');
  const signatures = new SignatureChecker((checks) =>
    Promise.resolve(checks.map(({ publicKey, message, signature }) => verifySignature(publicKey, message, signature)))
  );
  const chain = new ChainManager({
    store,
    ...networkPreset('test', TEST_GENESIS_TIMESTAMP),
    clock: Date.now,
    signatures
  });
  const pool = new TransactionPool({ store, chain, signatures });
  const addedMs: number[] = [];
  for (let i = 0; i < COUNT; i++) {
    const arbitraryData = new Uint8Array(DATA_BYTES);
    new DataView(arbitraryData.buffer).setUint32(0, i);
    const startedAtMs = performance.now();
    await pool.add({ transactions: [], v2Transactions: [{ ...EMPTY_V2_TRANSACTION, arbitraryData }] });
    addedMs.push(performance.now() - startedAtMs);
  }
  if (pool.entries.length !== COUNT) throw new Error(`${pool.entries.length} transactions in the pool`);
  pool.close();
  store.close();
  const how = `adding one transaction to the embedded node's pool, out of ${COUNT.toLocaleString('en')}`;
  return [
    figureOf('pool_first_thousand_ms', addedMs.slice(0, PART), { unit: 'ms', how }),
    figureOf('pool_last_thousand_ms', addedMs.slice(-PART), { unit: 'ms', how })
  ];
};
