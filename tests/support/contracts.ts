import { hastings } from '$lib/chain/currency/currency';
import type { CoinElement } from '$lib/chain/element/elements';
import type { V2FileContract, V2FileContractElement, V2FileContractRenewal } from '$lib/chain/element/fileContract';
import { merkleLeaf, merkleNode } from '$lib/chain/merkle';
import type { BlockId, FileContractId, Hash256 } from '$lib/chain/ids';
import { ZERO_SIGNATURE } from '$lib/chain/keys/keys';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { contractSigHash, inputSigHash, renewalSigHash } from '$lib/chain/transaction/sigHash';
import { sign } from '$lib/chain/keys/sign';
import { storageProofLeafIndex } from '$lib/chain/element/storageProofLeafIndex';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { encodeHex } from '$lib/codec/bytes';
import { v2FileContractTax } from '$lib/consensus/contractTax';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';

export type KeyPair = ReturnType<typeof deriveKeyPair>;

/** Owns the development chain's genesis coins. */
export const RENTER = deriveKeyPair(seedFromPhrase(`${'abandon '.repeat(11)}about`), 0n);
export const HOST = deriveKeyPair(seedFromPhrase(`${'zoo '.repeat(11)}wrong`), 0n);

export const policyOf = ({ publicKey }: KeyPair) => ({ type: 'pk', publicKey }) as const;
export const addressOf = (key: KeyPair) => policyAddress(policyOf(key));

const COIN = 10n ** 24n;
export const coins = (count: bigint) => hastings(count * COIN);

// A file of three full leaves: an unbalanced tree.
const LEAVES = [1, 2, 3].map((byte) => new Uint8Array(64).fill(byte));
const [first, second, third] = LEAVES.map(merkleLeaf) as [Uint8Array, Uint8Array, Uint8Array];
const hex = (hash: Uint8Array) => encodeHex(hash) as Hash256;
const PROOFS = [[second, third], [first, third], [merkleNode(first, second)]].map((proof) => proof.map(hex));

/** The file that the host stores. */
export const FILE = { filesize: 192n, fileMerkleRoot: hex(merkleNode(merkleNode(first, second), third)) };

/** The leaf of the file that the block selects, and its Merkle path. */
export function fileProof(contract: FileContractId, drawnBy: BlockId) {
  const index = Number(storageProofLeafIndex(contract, drawnBy, FILE.filesize));
  return { leaf: LEAVES[index]!, proof: PROOFS[index]! };
}

/** A V2 contract for the file, signed by both parties. */
export function signedContract(
  change: Partial<V2FileContract> & Pick<V2FileContract, 'proofHeight' | 'expirationHeight'>
): V2FileContract {
  const contract: V2FileContract = {
    ...FILE,
    capacity: FILE.filesize,
    renterOutput: { value: coins(60n), address: addressOf(RENTER) },
    hostOutput: { value: coins(40n), address: addressOf(HOST) },
    missedHostValue: coins(30n),
    totalCollateral: coins(20n),
    renterPublicKey: RENTER.publicKey,
    hostPublicKey: HOST.publicKey,
    revisionNumber: 0n,
    renterSignature: ZERO_SIGNATURE,
    hostSignature: ZERO_SIGNATURE,
    ...change
  };
  const sigHash = contractSigHash(contract);
  return {
    ...contract,
    renterSignature: sign(RENTER.privateKey, sigHash),
    hostSignature: sign(HOST.privateKey, sigHash)
  };
}

/** The cost of forming the contract, including tax. */
export const costOf = (contract: V2FileContract): bigint =>
  contract.renterOutput.value + contract.hostOutput.value + v2FileContractTax(contract);

/** A signed transaction with the coin as its only input; everything above `cost` returns to its owner. */
export function paidBy(
  parent: CoinElement,
  key: KeyPair,
  cost: bigint,
  content: Partial<V2Transaction>
): V2Transaction {
  const satisfiedPolicy = { policy: policyOf(key), signatures: [], preimages: [] };
  const change = { value: hastings(parent.output.value - cost), address: addressOf(key) };
  const unsigned: V2Transaction = {
    ...EMPTY_V2_TRANSACTION,
    ...content,
    coinInputs: [{ parent, satisfiedPolicy }],
    coinOutputs: [change, ...(content.coinOutputs ?? [])]
  };
  const signatures = [sign(key.privateKey, inputSigHash(unsigned))];
  return { ...unsigned, coinInputs: [{ parent, satisfiedPolicy: { ...satisfiedPolicy, signatures } }] };
}

/** Forms the contract with a coin of one party, which pays for both. */
export const formation = (coin: CoinElement, contract: V2FileContract, key: KeyPair = RENTER): V2Transaction =>
  paidBy(coin, key, costOf(contract), { fileContracts: [contract] });

/** Revises the contract, at no cost. */
export const revising = (parent: V2FileContractElement, revision: V2FileContract): V2Transaction => ({
  ...EMPTY_V2_TRANSACTION,
  fileContractRevisions: [{ parent, revision }]
});

/** Signed by both: the renter withdraws 10 of its 60 coins and the host 20 of its 40, the rest is rolled over. */
export function signedRenewal(newContract: V2FileContract): V2FileContractRenewal {
  const renewal: V2FileContractRenewal = {
    finalRenterOutput: { value: coins(10n), address: addressOf(RENTER) },
    finalHostOutput: { value: coins(20n), address: addressOf(HOST) },
    renterRollover: coins(50n),
    hostRollover: coins(20n),
    newContract,
    renterSignature: ZERO_SIGNATURE,
    hostSignature: ZERO_SIGNATURE
  };
  const sigHash = renewalSigHash(renewal);
  return {
    ...renewal,
    renterSignature: sign(RENTER.privateKey, sigHash),
    hostSignature: sign(HOST.privateKey, sigHash)
  };
}

/** Renews the contract; a coin of one party pays for what is not rolled over. */
export const renewing = (
  coin: CoinElement,
  parent: V2FileContractElement,
  renewal: V2FileContractRenewal,
  key: KeyPair = RENTER
): V2Transaction =>
  paidBy(coin, key, costOf(renewal.newContract) - renewal.renterRollover - renewal.hostRollover, {
    fileContractResolutions: [{ parent, resolution: { type: 'renewal', renewal } }]
  });
