import { describe, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import type {
  V2FileContract,
  V2FileContractElement,
  V2FileContractRenewal,
  V2StorageProof
} from '$lib/chain/element/fileContract';
import { merkleLeaf, merkleNode } from '$lib/chain/merkle';
import { ZERO_HASH, type Hash256 } from '$lib/chain/ids';
import { ZERO_SIGNATURE } from '$lib/chain/keys/keys';
import { contractSigHash, renewalSigHash } from '$lib/chain/transaction/sigHash';
import { sign } from '$lib/chain/keys/sign';
import { storageProofLeafIndex } from '$lib/chain/element/storageProofLeafIndex';
import { v2ContractOutputId, v2RenewalId } from '$lib/chain/transaction/v2TransactionIds';
import { EMPTY_V2_TRANSACTION, type V2Resolution, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { encodeHex } from '$lib/codec/bytes';
import { blockTax, v2FileContractTax } from '$lib/consensus/contractTax';
import type { RuleCode } from '$lib/consensus/errors';
import {
  ALICE,
  BOB,
  COIN,
  coins,
  publicKeyOf,
  signV2Transaction,
  TestChain,
  testNetwork,
  v2AddressOf,
  v2InputOf
} from './testChain';

/** A file of three full leaves: an unbalanced tree. */
const LEAVES = [1, 2, 3].map((byte) => new Uint8Array(64).fill(byte));
const [first, second, third] = LEAVES.map(merkleLeaf) as [Uint8Array, Uint8Array, Uint8Array];
const hex = (hash: Uint8Array) => encodeHex(hash) as Hash256;
const PROOFS = [[second, third], [first, third], [merkleNode(first, second)]].map((proof) => proof.map(hex));

const PROOF_HEIGHT = 9;
const EXPIRATION_HEIGHT = 11;

/** Alice rents from Bob. */
const unsignedContract: V2FileContract = {
  capacity: 192n,
  filesize: 192n,
  fileMerkleRoot: hex(merkleNode(merkleNode(first, second), third)),
  proofHeight: BigInt(PROOF_HEIGHT),
  expirationHeight: BigInt(EXPIRATION_HEIGHT),
  renterOutput: { value: coins(60n), address: v2AddressOf(ALICE) },
  hostOutput: { value: coins(40n), address: v2AddressOf(BOB) },
  missedHostValue: coins(30n),
  totalCollateral: coins(20n),
  renterPublicKey: publicKeyOf(ALICE),
  hostPublicKey: publicKeyOf(BOB),
  revisionNumber: 0n,
  renterSignature: ZERO_SIGNATURE,
  hostSignature: ZERO_SIGNATURE
};

function signedContract(change: Partial<V2FileContract> = {}): V2FileContract {
  const contract = { ...unsignedContract, ...change };
  const sigHash = contractSigHash(contract);
  return { ...contract, renterSignature: sign(ALICE, sigHash), hostSignature: sign(BOB, sigHash) };
}

/** Signed by its own keys, regardless of those in the previous revision. */
function selfSigned(change: Partial<V2FileContract>): V2FileContract {
  const contract = { ...unsignedContract, ...change };
  const sigHash = contractSigHash(contract);
  return { ...contract, renterSignature: sign(BOB, sigHash), hostSignature: sign(BOB, sigHash) };
}

const codeOf = (code: RuleCode) => expect.objectContaining({ code }) as Error;

function newChain(height = 6, network = testNetwork(2)): TestChain {
  const chain = new TestChain(network);
  chain.growTo(height);
  return chain;
}

/** Forms the contract, paid by Alice's coin. */
function formation(chain: TestChain, contract: V2FileContract): V2Transaction {
  const coin = chain.coinOf(v2AddressOf(ALICE));
  const cost = contract.renterOutput.value + contract.hostOutput.value + v2FileContractTax(contract);
  return signV2Transaction(
    {
      ...EMPTY_V2_TRANSACTION,
      coinInputs: [v2InputOf(coin, ALICE)],
      coinOutputs: [{ value: hastings(coin.output.value - cost), address: v2AddressOf(ALICE) }],
      fileContracts: [contract]
    },
    ALICE
  );
}

/** A chain at this height, with the contract formed in block 6. */
function chainWithContract(height = 7, network = testNetwork(2)): { chain: TestChain; parent: V2FileContractElement } {
  const chain = newChain(6, network);
  chain.add(chain.child({ v2transactions: [formation(chain, signedContract())] }));
  chain.growTo(height);
  return { chain, parent: chain.v2FileContracts[0]! };
}

const revising = (parent: V2FileContractElement, revision: V2FileContract): V2Transaction => ({
  ...EMPTY_V2_TRANSACTION,
  fileContractRevisions: [{ parent, revision }]
});
const resolving = (parent: V2FileContractElement, resolution: V2Resolution): V2Transaction => ({
  ...EMPTY_V2_TRANSACTION,
  fileContractResolutions: [{ parent, resolution }]
});
const EXPIRATION: V2Resolution = { type: 'expiration' };

const validate = (chain: TestChain, ...v2transactions: V2Transaction[]) =>
  chain.validate(chain.child({ v2transactions }));
const valueAt = (chain: TestChain, parent: V2FileContractElement, party: 'renter' | 'host') =>
  chain.coins.find(({ id }) => id === v2ContractOutputId(parent.id, party))?.output.value;

describe('forming a V2 contract', () => {
  const chain = newChain();

  test('is valid and taxed at 1/25', () => {
    expect(chainWithContract().chain.state.fundTaxRevenue).toBe(coins(4n));
  });

  test.each<[string, Partial<V2FileContract>]>([
    ['let the host risk and keep all that it gets', { missedHostValue: coins(40n), totalCollateral: coins(40n) }],
    ['be due in the block that forms it', { proofHeight: 6n }],
    ['leave one block for the proof', { expirationHeight: 10n }],
    [
      'be shared in equal parts',
      {
        renterOutput: { value: coins(50n), address: v2AddressOf(ALICE) },
        hostOutput: { value: coins(50n), address: v2AddressOf(BOB) }
      }
    ]
  ])('may %s', (_, change) => {
    expect(() => validate(chain, formation(chain, signedContract(change)))).not.toThrow();
  });

  test.each<[string, V2FileContract, RuleCode]>([
    ['a file larger than its capacity', signedContract({ filesize: 193n }), 'v2-contract/filesize'],
    ['a past proof height', signedContract({ proofHeight: 5n }), 'v2-contract/proof-height-passed'],
    ['no time for the proof', signedContract({ expirationHeight: 9n }), 'v2-contract/no-time'],
    [
      'no value',
      signedContract({
        renterOutput: { value: hastings(0n), address: v2AddressOf(ALICE) },
        hostOutput: { value: hastings(0n), address: v2AddressOf(BOB) },
        missedHostValue: hastings(0n),
        totalCollateral: hastings(0n)
      }),
      'v2-contract/zero-value'
    ],
    [
      'a missed value above the valid one',
      signedContract({ missedHostValue: hastings(coins(40n) + 1n) }),
      'v2-contract/missed-host-value'
    ],
    [
      'more collateral than the host can get',
      signedContract({ totalCollateral: hastings(coins(40n) + 1n) }),
      'v2-contract/collateral'
    ],
    [
      'no signature of the renter',
      { ...signedContract(), renterSignature: ZERO_SIGNATURE },
      'v2-contract/renter-signature'
    ],
    ['no signature of the host', { ...signedContract(), hostSignature: ZERO_SIGNATURE }, 'v2-contract/host-signature']
  ])('is rejected with %s', (_, contract, code) => {
    expect(() => validate(chain, formation(chain, contract))).toThrow(codeOf(code));
  });
});

describe('revising a V2 contract', () => {
  const { chain, parent } = chainWithContract();
  const revision = (change: Partial<V2FileContract> = {}) => signedContract({ revisionNumber: 1n, ...change });

  test('twice in a block applies the last revision, signed by the keys of the first', () => {
    const { chain, parent } = chainWithContract();
    const last = revision({ revisionNumber: 2n, missedHostValue: coins(10n) });
    chain.add(chain.child({ v2transactions: [revising(parent, revision()), revising(parent, last)] }));
    expect(chain.v2FileContracts[0]!.fileContract).toEqual(last);
  });

  test.each<[string, Partial<V2FileContract>, RuleCode]>([
    ['less capacity', { capacity: 191n, filesize: 1n }, 'v2-contract/revision-capacity'],
    ['a file larger than its capacity', { filesize: 193n }, 'v2-contract/filesize'],
    ['the same revision number', { revisionNumber: 0n }, 'v2-contract/revision-number'],
    [
      'a different sum',
      { renterOutput: { value: coins(59n), address: v2AddressOf(ALICE) } },
      'v2-contract/revision-changes-sum'
    ],
    ['a higher missed value', { missedHostValue: coins(31n) }, 'v2-contract/missed-host-value'],
    [
      'a missed value above the valid one',
      {
        renterOutput: { value: coins(75n), address: v2AddressOf(ALICE) },
        hostOutput: { value: coins(25n), address: v2AddressOf(BOB) }
      },
      'v2-contract/missed-host-value'
    ],
    ['other collateral', { totalCollateral: coins(19n) }, 'v2-contract/collateral'],
    ['a past proof height', { proofHeight: 6n }, 'v2-contract/proof-height-passed'],
    ['no time for the proof', { expirationHeight: 9n }, 'v2-contract/no-time']
  ])('is rejected with %s', (_, change, code) => {
    expect(() => validate(chain, revising(parent, revision(change)))).toThrow(codeOf(code));
  });

  test.each<[string, V2Transaction[], RuleCode]>([
    [
      'no signature of the renter',
      [revising(parent, { ...revision(), renterSignature: ZERO_SIGNATURE })],
      'v2-contract/renter-signature'
    ],
    [
      'no signature of the host',
      [revising(parent, { ...revision(), hostSignature: ZERO_SIGNATURE })],
      'v2-contract/host-signature'
    ],
    [
      'a second revision in the transaction',
      [
        {
          ...EMPTY_V2_TRANSACTION,
          fileContractRevisions: [
            { parent, revision: revision() },
            { parent, revision: revision({ revisionNumber: 2n }) }
          ]
        }
      ],
      'v2-contract/already-revised'
    ],
    [
      'a resolution in the same transaction',
      [
        {
          ...EMPTY_V2_TRANSACTION,
          fileContractRevisions: [{ parent, revision: revision() }],
          fileContractResolutions: [{ parent, resolution: EXPIRATION }]
        }
      ],
      'v2-contract/already-revised'
    ],
    [
      'a signature by its own new key',
      [revising(parent, selfSigned({ revisionNumber: 1n, renterPublicKey: publicKeyOf(BOB) }))],
      'v2-contract/renter-signature'
    ],
    [
      'a lower number than earlier in the block',
      [revising(parent, revision({ revisionNumber: 3n })), revising(parent, revision())],
      'v2-contract/revision-number'
    ],
    [
      'a parent with different content',
      [revising({ ...parent, fileContract: { ...parent.fileContract, capacity: 1n } }, revision())],
      'v2-contract/unknown-parent'
    ]
  ])('is rejected with %s', (_, transactions, code) => {
    expect(() => validate(chain, ...transactions)).toThrow(codeOf(code));
  });

  test.each<[string, Partial<V2FileContract>]>([
    ['be due in the block of the revision', { proofHeight: 7n }],
    ['leave one block for the proof', { expirationHeight: 10n }],
    ['have more capacity', { capacity: 256n }],
    ['risk less of the host', { missedHostValue: coins(29n) }],
    [
      'give the host exactly what it keeps',
      {
        renterOutput: { value: coins(70n), address: v2AddressOf(ALICE) },
        hostOutput: { value: coins(30n), address: v2AddressOf(BOB) }
      }
    ]
  ])('may %s', (_, change) => {
    expect(() => validate(chain, revising(parent, revision(change)))).not.toThrow();
  });

  test.each<[number, RuleCode | undefined]>([
    [7, 'v2-contract/missed-host-value'],
    [8, undefined]
  ])(
    'to less than the host’s missed value in block 7, with the fork that forbids it at height %i: %s',
    (height, code) => {
      const network = testNetwork(2);
      const hardforkV2 = { ...network.hardforkV2, ephemeralOutputHeight: height };
      const { chain, parent } = chainWithContract(7, { ...network, hardforkV2 });
      const renterOutput = { value: coins(75n), address: v2AddressOf(ALICE) };
      const hostOutput = { value: coins(25n), address: v2AddressOf(BOB) };
      const revised = () => validate(chain, revising(parent, revision({ renterOutput, hostOutput })));
      if (code === undefined) expect(revised).not.toThrow();
      else expect(revised).toThrow(codeOf(code));
    }
  );

  test('is valid at the proof height', () => {
    const { chain, parent } = chainWithContract(PROOF_HEIGHT);
    expect(() => validate(chain, revising(parent, revision()))).not.toThrow();
  });

  test('is rejected after the proof height', () => {
    const { chain, parent } = chainWithContract(PROOF_HEIGHT + 1);
    const late = revision({ proofHeight: 20n, expirationHeight: 30n });
    expect(() => validate(chain, revising(parent, late))).toThrow(codeOf('v2-contract/revision-late'));
  });
});

describe('renewing a V2 contract', () => {
  const { chain, parent } = chainWithContract();

  const unsigned: V2FileContractRenewal = {
    finalRenterOutput: { value: coins(10n), address: v2AddressOf(ALICE) },
    finalHostOutput: { value: coins(20n), address: v2AddressOf(BOB) },
    renterRollover: coins(50n),
    hostRollover: coins(20n),
    newContract: signedContract({ proofHeight: 20n, expirationHeight: 30n }),
    renterSignature: ZERO_SIGNATURE,
    hostSignature: ZERO_SIGNATURE
  };
  const signedRenewal = (change: Partial<V2FileContractRenewal> = {}): V2FileContractRenewal => {
    const renewal = { ...unsigned, ...change };
    const sigHash = renewalSigHash(renewal);
    return { ...renewal, renterSignature: sign(ALICE, sigHash), hostSignature: sign(BOB, sigHash) };
  };
  /** The renewal; Alice's coin pays what the rollover does not cover. */
  const renewing = (chain: TestChain, parent: V2FileContractElement, renewal: V2FileContractRenewal): V2Transaction => {
    const coin = chain.coinOf(v2AddressOf(ALICE));
    const { newContract, renterRollover, hostRollover } = renewal;
    const cost = newContract.renterOutput.value + newContract.hostOutput.value + v2FileContractTax(newContract);
    const change = coin.output.value + renterRollover + hostRollover - cost;
    return signV2Transaction(
      {
        ...EMPTY_V2_TRANSACTION,
        coinInputs: [v2InputOf(coin, ALICE)],
        coinOutputs: [{ value: hastings(change), address: v2AddressOf(ALICE) }],
        fileContractResolutions: [{ parent, resolution: { type: 'renewal', renewal } }]
      },
      ALICE
    );
  };

  test('pays the final outputs and forms the next contract', () => {
    const { chain, parent } = chainWithContract();
    chain.add(chain.child({ v2transactions: [renewing(chain, parent, signedRenewal())] }));
    expect(chain.v2FileContracts.map(({ id }) => id)).toEqual([v2RenewalId(parent.id)]);
    expect(valueAt(chain, parent, 'renter')).toBe(coins(10n));
    expect(valueAt(chain, parent, 'host')).toBe(coins(20n));
    expect(chain.state.fundTaxRevenue).toBe(coins(8n));
  });

  test('adds the new contract’s tax to that of its block', () => {
    const v2 = chain.child({
      v2transactions: [
        renewing(chain, parent, signedRenewal()),
        formation(chain, signedContract()),
        resolving(parent, EXPIRATION)
      ]
    }).v2!;
    expect(blockTax(chain.network, chain.state, { transactions: [], v2 })).toBe(coins(8n));
  });

  test.each<[string, V2FileContractRenewal, RuleCode]>([
    [
      'another renter key',
      signedRenewal({ newContract: { ...unsigned.newContract, renterPublicKey: publicKeyOf(BOB) } }),
      'v2-contract/renewal-keys'
    ],
    [
      'another host key',
      signedRenewal({ newContract: { ...unsigned.newContract, hostPublicKey: publicKeyOf(ALICE) } }),
      'v2-contract/renewal-keys'
    ],
    [
      'payouts that differ from the old sum',
      signedRenewal({ renterRollover: coins(51n) }),
      'v2-contract/renewal-payout'
    ],
    [
      'a rollover above the new contract’s cost',
      signedRenewal({
        newContract: signedContract({
          proofHeight: 20n,
          expirationHeight: 30n,
          renterOutput: { value: coins(20n), address: v2AddressOf(ALICE) }
        })
      }),
      'v2-contract/renewal-rollover'
    ],
    [
      'a new contract that breaks a rule',
      signedRenewal({ newContract: signedContract({ proofHeight: 5n }) }),
      'v2-contract/proof-height-passed'
    ],
    [
      'no signature of the renter',
      { ...signedRenewal(), renterSignature: ZERO_SIGNATURE },
      'v2-contract/renter-signature'
    ],
    ['no signature of the host', { ...signedRenewal(), hostSignature: ZERO_SIGNATURE }, 'v2-contract/host-signature']
  ])('is rejected with %s', (_, renewal, code) => {
    expect(() => validate(chain, renewing(chain, parent, renewal))).toThrow(codeOf(code));
  });

  test.each<[string, bigint, RuleCode | undefined]>([
    ['all', 0n, undefined],
    ['more than', 1n, 'v2-contract/renewal-rollover']
  ])('may roll over at most the new contract’s cost: %s of it', (_, more, code) => {
    // It costs 65 plus a tax of 1/25.
    const newContract = signedContract({
      proofHeight: 20n,
      expirationHeight: 30n,
      renterOutput: { value: coins(25n), address: v2AddressOf(ALICE) }
    });
    const cost = 65n * COIN + v2FileContractTax(newContract);
    const renterRollover = hastings(cost - unsigned.hostRollover + more);
    const final = hastings(coins(100n) - cost - more - unsigned.finalHostOutput.value);
    const finalRenterOutput = { value: final, address: v2AddressOf(ALICE) };
    const renewal = signedRenewal({ newContract, renterRollover, finalRenterOutput });
    const renew = () => validate(chain, renewing(chain, parent, renewal));
    if (code === undefined) expect(renew).not.toThrow();
    else expect(renew).toThrow(codeOf(code));
  });

  test('is rejected after the contract was resolved in the same block', () => {
    const v2transactions = [renewing(chain, parent, signedRenewal()), resolving(parent, EXPIRATION)];
    expect(() => validate(chain, ...v2transactions)).toThrow(codeOf('v2-contract/already-resolved'));
  });
});

/** Bob's storage proof, for the leaf that the block at the proof height selects. */
function proofFor(chain: TestChain, parent: V2FileContractElement): V2StorageProof {
  const proofIndex = chain.chainIndices[PROOF_HEIGHT]!;
  const index = Number(storageProofLeafIndex(parent.id, proofIndex.id, parent.fileContract.filesize));
  return { proofIndex, leaf: LEAVES[index]!, proof: PROOFS[index]! };
}
const proving = (parent: V2FileContractElement, storageProof: V2StorageProof) =>
  resolving(parent, { type: 'storageProof', storageProof });

describe('proving a V2 contract', () => {
  const { chain, parent } = chainWithContract(PROOF_HEIGHT + 1);
  const proof = proofFor(chain, parent);

  test('pays its outputs', () => {
    const { chain, parent } = chainWithContract(PROOF_HEIGHT + 1);
    chain.add(chain.child({ v2transactions: [proving(parent, proofFor(chain, parent))] }));
    expect(chain.v2FileContracts).toEqual([]);
    expect(valueAt(chain, parent, 'host')).toBe(coins(40n));
  });

  test.each<[string, V2StorageProof, RuleCode]>([
    ['another leaf', { ...proof, leaf: new Uint8Array(64) }, 'v2-contract/proof-invalid'],
    ['a shorter path', { ...proof, proof: [] }, 'v2-contract/proof-invalid'],
    ['the index of another height', { ...proof, proofIndex: chain.chainIndices[8]! }, 'v2-contract/proof-index'],
    [
      'the index of a height beyond the safe integers',
      {
        ...proof,
        proofIndex: { ...proof.proofIndex, chainIndex: { height: (1n << 64n) - 1n, id: proof.proofIndex.id } }
      },
      'v2-contract/proof-index'
    ],
    [
      'the index of a block that is not on the chain',
      {
        ...proof,
        proofIndex: { ...proof.proofIndex, chainIndex: { height: BigInt(PROOF_HEIGHT), id: chain.chainIndices[8]!.id } }
      },
      'v2-contract/proof-index'
    ]
  ])('is rejected with %s', (_, storageProof, code) => {
    expect(() => validate(chain, proving(parent, storageProof))).toThrow(codeOf(code));
  });

  test('is rejected before the proof height', () => {
    const { chain, parent } = chainWithContract(8);
    const proofIndex = chain.chainIndices[7]!;
    expect(() => validate(chain, proving(parent, { ...proof, proofIndex }))).toThrow(codeOf('v2-contract/proof-early'));
  });

  test('is not too early at the proof height itself, but no block can contain its own index', () => {
    const { chain, parent } = chainWithContract(PROOF_HEIGHT);
    const own = { ...proof.proofIndex, stateElement: chain.chainIndices[8]!.stateElement };
    expect(() => validate(chain, proving(parent, { ...proof, proofIndex: own }))).toThrow(
      codeOf('v2-contract/proof-index')
    );
  });

  test('of an empty file needs no path', () => {
    const chain = newChain();
    const empty = signedContract({ filesize: 0n, fileMerkleRoot: ZERO_HASH });
    chain.add(chain.child({ v2transactions: [formation(chain, empty)] }));
    chain.growTo(PROOF_HEIGHT + 1);
    const storageProof = { proofIndex: chain.chainIndices[PROOF_HEIGHT]!, leaf: new Uint8Array(64), proof: [] };
    expect(() => validate(chain, proving(chain.v2FileContracts[0]!, storageProof))).not.toThrow();
  });
});

describe('letting a V2 contract expire', () => {
  test('pays the host its missed value', () => {
    const { chain, parent } = chainWithContract(EXPIRATION_HEIGHT + 1);
    chain.add(chain.child({ v2transactions: [resolving(parent, EXPIRATION)] }));
    expect(valueAt(chain, parent, 'renter')).toBe(coins(60n));
    expect(valueAt(chain, parent, 'host')).toBe(coins(30n));
    const gone = { ...parent, stateElement: chain.stateElementAt(parent.stateElement.leafIndex) };
    expect(() => validate(chain, resolving(gone, EXPIRATION))).toThrow(codeOf('v2-contract/already-resolved'));
  });

  test('is rejected twice in a transaction', () => {
    const { chain, parent } = chainWithContract(EXPIRATION_HEIGHT + 1);
    const once = { parent, resolution: EXPIRATION };
    expect(() => validate(chain, { ...EMPTY_V2_TRANSACTION, fileContractResolutions: [once, once] })).toThrow(
      codeOf('v2-contract/already-resolved')
    );
  });

  test('is rejected at the expiration height', () => {
    const { chain, parent } = chainWithContract(EXPIRATION_HEIGHT);
    const early = () => validate(chain, resolving(parent, EXPIRATION));
    expect(early).toThrow(codeOf('v2-contract/expiration-early'));
    // The reference has a trailing blank.
    expect(early).toThrow(/after expiration height \(\d+\) $/);
  });
});
