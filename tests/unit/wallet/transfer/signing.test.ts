import fc from 'fast-check';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, test } from 'vitest';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import type { Hash256 } from '$lib/chain/ids';
import { publicKeyBytes, type PublicKey, type Signature } from '$lib/chain/keys/keys';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { inputSigHash, wholeSigHash } from '$lib/chain/transaction/sigHash';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { verifyPolicy } from '$lib/chain/policy/verifyPolicy';
import { sign } from '$lib/chain/keys/sign';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { transactionWeight, v2TransactionWeight } from '$lib/chain/block/weight';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { medianTimestamp } from '$lib/consensus/state';
import type { AddressBook, WalletAddress } from '$lib/wallet/keys/account';
import { holdingsOf } from '$lib/wallet/sync/cache';
import { planSpend, type Recipient, type SpendPlan, type SpendRequest } from '$lib/wallet/spend/plan';
import { allOf, anyOf, thresholdOfKeys } from '$lib/wallet/policy/policyTree';
import { unsignedBytes, v1HashesOf, v2HashOf } from '$lib/wallet/transfer/signatureHashes';
import { broadcastSet, isComplete, missingSignatures } from '$lib/wallet/transfer/finalize';
import { addPreimage, mergeTransfer, oneByOne, signTransfer, type TransferSigner } from '$lib/wallet/transfer/signing';
import { transferId, transferInputs, type Transfer } from '$lib/wallet/transfer/transfer';
import { decodeTransfer, encodeTransfer } from '$lib/wallet/transfer/transferText';
import { ALICE, coins, publicKeyOf, testNetwork, v1AddressOf, v2AddressOf } from '../../consensus/testChain';
import { FeedChain, Follower, fundsIn, ownAddress, seedWallet, signerOf, spendableIn } from '../support';

const RATE = hastings(10n ** 19n);
const stranger = seedWallet(9);
const TO = stranger.address(0, 'pk');

/** Alice, who owns the genesis outputs. */
const aliceKey = publicKeyOf(ALICE);
const alice: AddressBook = new Map(
  (['uc', 'pk'] as const).map((form): [Address, WalletAddress] => {
    const policy: SpendPolicy =
      form === 'pk'
        ? { type: 'pk', publicKey: aliceKey }
        : {
            type: 'uc',
            unlockConditions: {
              timelock: 0n,
              publicKeys: [{ algorithm: 'ed25519' as never, key: publicKeyBytes(aliceKey) }],
              signaturesRequired: 1n
            }
          };
    return [policyAddress(policy), ownAddress(policy, { key: { index: 0, form } })];
  })
);
const aliceSigner = signerOf([ALICE]);

const momentOf = ({ state }: FeedChain) => ({
  height: state.index.height,
  medianTimestamp: medianTimestamp(state)
});

function plan(chain: FeedChain, wallet: Follower, book: AddressBook, rest: Partial<SpendRequest>): SpendPlan {
  return planSpend({
    holdings: holdingsOf(wallet.cache),
    addresses: book,
    network: chain.network,
    recipients: [{ address: TO, coins: coins(3n) }],
    feePerWeight: RATE,
    changeAddress: [...book.keys()][0]!,
    medianTimestamp: medianTimestamp(chain.state),
    ...rest
  });
}

/** Signs, broadcasts into the next block, and follows: consensus decides. */
async function confirm(chain: FeedChain, wallet: Follower, transfer: Transfer, signer: TransferSigner) {
  const signed = await signTransfer(transfer, chain.network, signer);
  const set = broadcastSet(signed, chain.network, wallet.cache, momentOf(chain));
  wallet.follow({ applied: [chain.add({ transactions: [...set.transactions], v2transactions: set.v2Transactions })] });
  return set;
}

describe.each([
  ['V1', 100],
  ['V2', 1]
] as const)('%s: what is planned, reviewed and signed is accepted by consensus', (generation, allowHeight) => {
  const chain = new FeedChain(testNetwork(allowHeight));
  const wallet = new Follower(chain, alice);

  test('to two recipients, with the planned weight and fee', async () => {
    const recipients: Recipient[] = [
      { address: TO, coins: coins(3n) },
      { address: stranger.address(1, 'uc'), coins: hastings(1n) }
    ];
    const planned = plan(chain, wallet, alice, { recipients });
    const id = transferId(planned.transfer);
    const set = await confirm(chain, wallet, planned.transfer, aliceSigner);
    const [txn] = set.transactions;
    const [v2] = set.v2Transactions;
    expect(txn ? transactionWeight(txn) : v2TransactionWeight(v2!)).toBe(planned.weight);
    expect(planned.fee).toBe(RATE * BigInt(planned.weight));
    expect(planned.transfer.generation).toBe(generation.toLowerCase());
    const event = wallet.events.get(id as string as Hash256)!;
    expect(event.coins).toBe(-(coins(3n) + 1n + planned.fee));
    expect(event.fee).toBe(planned.fee);
  });

  test('fund units and their claim', async () => {
    const planned = plan(chain, wallet, alice, { recipients: [{ address: TO, funds: fundUnits(4500n) }] });
    await confirm(chain, wallet, planned.transfer, aliceSigner);
    expect(fundsIn(wallet.cache)).toBe(
      (generation === 'V1' ? 5000n : 9000n) - 4500n + (generation === 'V1' ? 4000n : 0n)
    );
  });

  test('send-max leaves nothing', async () => {
    const spendable = () => spendableIn(wallet.cache);
    const before = spendable();
    const planned = plan(chain, wallet, alice, { sendMax: 0 });
    await confirm(chain, wallet, planned.transfer, aliceSigner);
    const left = generation === 'V1' ? coins(1000n) : 0n;
    expect(spendable()).toBe(left);
    expect(planned.transfer.transaction.coinOutputs[0]!.value).toBe(before - left - planned.fee);
  });
});

describe('across the upgrade', () => {
  test('the height determines the version, and V1 signatures expire', async () => {
    const chain = new FeedChain(testNetwork(4));
    const wallet = new Follower(chain, alice);
    // Below its first fork, the test chain follows still older rules.
    wallet.follow({ applied: [chain.add()] });
    const early = plan(chain, wallet, alice, {});
    const signed = await signTransfer(early.transfer, chain.network, aliceSigner);
    expect(early.transfer.generation).toBe('v1');
    for (let i = 0; i < 2; i++) wallet.follow({ applied: [chain.add()] });
    expect(plan(chain, wallet, alice, {}).transfer.generation).toBe('v2');
    expect(() => broadcastSet(signed, chain.network, wallet.cache, momentOf(chain))).not.toThrow();
    wallet.follow({ applied: [chain.add()] });
    // Signed before the hard fork, and as if signed after it.
    const late = await signTransfer({ ...early.transfer, basis: wallet.cache.index }, chain.network, aliceSigner);
    for (const transfer of [signed, late]) {
      expect(() => broadcastSet(transfer, chain.network, wallet.cache, momentOf(chain))).toThrow(
        expect.objectContaining({ code: 'wallet/upgrade-passed' })
      );
    }
  });
});

describe('signing after a delay', () => {
  test('proofs are current at broadcast; a spent input is reported', async () => {
    const chain = new FeedChain();
    const wallet = new Follower(chain, alice);
    const { transfer } = plan(chain, wallet, alice, {});
    for (let i = 0; i < 5; i++) wallet.follow({ applied: [chain.add()] });
    const signed = await signTransfer(transfer, chain.network, aliceSigner);
    await confirm(chain, wallet, transfer, aliceSigner);
    expect(() => broadcastSet(signed, chain.network, wallet.cache, momentOf(chain))).toThrow(
      expect.objectContaining({ code: 'wallet/input-gone' })
    );
  });
});

/** A chain with one output locked by the policy, and a wallet that watches it. */
async function chainWith(policy: SpendPolicy) {
  const chain = new FeedChain();
  const payer = new Follower(chain, alice);
  const entry = ownAddress(policy);
  const book: AddressBook = new Map([[entry.address, entry]]);
  const watcher = new Follower(chain, book);
  const { transfer } = plan(chain, payer, alice, { recipients: [{ address: entry.address, coins: coins(50n) }] });
  const signed = await signTransfer(transfer, chain.network, aliceSigner);
  const { v2Transactions } = broadcastSet(signed, chain.network, payer.cache, momentOf(chain));
  watcher.follow({ applied: [chain.add({ v2transactions: v2Transactions })] });
  return { chain, watcher, book };
}

const people = seedWallet(5, 5);
const keyAt = (i: number): PublicKey => people.keys[i]!.publicKey;
const signerAt = (...indices: number[]): TransferSigner => signerOf(indices.map((i) => people.keys[i]!.privateKey));

describe('2 of 3', () => {
  const policy = thresholdOfKeys(2, [keyAt(0), keyAt(1), keyAt(2)]);

  test('two sign separately, in any order; the third is not needed', async () => {
    const { chain, watcher, book } = await chainWith(policy);
    const { transfer, weight } = plan(chain, watcher, book, {});
    const moment = momentOf(chain);
    expect(missingSignatures(transfer, chain.network, moment)).toMatchObject([
      { signaturesNeeded: 2, signed: [], candidates: [keyAt(0), keyAt(1), keyAt(2)] }
    ]);
    const third = await signTransfer(decodeTransfer(encodeTransfer(transfer)), chain.network, signerAt(2));
    expect(missingSignatures(third, chain.network, moment)).toMatchObject([
      { signaturesNeeded: 1, signed: [keyAt(2)], candidates: [keyAt(0), keyAt(1)] }
    ]);
    expect(() => broadcastSet(third, chain.network, watcher.cache, moment)).toThrow(
      expect.objectContaining({ code: 'wallet/incomplete-transfer' })
    );
    const first = await signTransfer(decodeTransfer(encodeTransfer(transfer)), chain.network, signerAt(0));
    const merged = mergeTransfer(mergeTransfer(transfer, third, chain.network), first, chain.network);
    expect(isComplete(merged, chain.network, moment)).toBe(true);
    const set = broadcastSet(merged, chain.network, watcher.cache, moment);
    expect(v2TransactionWeight(set.v2Transactions[0]!)).toBe(weight);
    chain.add({ v2transactions: set.v2Transactions });
  });

  test('a co-signer’s invalid signature does not count, nor does it block the valid one', async () => {
    const { chain, watcher, book } = await chainWith(policy);
    const { transfer } = plan(chain, watcher, book, {});
    const moment = momentOf(chain);
    const first = await signTransfer(transfer, chain.network, signerAt(0));
    const wrong = { publicKey: keyAt(2), signature: first.signatures[0]!.signature };
    const forged = { ...transfer, signatures: [wrong] };
    const merged = mergeTransfer(first, forged, chain.network);
    expect(merged.signatures).toEqual(first.signatures);
    for (const copy of [merged, { ...first, signatures: [...first.signatures, wrong] }]) {
      expect(missingSignatures(copy, chain.network, moment)).toMatchObject([
        { signaturesNeeded: 1, signed: [keyAt(0)], candidates: [keyAt(1), keyAt(2)] }
      ]);
      expect(() => broadcastSet(copy, chain.network, watcher.cache, moment)).toThrow(
        expect.objectContaining({ code: 'wallet/incomplete-transfer' })
      );
    }
    const third = await signTransfer(
      { ...first, signatures: [wrong, ...first.signatures] },
      chain.network,
      signerAt(2)
    );
    await confirm(chain, watcher, third, signerAt());
  });

  test('a surplus third signature is omitted', async () => {
    const { chain, watcher, book } = await chainWith(policy);
    const { transfer } = plan(chain, watcher, book, {});
    await confirm(chain, watcher, transfer, signerAt(0, 1, 2));
    expect(watcher.cache.coins.size).toBe(1);
  });
});

describe('other policies', () => {
  const secret = 'ab'.repeat(32) as Hash256;
  const hash = encodeHex(sha256(decodeHex(secret))) as Hash256;

  test('a preimage satisfies one branch, two keys the other', async () => {
    const policy = anyOf(
      allOf({ type: 'h', hash }, { type: 'pk', publicKey: keyAt(0) }),
      thresholdOfKeys(2, [keyAt(1), keyAt(2)])
    );
    const { chain, watcher, book } = await chainWith(policy);
    const { transfer, fee } = plan(chain, watcher, book, {});
    const half = await signTransfer(transfer, chain.network, signerAt(0));
    expect(missingSignatures(half, chain.network, momentOf(chain))).toMatchObject([
      { signaturesNeeded: 0, hashes: [hash], signed: [keyAt(0)] }
    ]);
    const wrong = addPreimage(half, 'cd'.repeat(32) as Hash256);
    expect(isComplete(wrong, chain.network, momentOf(chain))).toBe(false);
    const opened = addPreimage(wrong, secret);
    const { v2Transactions } = await confirm(chain, watcher, opened, signerAt());
    expect(v2Transactions[0]!.coinInputs[0]!.satisfiedPolicy.preimages).toEqual([secret]);
    expect(fee).toBeGreaterThanOrEqual(RATE * BigInt(v2TransactionWeight(v2Transactions[0]!)));
  });

  test('signatures are used instead of a preimage, which everyone who relays it could use', async () => {
    const policy = anyOf({ type: 'h', hash }, thresholdOfKeys(2, [keyAt(0), keyAt(1)]));
    const { chain, watcher, book } = await chainWith(policy);
    const { transfer } = plan(chain, watcher, book, {});
    const signed = await signTransfer(addPreimage(transfer, secret), chain.network, signerAt(0, 1));
    const { v2Transactions } = await confirm(chain, watcher, signed, signerAt());
    const { signatures, preimages } = v2Transactions[0]!.coinInputs[0]!.satisfiedPolicy;
    expect([signatures.length, preimages]).toEqual([2, []]);
  });

  test('a closed lock is reported, and opens later', async () => {
    const policy = allOf({ type: 'above', height: 6n }, { type: 'pk', publicKey: keyAt(0) });
    const { chain, watcher, book } = await chainWith(policy);
    expect(() => plan(chain, watcher, book, {})).toThrow(
      expect.objectContaining({ code: 'wallet/insufficient-funds' })
    );
    while (chain.state.index.height < 6) watcher.follow({ applied: [chain.add()] });
    const { transfer } = plan(chain, watcher, book, {});
    const signed = await signTransfer(transfer, chain.network, signerAt(0));
    expect(missingSignatures(signed, chain.network, { height: 5, medianTimestamp: 0 })).toMatchObject([
      { aboveHeight: 6n, signaturesNeeded: 0 }
    ]);
    await confirm(chain, watcher, signed, signerAt());
  });

  test('unlock conditions with several keys need signatures in key order', async () => {
    const policy: SpendPolicy = {
      type: 'uc',
      unlockConditions: {
        timelock: 0n,
        publicKeys: [3, 1, 2].map((i) => ({ algorithm: 'ed25519' as never, key: publicKeyBytes(keyAt(i)) })),
        signaturesRequired: 2n
      }
    };
    const { chain, watcher, book } = await chainWith(policy);
    const { transfer } = plan(chain, watcher, book, {});
    const two = await signTransfer(transfer, chain.network, signerAt(2));
    const both = await signTransfer(two, chain.network, signerAt(3));
    await confirm(chain, watcher, both, signerAt());
    expect(both.signatures.map(({ publicKey }) => publicKey)).toEqual([keyAt(2), keyAt(3)]);
  });
});

const anyKeyPolicy: fc.Arbitrary<SpendPolicy> = fc.letrec<{ policy: SpendPolicy }>((tie) => ({
  policy: fc.oneof(
    { depthSize: 'small' },
    fc.nat(4).map((i): SpendPolicy => ({ type: 'pk', publicKey: keyAt(i) })),
    fc.nat(10).map((height): SpendPolicy => ({ type: 'above', height: BigInt(height) })),
    fc.nat(10).map((time): SpendPolicy => ({ type: 'after', timestamp: BigInt(time) })),
    fc
      .tuple(fc.nat(3), fc.array(tie('policy'), { maxLength: 4 }))
      .map(([n, of]): SpendPolicy => ({ type: 'thresh', n, of }))
  )
})).policy;

test('for any policy and signers: a complete transfer verifies with no surplus signatures', async () => {
  await fc.assert(
    fc.asyncProperty(anyKeyPolicy, fc.subarray([0, 1, 2, 3, 4]), fc.nat(10), async (policy, signers, now) => {
      const network = testNetwork(1);
      const transfer: Transfer = {
        generation: 'v2',
        network: network.name,
        basis: { height: now, id: '00'.repeat(32) as never },
        signatures: [],
        preimages: [],
        transaction: {
          ...EMPTY_V2_TRANSACTION,
          coinInputs: [
            {
              parent: {
                id: '11'.repeat(32) as never,
                output: { address: policyAddress(policy), value: hastings(5n) },
                maturityHeight: 0n,
                stateElement: { leafIndex: 0n, merkleProof: [] }
              },
              satisfiedPolicy: { policy, signatures: [], preimages: [] }
            }
          ],
          coinOutputs: [{ address: TO, value: hastings(5n) }]
        }
      };
      const moment = { height: now, medianTimestamp: now };
      const signed = await signTransfer(transfer, network, signerAt(...signers));
      const cache = {
        index: transfer.basis,
        numLeaves: 1n,
        fundTaxRevenue: hastings(0n),
        coins: new Map([
          [
            '11'.repeat(32) as never,
            {
              id: '11'.repeat(32) as never,
              output: { address: TO, value: hastings(5n) },
              maturityHeight: 0n,
              leafIndex: 0n
            }
          ]
        ]),
        funds: new Map(),
        nodes: new Map()
      };
      const missing = missingSignatures(signed, network, moment);
      if (missing.length > 0) return;
      const [txn] = broadcastSet(signed, network, cache, moment).v2Transactions;
      const { satisfiedPolicy, parent } = txn!.coinInputs[0]!;
      expect(policyAddress(satisfiedPolicy.policy)).toBe(parent.output.address);
      verifyPolicy(satisfiedPolicy, { ...moment, sigHash: inputSigHash(txn!), verifySignature });
    }),
    { numRuns: 150 }
  );
});

describe('invalid transfers are not signed', () => {
  const chain = new FeedChain();
  const wallet = new Follower(chain, alice);
  const { transfer } = plan(chain, wallet, alice, {});
  if (transfer.generation !== 'v2') throw new Error('the chain is past the upgrade');
  const txn = transfer.transaction;
  const [input] = txn.coinInputs;
  const changed = (transaction: typeof txn): Transfer => ({ ...transfer, transaction });
  const asked: string[] = [];
  const spy: TransferSigner = {
    ...aliceSigner,
    sign: (keys, request) => {
      asked.push(encodeHex(request.sigHash));
      return aliceSigner.sign(keys, request);
    }
  };

  test.each([
    ['a fee larger than what is left', changed({ ...txn, minerFee: hastings(txn.minerFee + 1n) }), 'unbalanced'],
    [
      'an input that claims to be worth more',
      changed({
        ...txn,
        coinInputs: [
          { ...input!, parent: { ...input!.parent, output: { ...input!.parent.output, value: coins(9999n) } } }
        ]
      }),
      'unbalanced'
    ],
    ['the same input twice', changed({ ...txn, coinInputs: [input!, input!] }), 'repeated-input'],
    [
      'a foreign policy',
      changed({
        ...txn,
        coinInputs: [
          { ...input!, satisfiedPolicy: { ...input!.satisfiedPolicy, policy: { type: 'pk', publicKey: keyAt(0) } } }
        ]
      }),
      'wrong-policy'
    ],
    [
      'a zero output',
      changed({ ...txn, coinOutputs: [...txn.coinOutputs, { address: TO, value: hastings(0n) }] }),
      'empty-output'
    ],
    ['a new foundation address', changed({ ...txn, newFoundationAddress: TO }), 'not-a-payment'],
    [
      'an attestation',
      changed({
        ...txn,
        attestations: [
          { publicKey: aliceKey, key: 'k', value: new Uint8Array(0), signature: '00'.repeat(64) as Signature }
        ]
      }),
      'not-a-payment'
    ]
  ])('%s', async (_, unsound, fault) => {
    await expect(signTransfer(unsound, chain.network, spy)).rejects.toMatchObject({
      code: 'wallet/unsound-transfer',
      fault
    });
    expect(asked).toEqual([]);
  });

  test('another network', async () => {
    await expect(signTransfer({ ...transfer, network: 'other' }, chain.network, spy)).rejects.toMatchObject({
      code: 'wallet/wrong-network'
    });
    expect(asked).toEqual([]);
  });

  test('invalid signatures of a signer are dropped', async () => {
    const liar: TransferSigner = { ...aliceSigner, sign: oneByOne(() => 'ab'.repeat(64) as Signature) };
    const unsigned = await signTransfer(transfer, chain.network, liar);
    expect(unsigned.signatures).toEqual([]);
  });

  test('only signatures are merged from a copy', async () => {
    const copy = await signTransfer(transfer, chain.network, aliceSigner);
    const evil = {
      ...copy,
      signatures: [...copy.signatures, { publicKey: keyAt(0), signature: 'ab'.repeat(64) as Signature }]
    } as Transfer;
    expect(mergeTransfer(transfer, evil, chain.network)).toEqual(copy);
    const { transfer: other } = plan(chain, wallet, alice, { recipients: [{ address: TO, coins: coins(4n) }] });
    expect(() => mergeTransfer(transfer, other, chain.network)).toThrow(
      expect.objectContaining({ code: 'wallet/other-transfer' })
    );
  });
});

test('signatures of a similar payment are not merged, and none of them complete another one', async () => {
  const chain = new FeedChain();
  const recipients = [{ address: TO, funds: fundUnits(1n) }];
  const claimAddress = [...alice.keys()][0]!;
  const { transfer } = plan(chain, new Follower(chain, alice), alice, { recipients, claimAddress });
  if (transfer.generation !== 'v2') throw new Error('the chain is before the upgrade');
  const txn = transfer.transaction;
  const part = (transaction: Partial<typeof txn>): Transfer => ({
    ...transfer,
    transaction: { ...txn, ...transaction }
  });
  const similar = [
    part({
      coinInputs: txn.coinInputs.map((input) => ({
        ...input,
        parent: { ...input.parent, id: 'aa'.repeat(32) as never }
      }))
    }),
    part({ coinOutputs: [...txn.coinOutputs, { address: VOID_ADDRESS, value: hastings(1n) }] }),
    part({ fundOutputs: txn.fundOutputs.toReversed() }),
    part({ minerFee: hastings(txn.minerFee + 1n) })
  ];
  for (const other of similar) {
    const signatures = [{ publicKey: publicKeyOf(ALICE), signature: sign(ALICE, v2HashOf(unsignedBytes(other))) }];
    expect(() => mergeTransfer(transfer, { ...other, signatures }, chain.network)).toThrow(
      expect.objectContaining({ code: 'wallet/other-transfer' })
    );
    // Nor if they are in a file of the payment itself.
    expect(mergeTransfer(transfer, { ...transfer, signatures }, chain.network).signatures).toEqual([]);
  }
  // No signature covers the claim address: the reviewed one stays.
  const redirected = part({ fundInputs: txn.fundInputs.map((input) => ({ ...input, claimAddress: VOID_ADDRESS })) });
  const signed = await signTransfer(redirected, chain.network, aliceSigner);
  const merged = mergeTransfer(transfer, signed, chain.network);
  expect(merged).toEqual({ ...transfer, signatures: signed.signatures });
  expect(merged.signatures).not.toEqual([]);
});

test('the hashed bytes are the reviewed bytes', () => {
  const v2 = new FeedChain();
  const planV2 = plan(v2, new Follower(v2, alice), alice, {});
  if (planV2.transfer.generation !== 'v2') throw new Error('the chain is past the upgrade');
  expect(v2HashOf(unsignedBytes(planV2.transfer))).toEqual(inputSigHash(planV2.transfer.transaction));
  const v1 = new FeedChain(testNetwork(100));
  const { transfer } = plan(v1, new Follower(v1, alice), alice, {});
  if (transfer.generation !== 'v1') throw new Error('the chain is before the upgrade');
  const [{ id }] = transferInputs(transfer) as [ReturnType<typeof transferInputs>[number]];
  expect(v1HashesOf(unsignedBytes(transfer), v1.network, 0)(id, 0)).toEqual(
    wholeSigHash(v1.network, 0, transfer.transaction, { parentId: id, publicKeyIndex: 0n, timelock: 0n })
  );
});

test('the genesis addresses belong to the wallet', () => {
  expect([...alice.keys()]).toEqual([v1AddressOf(ALICE), v2AddressOf(ALICE)]);
});
