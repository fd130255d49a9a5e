import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blockId, type Block } from '$lib/chain/block/block';
import { encodeBlock } from '$lib/chain/block/blockLayout';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { ChainState } from '$lib/chain/block/state';
import type { Attestation } from '$lib/chain/element/attestation';
import { publicKey32 } from '$lib/chain/keys/keys';
import { sign } from '$lib/chain/keys/sign';
import { attestationSigHash } from '$lib/chain/transaction/sigHash';
import { unixSeconds } from '$lib/chain/time';
import { transaction, type Transaction } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION, encodeV2Transaction, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { decode, encode } from '$lib/codec/layout';
import { applyBlock } from '$lib/consensus/apply/applyBlock';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { assembleTemplate } from '$lib/mining/work/template';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { mine, openNode, type OpenNode } from '../support/node';
import { solveBlock } from '../support/solve';

const key = deriveKeyPair(seedFromPhrase(`${'abandon '.repeat(11)}about`), 0n);

// The V2 bytes "version 2, attestations only" start the V1 encoding with this number of inputs.
const V1_INPUTS = 0x8002;
const EMPTY_INPUT_BYTES = 32 + 3 * 8;
const EMPTY_KEY_BYTES = 16 + 8;
const UNSIGNED_LISTS = 8;

/** A valid V2 transaction whose bytes are also those of a V1 transaction that spends unknown outputs. */
function ambiguousTransaction(): V2Transaction {
  const attest = (value: Uint8Array): Attestation => {
    const unsigned = {
      publicKey: key.publicKey,
      key: 'a',
      value,
      signature: '00'.repeat(64) as Attestation['signature']
    };
    return { ...unsigned, signature: sign(key.privateKey, attestationSigHash(unsigned)) };
  };
  // As V1: the last byte of the public key and the length of `key` are the number of keys of the first input.
  const keys = 256 + encode(publicKey32, key.publicKey).at(-1)!;
  const restOfFirstInput = 6 + 8 + (keys - 1) * EMPTY_KEY_BYTES + 8;
  const covered = 1 + 10 * 8;
  const signature = 32 + 8 + 8 + covered + 8;
  const value = new Uint8Array(
    restOfFirstInput + (V1_INPUTS - 1) * EMPTY_INPUT_BYTES + UNSIGNED_LISTS * 8 + 8 + signature
  );
  const view = new DataView(value.buffer);
  view.setBigUint64(value.length - signature - 8, 1n, true);
  // The attestation's signature is that of the V1 signature.
  view.setBigUint64(value.length - 8, 64n, true);
  return { ...EMPTY_V2_TRANSACTION, attestations: [attest(value)] };
}

const idOf = (block: Block) => blockId(blockHeaderOf(block));

let open: OpenNode;
beforeEach(async () => void (open = await openNode()));
afterEach(() => open.node.close());

/** A solved block on a state. */
async function child(state: ChainState, v2Transactions: readonly V2Transaction[] = []): Promise<Block> {
  const network = await open.wallet.network();
  const now = unixSeconds(Math.floor(Date.now() / 1000));
  const content = { network, state, transactions: [], v2Transactions };
  const { block } = assembleTemplate(content, DEV_ADDRESSES.unlockConditions, now);
  return solveBlock(network, state, block);
}

/** The block with the V1 transaction that has the bytes of its V2 transaction. */
function withV1Twin(block: Block): Block {
  const transactions = block.v2!.transactions.map((txn): Transaction => decode(transaction, encodeV2Transaction(txn)));
  return { ...block, transactions, v2: { ...block.v2!, transactions: [] } };
}

const submit = (block: Block) => open.daemon.miner.submitBlock({ body: encodeBlock(block) as Uint8Array<ArrayBuffer> });

describe('a block with a V1 transaction whose bytes are those of its V2 transaction', () => {
  test('is refused, and the valid block of the same header is accepted', async () => {
    const valid = await child(await open.wallet.tipState(), [ambiguousTransaction()]);
    const twin = withV1Twin(valid);
    expect(idOf(twin)).toBe(idOf(valid));
    await expect(submit(twin)).rejects.toMatchObject({
      serverMessage: expect.stringContaining('transaction 0 is invalid')
    });
    await submit(valid);
    expect(open.node.tip.id).toBe(idOf(valid));
  });

  test('on a side branch leaves the branch valid', async () => {
    const genesis = await open.wallet.tipState();
    const valid = await child(genesis, [ambiguousTransaction()]);
    const network = await open.wallet.network();
    const next = await child(applyBlock(network, genesis, valid, EMPTY_SUPPLEMENT).state);
    await mine(open);
    await submit(withV1Twin(valid)).catch(() => undefined);
    await expect(submit(next)).rejects.toMatchObject({
      serverMessage: expect.stringContaining('extends an invalid block')
    });
    await submit(valid).catch(() => undefined);
    await submit(next);
    expect(open.node.tip.id).toBe(idOf(next));
  });
});
