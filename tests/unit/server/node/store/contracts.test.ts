import { beforeEach, expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { FileContractElement, V2FileContractElement } from '$lib/chain/element/fileContract';
import type { FileContractId, Hash256 } from '$lib/chain/ids';
import { ZERO_SIGNATURE } from '$lib/chain/keys/keys';
import { ContractTable } from '$lib/server/node/store/contracts';
import { openDatabase } from '$lib/server/node/store/database';
import { HOST, RENTER, addressOf, coins } from '../../../../support/contracts';

const [OLD, NEW, NONE] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [
  FileContractId,
  FileContractId,
  FileContractId
];
const fileMerkleRoot = 'd'.repeat(64) as Hash256;

const v1: FileContractElement = {
  id: OLD,
  stateElement: { leafIndex: 7n, merkleProof: [] },
  fileContract: {
    filesize: 64n,
    fileMerkleRoot,
    windowStart: 10n,
    windowEnd: 20n,
    payout: coins(5n),
    validProofOutputs: [{ value: coins(4n), address: addressOf(HOST) }],
    missedProofOutputs: [{ value: hastings(0n), address: VOID_ADDRESS }],
    unlockHash: addressOf(RENTER),
    revisionNumber: 1n
  }
};
const v2: V2FileContractElement = {
  id: NEW,
  stateElement: { leafIndex: (1n << 63n) - 1n, merkleProof: [] },
  fileContract: {
    capacity: 128n,
    filesize: 64n,
    fileMerkleRoot,
    proofHeight: 10n,
    expirationHeight: 20n,
    renterOutput: { value: coins(1n), address: addressOf(RENTER) },
    hostOutput: { value: coins(2n), address: addressOf(HOST) },
    missedHostValue: coins(1n),
    totalCollateral: coins(1n),
    renterPublicKey: RENTER.publicKey,
    hostPublicKey: HOST.publicKey,
    revisionNumber: 0n,
    renterSignature: ZERO_SIGNATURE,
    hostSignature: ZERO_SIGNATURE
  }
};

let contracts: ContractTable;
beforeEach(() => {
  contracts = new ContractTable(openDatabase(':memory:'));
  contracts.insertV1(v1);
  contracts.insertV2(v2);
});

test('contracts are read as they were stored', () => {
  expect(contracts.getV1(OLD)).toEqual({ element: v1, resolved: undefined });
  expect(contracts.getV2(NEW)).toEqual({ element: v2, resolved: undefined });
});

test('a missing contract, or one of the other version, is undefined', () => {
  for (const id of [NONE, NEW]) expect(contracts.getV1(id)).toBeUndefined();
  for (const id of [NONE, OLD]) expect(contracts.getV2(id)).toBeUndefined();
});

test('a revision replaces the terms of its contract only', () => {
  contracts.reviseV1(OLD, { ...v1.fileContract, revisionNumber: 2n });
  contracts.reviseV2(NEW, { ...v2.fileContract, revisionNumber: 3n });
  expect(contracts.getV1(OLD)?.element).toEqual({ ...v1, fileContract: { ...v1.fileContract, revisionNumber: 2n } });
  expect(contracts.getV2(NEW)?.element).toEqual({ ...v2, fileContract: { ...v2.fileContract, revisionNumber: 3n } });
});

test('a contract is resolved at a height, even 0, and open again when that is reverted', () => {
  contracts.setResolved(OLD, 0);
  contracts.setResolved(NEW, 20);
  expect([contracts.getV1(OLD)?.resolved, contracts.getV2(NEW)?.resolved]).toEqual([0, 20]);
  contracts.setResolved(NEW, undefined);
  expect([contracts.getV1(OLD)?.resolved, contracts.getV2(NEW)?.resolved]).toEqual([0, undefined]);
});

test.each([
  [OLD, NEW],
  [NEW, OLD]
])('removing a contract keeps the other: %s', (removed, left) => {
  contracts.remove(removed);
  const found = [OLD, NEW].filter((id) => contracts.getV1(id) ?? contracts.getV2(id));
  expect(found).toEqual([left]);
});
