import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyTransaction, anyV2Transaction } from '../../../support/arbitraries';
import { VOID_ADDRESS } from '$lib/chain/address';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import type { Hash256 } from '$lib/chain/ids';
import type { PublicKey, Signature } from '$lib/chain/keys/keys';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import type { WalletCache } from '$lib/wallet/sync/cache';
import { attachProofs, stripProofs, type Transfer, type V1Transfer } from '$lib/wallet/transfer/transfer';
import { decodeTransfer, encodeTransfer, formatTransfer, parseTransfer } from '$lib/wallet/transfer/transferText';
import { ALICE, BOB, v1AddressOf, v2InputOf } from '../../consensus/testChain';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { FeedChain, Follower } from '../support';

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((data) => Buffer.from(data).toString('hex'));
const anyTransfer = fc
  .record({
    v1: anyTransaction,
    v2: anyV2Transaction,
    isV2: fc.boolean(),
    network: fc.string({ unit: 'grapheme', maxLength: 12 }),
    height: fc.nat(),
    id: hex(32),
    signatures: fc.uniqueArray(
      fc.record({ key: hex(32), signature: hex(64), parentId: fc.option(hex(32), { nil: undefined }) }),
      { maxLength: 4, selector: ({ key, parentId }) => `${key} ${parentId}` }
    ),
    preimages: fc.array(hex(32), { maxLength: 2 })
  })
  .map(({ v1, v2, isV2, network, height, id, signatures, preimages }): Transfer => {
    const common = {
      network,
      basis: { height, id },
      signatures: signatures.map(({ key, signature, parentId }) => ({
        publicKey: `ed25519:${key}`,
        signature,
        ...(parentId !== undefined && { parentId })
      })),
      preimages
    } as unknown as Pick<Transfer, 'network' | 'basis' | 'signatures' | 'preimages'>;
    if (isV2) return { ...common, generation: 'v2', transaction: stripProofs(v2) };
    const spentCoins = v1.coinInputs.map((_, i) => ({ value: hastings(BigInt(i)), address: VOID_ADDRESS }));
    const spentFunds = v1.fundInputs.map((_, i) => ({ value: fundUnits(BigInt(i)), address: VOID_ADDRESS }));
    return { ...common, generation: 'v1', transaction: v1, spentCoins, spentFunds };
  });

describe('any transfer survives a round trip', () => {
  test('through bytes and through a file', () => {
    fc.assert(
      fc.property(anyTransfer, (transfer) => {
        expect(decodeTransfer(encodeTransfer(transfer))).toEqual(transfer);
        expect(parseTransfer(formatTransfer(transfer))).toEqual(transfer);
      })
    );
  });

  test('and a damaged one is rejected, or differs', () => {
    fc.assert(
      fc.property(anyTransfer, fc.nat(), fc.integer({ min: 1, max: 255 }), (transfer, at, flip) => {
        const bytes = encodeTransfer(transfer);
        bytes[at % bytes.length]! ^= flip;
        try {
          expect(decodeTransfer(bytes)).not.toEqual(transfer);
        } catch (error) {
          expect(error).toMatchObject({ code: 'wallet/transfer-format' });
        }
      })
    );
  });
});

test.each([
  ['nothing', ''],
  ['no JSON', '{'],
  ['another file', '{"format":"other"}'],
  ['a list', '[1]'],
  ['null', 'null'],
  ['a number', '5'],
  ['no bytes', '{"format":"quarry-transfer/1","transfer":"zz"}'],
  ['an unknown version', '{"format":"quarry-transfer/1","transfer":"0902"}'],
  ['truncated bytes', '{"format":"quarry-transfer/1","transfer":"0102000000"}']
])('a file with %s is rejected', (_, text) => {
  expect(() => parseTransfer(text)).toThrow(expect.objectContaining({ code: 'wallet/transfer-format' }));
});

test('a file with many signatures of one key is rejected, as each would have to be verified', () => {
  const [drawn] = fc.sample(anyTransfer, 1);
  const one = { publicKey: `ed25519:${'ab'.repeat(32)}` as PublicKey, signature: 'cd'.repeat(64) as Signature };
  const two = { ...one, signature: 'ef'.repeat(64) as Signature };
  expect(() => decodeTransfer(encodeTransfer({ ...drawn!, signatures: [one] }))).not.toThrow();
  expect(() => decodeTransfer(encodeTransfer({ ...drawn!, signatures: [one, two] }))).toThrow(
    expect.objectContaining({ code: 'wallet/transfer-format' })
  );
});

test('a file with more preimages than policies ask for is rejected, as each would be hashed with every review', () => {
  const [drawn] = fc.sample(anyTransfer, 1);
  const withPreimages = (count: number) =>
    encodeTransfer({ ...drawn!, preimages: Array.from({ length: count }, () => 'ab'.repeat(32) as Hash256) });
  expect(() => decodeTransfer(withPreimages(10_000))).not.toThrow();
  const refused = expect.objectContaining({ code: 'wallet/transfer-format' }) as Error;
  expect(() => decodeTransfer(withPreimages(10_001))).toThrow(refused);
});

test.each(['spentCoins', 'spentFunds'] as const)(
  'a V1 file that lists fewer or more %s than inputs is rejected',
  (list) => {
    const isV1 = (transfer: Transfer) => transfer.generation === 'v1' && transfer[list].length > 0;
    const [drawn] = fc.sample(anyTransfer.filter(isV1), 1) as [V1Transfer];
    expect(decodeTransfer(encodeTransfer(drawn))).toEqual(drawn);
    for (const listed of [drawn[list].slice(1), [...drawn[list], drawn[list][0]!]])
      expect(() => decodeTransfer(encodeTransfer({ ...drawn, [list]: listed }))).toThrow(
        expect.objectContaining({ code: 'wallet/transfer-format' })
      );
  }
);

test('a file longer than any valid transaction is rejected', () => {
  const [drawn] = fc.sample(anyTransfer, 1);
  const [fits, tooLong] = [1, 4].map((factor) => {
    const arbitraryData = new Uint8Array(factor * MAX_BLOCK_WEIGHT);
    const transaction = { ...EMPTY_V2_TRANSACTION, arbitraryData };
    return encodeTransfer({ ...drawn!, generation: 'v2', transaction } as Transfer);
  });
  expect(() => decodeTransfer(fits!)).not.toThrow();
  expect(() => decodeTransfer(tooLong!)).toThrow(expect.objectContaining({ code: 'wallet/transfer-format' }) as Error);
});

test.each([
  ['reverses the text beside it', 'main\u202eten'],
  ['has thousands of characters', 'm'.repeat(5_000)]
])('a file of a network whose name %s is rejected', (_, network) => {
  const [drawn] = fc.sample(anyTransfer, 1);
  expect(() => decodeTransfer(encodeTransfer({ ...drawn!, network }))).toThrow(
    expect.objectContaining({ code: 'wallet/transfer-format' }) as Error
  );
});

test('a file with another id is rejected', () => {
  const transfer: Transfer = {
    generation: 'v2',
    network: 'test',
    basis: { height: 1, id: '00'.repeat(32) as never },
    signatures: [],
    preimages: [],
    transaction: EMPTY_V2_TRANSACTION
  };
  const text = formatTransfer(transfer).replace(/"id": "..../, '"id": "0000');
  expect(() => parseTransfer(text)).toThrow(expect.objectContaining({ code: 'wallet/transfer-format' }));
});

describe('proofs', () => {
  const chain = new FeedChain();
  const own = new Set([v1AddressOf(BOB)]);
  const wallet = new Follower(chain, own);
  for (let i = 0; i < 9; i++) wallet.follow({ applied: [chain.add()] });
  const mine = chain.chain.coins.filter(({ output }) => own.has(output.address));
  const spending = (coins: typeof mine): V2Transaction => ({
    ...EMPTY_V2_TRANSACTION,
    coinInputs: coins.map((coin) => v2InputOf(coin, ALICE)),
    minerFee: hastings(1n)
  });

  test('are restored after stripping', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(mine, { minLength: 1 }), (coins) => {
        const txn = spending(coins);
        const stripped = stripProofs(txn);
        expect(stripped.coinInputs.every(({ parent }) => parent.stateElement.merkleProof.length === 0)).toBe(true);
        expect(v2TransactionId(stripped)).toBe(v2TransactionId(txn));
        expect(inputSigHash(stripped)).toEqual(inputSigHash(txn));
        expect(attachProofs(stripped, wallet.cache)).toEqual(txn);
      })
    );
  });

  test('are never exported', () => {
    const common = { network: 'test', basis: wallet.cache.index, signatures: [], preimages: [] };
    const carried = decodeTransfer(encodeTransfer({ ...common, generation: 'v2', transaction: spending(mine) }));
    expect(carried).toEqual({ ...common, generation: 'v2', transaction: stripProofs(spending(mine)) });
  });

  test('of an unknown output throw InputGoneError', () => {
    const foreign = chain.chain.coinOf(v1AddressOf(ALICE));
    expect(() => attachProofs(stripProofs(spending([foreign])), wallet.cache)).toThrow(
      expect.objectContaining({ code: 'wallet/input-gone', id: foreign.id })
    );
    const unproven: WalletCache = {
      ...wallet.cache,
      coins: new Map([[mine[0]!.id, { ...wallet.cache.coins.get(mine[0]!.id)!, leafIndex: undefined }]])
    };
    expect(() => attachProofs(spending([mine[0]!]), unproven)).toThrow(
      expect.objectContaining({ code: 'wallet/input-gone' })
    );
  });
});
