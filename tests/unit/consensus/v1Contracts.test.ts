import { describe, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import type { FileContract, FileContractRevision, StorageProof } from '$lib/chain/element/fileContract';
import { merkleLeaf, merkleNode } from '$lib/chain/merkle';
import type { CoinOutputId, FileContractId, FundOutputId, Hash256 } from '$lib/chain/ids';
import { storageProofLeafIndex } from '$lib/chain/element/storageProofLeafIndex';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { coinOutputId, contractPayoutId, fileContractId } from '$lib/chain/transaction/transactionIds';
import { encodeHex } from '$lib/codec/bytes';
import { revertBlock } from '$lib/consensus/apply/applyBlock';
import { blockTax, fileContractTax } from '$lib/consensus/contractTax';
import type { RuleCode } from '$lib/consensus/errors';
import {
  ALICE,
  BOB,
  coins,
  EMPTY_TRANSACTION,
  locksOf,
  signTransaction,
  TestChain,
  testNetwork,
  v1AddressOf
} from './testChain';

/** A file of three leaves, the last of 32 bytes: an unbalanced tree. */
const LEAVES = [1, 2, 3].map((byte) => new Uint8Array(64).fill(byte));
LEAVES[2]!.fill(0, 32);
const [first, second, third] = LEAVES.map(merkleLeaf) as [Uint8Array, Uint8Array, Uint8Array];
const hex = (hash: Uint8Array) => encodeHex(hash) as Hash256;
const PROOFS = [[second, third], [first, third], [merkleNode(first, second)]].map((proof) => proof.map(hex));

// 3.9 % tax on a payout of 100, rounded down to a multiple of the number of fund units.
const payout = coins(100n);
const shared = hastings((payout * 961n) / 1000n);
const half = hastings(shared / 2n);

const contract: FileContract = {
  filesize: 160n,
  fileMerkleRoot: hex(merkleNode(merkleNode(first, second), third)),
  windowStart: 8n,
  windowEnd: 10n,
  payout,
  validProofOutputs: [
    { value: half, address: v1AddressOf(ALICE) },
    { value: half, address: v1AddressOf(BOB) }
  ],
  missedProofOutputs: [{ value: shared, address: v1AddressOf(ALICE) }],
  unlockHash: v1AddressOf(ALICE),
  revisionNumber: 0n
};

function newChain(): TestChain {
  const chain = new TestChain();
  chain.growTo(5);
  return chain;
}

const formation = (chain: TestChain, change: Partial<FileContract> = {}): Transaction => {
  const coin = chain.coinOf(v1AddressOf(ALICE));
  return signTransaction(
    chain,
    {
      ...EMPTY_TRANSACTION,
      coinInputs: [{ parentId: coin.id, unlockConditions: locksOf(ALICE) }],
      coinOutputs: [{ value: hastings(coin.output.value - payout), address: v1AddressOf(ALICE) }],
      fileContracts: [{ ...contract, ...change }]
    },
    ALICE
  );
};

const revision = (chain: TestChain, parentId: FileContractId, change: Partial<FileContractRevision> = {}) =>
  signTransaction(
    chain,
    {
      ...EMPTY_TRANSACTION,
      fileContractRevisions: [
        { ...contract, parentId, unlockConditions: locksOf(ALICE), revisionNumber: 1n, ...change }
      ]
    },
    ALICE
  );

/** A chain at a height where the contract, formed in block 5, can be revised (6) or proven (9). */
function chainWithContract(height: number): { chain: TestChain; id: FileContractId } {
  const chain = newChain();
  const txn = formation(chain);
  chain.add(chain.child({ transactions: [txn] }));
  chain.growTo(height);
  return { chain, id: fileContractId(txn, 0) };
}

function proofFor(chain: TestChain, id: FileContractId, windowStart = contract.windowStart): StorageProof {
  const windowId = chain.chainIndices[Number(windowStart) - 1]!.id;
  const index = Number(storageProofLeafIndex(id, windowId, contract.filesize));
  return { parentId: id, leaf: LEAVES[index]!, proof: PROOFS[index]! };
}

const codeOf = (code: RuleCode) => expect.objectContaining({ code }) as Error;

describe('forming a V1 contract', () => {
  const chain = newChain();

  test('pays the tax', () => {
    const { chain } = chainWithContract(6);
    expect(chain.state.fundTaxRevenue).toBe(payout - shared);
  });

  test.each([
    // The contract would be formed in block 5.
    ['exactly 3.9 % from the fork on', 5, 3_900_000_000_000_000_000_000_000n],
    ['the result in float64 before it', 6, 3899999999999999994440000n]
  ])('costs %s', (_, taxHeight, tax) => {
    const network = { ...testNetwork(), hardforkTax: { height: taxHeight } };
    expect(fileContractTax(network, chain.state, contract)).toBe(tax);
  });

  test.each<[string, Partial<FileContract>, RuleCode]>([
    ['a window in the past', { windowStart: 4n }, 'contract/window-started'],
    ['an empty window', { windowEnd: 8n }, 'contract/window-order'],
    ['unequal payouts', { missedProofOutputs: contract.validProofOutputs.slice(1) }, 'contract/unequal-payouts'],
    ['a payout without tax', { payout: hastings(shared + 1n) }, 'contract/wrong-tax']
  ])('is rejected with %s', (_, change, code) => {
    const txn = formation(chain, change);
    const balanced = {
      ...txn,
      coinOutputs: [
        {
          value: hastings(chain.coinOf(v1AddressOf(ALICE)).output.value - txn.fileContracts[0]!.payout),
          address: v1AddressOf(ALICE)
        }
      ]
    };
    const transactions = [signTransaction(chain, balanced, ALICE)];
    expect(() => chain.validate(chain.child({ transactions }))).toThrow(codeOf(code));
  });

  test.each<[string, Partial<FileContract>]>([
    ['opens in the block that forms it', { windowStart: 5n }],
    ['lasts one block', { windowEnd: 9n }]
  ])('is valid with a window that %s', (_, change) => {
    expect(() => chain.validate(chain.child({ transactions: [formation(chain, change)] }))).not.toThrow();
  });

  test('adds to its block’s tax', () => {
    const { transactions } = chain.child({ transactions: [formation(chain), formation(chain)] });
    expect(blockTax(chain.network, chain.state, { transactions })).toBe(2n * (payout - shared));
    expect(blockTax(chain.network, chain.state, { transactions: [EMPTY_TRANSACTION] })).toBe(0n);
  });

  test('is rejected with a value of zero', () => {
    const transactions = [formation(chain, { payout: hastings(0n) })];
    expect(() => chain.validate(chain.child({ transactions }))).toThrow(codeOf('txn/zero-value'));
  });
});

describe('revising a V1 contract', () => {
  const { chain, id } = chainWithContract(6);

  test('in the block that forms it', () => {
    const chain = newChain();
    const forming = formation(chain);
    const id = fileContractId(forming, 0);
    chain.add(chain.child({ transactions: [forming, revision(chain, id)] }));
    expect(chain.fileContracts.map(({ fileContract }) => fileContract.revisionNumber)).toEqual([1n]);
  });

  test('twice in a block applies the last revision', () => {
    const { chain, id } = chainWithContract(6);
    const moved = [{ value: shared, address: v1AddressOf(BOB) }];
    const transactions = [revision(chain, id), revision(chain, id, { revisionNumber: 2n, validProofOutputs: moved })];
    chain.add(chain.child({ transactions }));
    expect(chain.fileContracts[0]!.fileContract).toMatchObject({
      revisionNumber: 2n,
      payout,
      validProofOutputs: moved
    });
  });

  test.each<[string, Partial<FileContractRevision>, RuleCode]>([
    ['conditions that are still locked', { unlockConditions: { ...locksOf(ALICE), timelock: 7n } }, 'txn/timelocked'],
    ['other conditions', { unlockConditions: locksOf(BOB) }, 'txn/wrong-unlock-conditions'],
    // Their timelock has expired in this block: the only fault is that they differ.
    [
      'other conditions locked until this block',
      { unlockConditions: { ...locksOf(ALICE), timelock: 6n } },
      'txn/wrong-unlock-conditions'
    ],
    ['a window in the past', { windowStart: 5n }, 'contract/window-started'],
    ['a window that ends before it begins', { windowEnd: 7n }, 'contract/window-order'],
    ['an empty window', { windowEnd: 8n }, 'contract/window-order'],
    ['an unknown contract', { parentId: `${'0'.repeat(63)}1` as FileContractId }, 'txn/unknown-parent'],
    ['the same revision number', { revisionNumber: 0n }, 'contract/revision-number'],
    [
      'a different valid sum',
      { validProofOutputs: contract.validProofOutputs.slice(1) },
      'contract/revision-changes-sum'
    ],
    ['a different missed sum', { missedProofOutputs: [] }, 'contract/revision-changes-sum']
  ])('is rejected with %s', (_, change, code) => {
    const transactions = [revision(chain, id, change)];
    expect(() => chain.validate(chain.child({ transactions }))).toThrow(codeOf(code));
  });

  test('is valid with a window of one block that opens in the block of the revision', () => {
    const transactions = [revision(chain, id, { windowStart: 6n, windowEnd: 7n })];
    expect(() => chain.validate(chain.child({ transactions }))).not.toThrow();
  });

  test('is rejected twice in a transaction', () => {
    const [first] = revision(chain, id).fileContractRevisions;
    const fileContractRevisions = [first!, { ...first!, revisionNumber: 2n }];
    const transactions = [signTransaction(chain, { ...EMPTY_TRANSACTION, fileContractRevisions }, ALICE)];
    expect(() => chain.validate(chain.child({ transactions }))).toThrow(codeOf('txn/repeated-parent'));
  });

  test('is rejected after the window has opened', () => {
    const { chain, id } = chainWithContract(9);
    const transactions = [revision(chain, id, { windowStart: 20n, windowEnd: 30n })];
    expect(() => chain.validate(chain.child({ transactions }))).toThrow(codeOf('contract/revision-late'));
  });
});

describe('an id of another kind, which the block has changed', () => {
  const chain = newChain();
  const forming = formation(chain);
  const contractId = fileContractId(forming, 0);
  const outputId = coinOutputId(forming, 0);
  const [revised] = revision(chain, contractId).fileContractRevisions;

  // The reference keeps all kinds in one table by id: the first coin of the block, spent already, would be spent again.
  test.each<[string, Partial<Transaction>]>([
    [
      'a contract’s is no coin output’s',
      {
        coinInputs: [{ parentId: contractId as string as CoinOutputId, unlockConditions: locksOf(ALICE) }],
        coinOutputs: [{ value: chain.coinOf(v1AddressOf(ALICE)).output.value, address: v1AddressOf(BOB) }]
      }
    ],
    [
      'a coin output’s is no fund output’s',
      {
        fundInputs: [
          {
            parentId: outputId as string as FundOutputId,
            unlockConditions: locksOf(ALICE),
            claimAddress: v1AddressOf(ALICE)
          }
        ],
        fundOutputs: [{ value: chain.fundOf(v1AddressOf(ALICE)).output.value, address: v1AddressOf(BOB) }]
      }
    ],
    [
      'a coin output’s is no contract’s',
      { fileContractRevisions: [{ ...revised!, parentId: outputId as string as FileContractId }] }
    ]
  ])('%s', (_, change) => {
    const transactions = [forming, signTransaction(chain, { ...EMPTY_TRANSACTION, ...change }, ALICE)];
    expect(() => chain.validate(chain.child({ transactions: [forming] }))).not.toThrow();
    expect(() => chain.validate(chain.child({ transactions }))).toThrow(codeOf('txn/unknown-parent'));
  });
});

describe('proving a V1 contract', () => {
  const { chain, id } = chainWithContract(9);
  const proof = proofFor(chain, id);
  const proving = (change: Partial<Transaction> = {}): Transaction => ({
    ...EMPTY_TRANSACTION,
    storageProofs: [proof],
    ...change
  });

  test('pays its valid outputs', () => {
    const { chain, id } = chainWithContract(9);
    chain.add(chain.child({ transactions: [proving({ storageProofs: [proofFor(chain, id)] })] }));
    expect(chain.fileContracts).toEqual([]);
    expect(chain.coins.find((coin) => coin.id === contractPayoutId(id, true, 1))?.output.value).toBe(half);
  });

  test('together with others in a transaction, each uses the block before its own window', () => {
    const chain = newChain();
    const windows = [6n, 7n, 8n];
    const ids = windows.map((windowStart) => {
      const txn = formation(chain, { windowStart, windowEnd: 12n });
      chain.add(chain.child({ transactions: [txn] }));
      return fileContractId(txn, 0);
    });
    chain.growTo(9);
    const storageProofs = ids.map((id, i) => proofFor(chain, id, windows[i]));
    // The first window's block would select a different leaf for the others.
    expect(ids.map((id) => proofFor(chain, id, windows[0]))).not.toEqual(storageProofs);
    chain.add(chain.child({ transactions: [proving({ storageProofs })] }));
    expect(chain.fileContracts).toEqual([]);
  });

  test('pays only its valid outputs, even in the block in which the window ends', () => {
    const { chain, id } = chainWithContract(10);
    chain.add(chain.child({ transactions: [proving({ storageProofs: [proofFor(chain, id)] })] }));
    expect(chain.fileContracts).toEqual([]);
    expect(chain.coins.find((coin) => coin.id === contractPayoutId(id, true, 1))?.output.value).toBe(half);
    expect(chain.coins.find((coin) => coin.id === contractPayoutId(id, false, 0))).toBeUndefined();
  });

  test('an expired contract pays the missed outputs', () => {
    const { chain, id } = chainWithContract(11);
    expect(chain.fileContracts).toEqual([]);
    expect(chain.coins.find((coin) => coin.id === contractPayoutId(id, false, 0))?.output.value).toBe(shared);
  });

  test.each<[string, Transaction[], RuleCode]>([
    ['a wrong leaf', [proving({ storageProofs: [{ ...proof, leaf: new Uint8Array(64) }] })], 'contract/proof-invalid'],
    ['the same proof twice', [proving({ storageProofs: [proof, proof] })], 'contract/proof-repeated'],
    ['the same proof again in the block', [proving(), proving()], 'contract/conflict'],
    [
      'a later revision in the block',
      [proving(), revision(chain, id, { windowStart: 20n, windowEnd: 30n })],
      'contract/conflict'
    ],
    [
      'an unknown contract',
      [proving({ storageProofs: [{ ...proof, parentId: `${'0'.repeat(63)}1` as FileContractId }] })],
      'txn/unknown-parent'
    ],
    [
      'other outputs in the transaction',
      [
        signTransaction(
          chain,
          {
            ...EMPTY_TRANSACTION,
            coinInputs: [{ parentId: chain.coinOf(v1AddressOf(ALICE)).id, unlockConditions: locksOf(ALICE) }],
            coinOutputs: [{ ...chain.coinOf(v1AddressOf(ALICE)).output }],
            storageProofs: [proof]
          },
          ALICE
        )
      ],
      'contract/proof-with-outputs'
    ]
  ])('is rejected with %s', (_, transactions, code) => {
    expect(() => chain.validate(chain.child({ transactions }))).toThrow(codeOf(code));
  });

  describe('is rejected if the transaction creates anything else', () => {
    // The last block in which the contract can be revised.
    const { chain, id } = chainWithContract(8);
    const storageProofs = [proofFor(chain, id)];
    const coin = chain.coinOf(v1AddressOf(ALICE));
    const fund = chain.fundOf(v1AddressOf(ALICE));
    const coinInputs = [{ parentId: coin.id, unlockConditions: locksOf(ALICE) }];
    const fundInputs = [{ parentId: fund.id, unlockConditions: locksOf(ALICE), claimAddress: v1AddressOf(ALICE) }];

    test.each<[string, Partial<Transaction>, RuleCode | undefined]>([
      // A fee creates nothing: the only fault is that the proof comes too early.
      ['only a fee', { coinInputs, minerFees: [coin.output.value] }, 'contract/proof-early'],
      ['a coin output', { coinInputs, coinOutputs: [coin.output] }, 'contract/proof-with-outputs'],
      ['a fund output', { fundInputs, fundOutputs: [fund.output] }, 'contract/proof-with-outputs'],
      [
        'a contract',
        {
          coinInputs,
          minerFees: [hastings(coin.output.value - payout)],
          fileContracts: [contract]
        },
        'contract/proof-with-outputs'
      ],
      [
        'a revision',
        { fileContractRevisions: revision(chain, id).fileContractRevisions },
        'contract/proof-with-outputs'
      ]
    ])('%s', (_, parts, code) => {
      const transactions = [signTransaction(chain, { ...EMPTY_TRANSACTION, ...parts, storageProofs }, ALICE)];
      const block = chain.child({ transactions });
      const supplement = chain.supplementFor(block);
      const known = [{ ...supplement.transactions[0]!, revisedFileContracts: chain.fileContracts }];
      expect(() => chain.validate(block, { ...supplement, transactions: known })).toThrow(
        expect.objectContaining({ code })
      );
    });
  });

  test('may follow a revision in the block before the window opens, with the leaf selected by that block', () => {
    const { chain, id } = chainWithContract(8);
    const revising = revision(chain, id);
    const storageProofs = [proofFor(chain, id)];
    chain.add(chain.child({ transactions: [revising, { ...EMPTY_TRANSACTION, storageProofs }] }));
    expect(chain.fileContracts).toEqual([]);
    expect(chain.coins.find((coin) => coin.id === contractPayoutId(id, true, 0))?.output.value).toBe(half);
  });

  test('that a revision in the same block changed: reverting the block restores the contract as it was', () => {
    const { chain, id } = chainWithContract(8);
    const parent = chain.state;
    const [before] = chain.fileContracts;
    const block = chain.child({
      transactions: [revision(chain, id), proving({ storageProofs: [proofFor(chain, id)] })]
    });
    const supplement = chain.supplementFor(block);
    chain.add(block, supplement);
    const { update, treeNodes } = revertBlock(chain.network, parent, block, supplement);
    expect(update.fileContractElements).toMatchObject([
      { fileContractElement: before, revision: { revisionNumber: 1n } }
    ]);
    const height = before!.stateElement.merkleProof.length;
    expect(treeNodes.filter((node) => node.height === height).map(({ hash }) => encodeHex(hash))).toEqual([
      parent.elements.trees[height]
    ]);
  });

  test('is rejected before the window opens', () => {
    const { chain, id } = chainWithContract(7);
    const block = chain.child({ transactions: [proving({ storageProofs: [{ ...proof, parentId: id }] })] });
    const supplement = chain.supplementFor(block);
    const revisedFileContracts = chain.fileContracts;
    const known = { ...supplement, transactions: [{ ...supplement.transactions[0]!, revisedFileContracts }] };
    expect(() => chain.validate(block, known)).toThrow(codeOf('contract/proof-early'));
  });
});

describe('the last leaf of a file', () => {
  /** The chain with a file of one shorter leaf, and the storage proof fork at this height. */
  function proofAccepted(filesize: bigint, root: Hash256, forks: { tax: number; storageProof: number }): boolean {
    const network = {
      ...testNetwork(),
      hardforkTax: { height: forks.tax },
      hardforkStorageProof: { height: forks.storageProof }
    };
    const chain = new TestChain(network);
    chain.growTo(5);
    const rest = [
      { value: hastings(payout - fileContractTax(network, chain.state, contract)), address: v1AddressOf(BOB) }
    ];
    const txn = formation(chain, {
      filesize,
      fileMerkleRoot: root,
      validProofOutputs: rest,
      missedProofOutputs: rest
    });
    chain.add(chain.child({ transactions: [txn] }));
    chain.growTo(9);
    const storageProofs = [{ parentId: fileContractId(txn, 0), leaf: LEAVES[0]!, proof: [] }];
    try {
      chain.validate(chain.child({ transactions: [{ ...EMPTY_TRANSACTION, storageProofs }] }));
      return true;
    } catch {
      return false;
    }
  }

  const cut = (length: number) => hex(merkleLeaf(Uint8Array.from(LEAVES[0]!, (byte, i) => (i < length ? byte : 0))));

  test.each([
    ['hashed whole before the tax fork', 10n, cut(64), { tax: 50, storageProof: 50 }, true],
    ['not hashed whole after the tax fork', 10n, cut(64), { tax: 1, storageProof: 50 }, false],
    ['truncated to its length after the storage proof fork', 10n, cut(10), { tax: 1, storageProof: 1 }, true],
    ['truncated between the forks', 10n, cut(10), { tax: 1, storageProof: 50 }, true],
    ['emptied between the forks if it is full', 64n, cut(0), { tax: 1, storageProof: 50 }, true],
    ['whole after the storage proof fork if it is full', 64n, cut(64), { tax: 1, storageProof: 1 }, true],
    ['not required if the file is empty', 0n, cut(3), { tax: 1, storageProof: 1 }, true],
    ['required between the forks if the file is empty', 0n, cut(3), { tax: 1, storageProof: 50 }, false],
    // The proof is in block 9.
    ['truncated in the block of the tax fork', 10n, cut(10), { tax: 9, storageProof: 50 }, true],
    ['hashed whole in the block before it', 10n, cut(64), { tax: 10, storageProof: 50 }, true],
    ['whole in the block of the storage proof fork if it is full', 64n, cut(64), { tax: 1, storageProof: 9 }, true],
    ['emptied in the block before it if it is full', 64n, cut(0), { tax: 1, storageProof: 10 }, true],
    ['not required in the block of that fork if the file is empty', 0n, cut(3), { tax: 1, storageProof: 9 }, true],
    ['required in the block before it if the file is empty', 0n, cut(3), { tax: 1, storageProof: 10 }, false]
  ] as const)('is %s', (_, filesize, root, forks, isAccepted) => {
    expect(proofAccepted(filesize, root, forks)).toBe(isAccepted);
  });
});
