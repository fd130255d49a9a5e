import type { CoinOutput } from '$lib/chain/element/elements';
import type { FileContract, FileContractRevision, V2FileContract } from '$lib/chain/element/fileContract';
import type { FileContractId, TransactionId } from '$lib/chain/ids';
import { unlockHash } from '$lib/chain/policy/policyAddress';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { contractPayoutId, fileContractId } from '$lib/chain/transaction/transactionIds';
import { v2ContractOutputId, v2FileContractId, v2RenewalId } from '$lib/chain/transaction/v2TransactionIds';
import type { V2FileContractResolution, V2Transaction } from '$lib/chain/transaction/v2Transaction';

/** Labels of contract details. */
export type FactName =
  | 'payout'
  | 'data'
  | 'capacity'
  | 'proofFrom'
  | 'proofUntil'
  | 'collateral'
  | 'revision'
  | 'merkleRoot'
  | 'unlockHash'
  | 'revisedBy'
  | 'renter'
  | 'host'
  | 'renewedAs'
  | 'renterRollover'
  | 'hostRollover'
  | 'proofBlock'
  | 'proofHashes'
  | 'proofLeaf';

/** A detail of a contract, by the type of its value. */
export type Fact = { readonly name: FactName } & (
  | { readonly kind: 'bytes' | 'height' | 'count' | 'coins'; readonly value: bigint }
  | { readonly kind: 'hash' | 'address' | 'contract' | 'key'; readonly value: string }
);

/** Payouts: with a storage proof, without one, or at a renewal. */
export interface Payouts {
  readonly when: 'proved' | 'missed' | 'renewed';
  readonly outputs: readonly (CoinOutput & { readonly id: string | undefined })[];
}

/** What a transaction does to a file contract. */
export interface ContractAct {
  readonly act: 'formed' | 'revised' | 'proved' | 'renewed' | 'expired';
  readonly contractId: FileContractId;
  readonly facts: readonly Fact[];
  readonly payouts: readonly Payouts[];
}

const hash = (name: FactName, value: string): Fact => ({ name, kind: 'hash', value });
const bytes = (name: FactName, value: bigint): Fact => ({ name, kind: 'bytes', value });
const height = (name: FactName, value: bigint): Fact => ({ name, kind: 'height', value });
const coins = (name: FactName, value: bigint): Fact => ({ name, kind: 'coins', value });
const count = (name: FactName, value: bigint): Fact => ({ name, kind: 'count', value });
const address = (name: FactName, value: string): Fact => ({ name, kind: 'address', value });

type V1Terms = Pick<
  FileContract & FileContractRevision,
  'filesize' | 'fileMerkleRoot' | 'windowStart' | 'windowEnd' | 'revisionNumber' | 'unlockHash'
>;

export const v1Terms = (terms: V1Terms): Fact[] => [
  bytes('data', terms.filesize),
  height('proofFrom', terms.windowStart),
  height('proofUntil', terms.windowEnd),
  count('revision', terms.revisionNumber),
  hash('merkleRoot', terms.fileMerkleRoot),
  address('unlockHash', terms.unlockHash)
];

const v1Payouts = (
  id: FileContractId,
  { validProofOutputs, missedProofOutputs }: Pick<FileContract, 'validProofOutputs' | 'missedProofOutputs'>
): Payouts[] => [
  {
    when: 'proved',
    outputs: validProofOutputs.map((output, i) => ({ ...output, id: contractPayoutId(id, true, i) }))
  },
  {
    when: 'missed',
    outputs: missedProofOutputs.map((output, i) => ({ ...output, id: contractPayoutId(id, false, i) }))
  }
];

/** Contract actions of a V1 transaction. */
export const contractActsOf = (txn: Transaction): ContractAct[] => [
  ...txn.fileContracts.map((contract, i): ContractAct => {
    const contractId = fileContractId(txn, i);
    const facts = [coins('payout', contract.payout), ...v1Terms(contract)];
    return { act: 'formed', contractId, facts, payouts: v1Payouts(contractId, contract) };
  }),
  ...txn.fileContractRevisions.map((revision): ContractAct => ({
    act: 'revised',
    contractId: revision.parentId,
    facts: [...v1Terms(revision), address('revisedBy', unlockHash(revision.unlockConditions))],
    payouts: v1Payouts(revision.parentId, revision)
  })),
  ...txn.storageProofs.map(({ parentId, proof, leaf }): ContractAct => ({
    act: 'proved',
    contractId: parentId,
    facts: [count('proofHashes', BigInt(proof.length)), bytes('proofLeaf', BigInt(leaf.length))],
    payouts: []
  }))
];

export const v2Terms = (contract: V2FileContract): Fact[] => [
  bytes('data', contract.filesize),
  bytes('capacity', contract.capacity),
  height('proofFrom', contract.proofHeight),
  height('proofUntil', contract.expirationHeight),
  coins('collateral', contract.totalCollateral),
  count('revision', contract.revisionNumber),
  hash('merkleRoot', contract.fileMerkleRoot),
  { name: 'renter', kind: 'key', value: contract.renterPublicKey },
  { name: 'host', kind: 'key', value: contract.hostPublicKey }
];

const v2Payouts = (id: FileContractId, contract: V2FileContract): Payouts[] => [
  {
    when: 'proved',
    outputs: [
      { ...contract.renterOutput, id: v2ContractOutputId(id, 'renter') },
      { ...contract.hostOutput, id: v2ContractOutputId(id, 'host') }
    ]
  },
  {
    when: 'missed',
    outputs: [
      { ...contract.renterOutput, id: v2ContractOutputId(id, 'renter') },
      { ...contract.hostOutput, value: contract.missedHostValue, id: v2ContractOutputId(id, 'host') }
    ]
  }
];

/** Contract actions of a V2 transaction. */
export const v2ContractActsOf = (txn: V2Transaction, id: TransactionId): ContractAct[] => [
  ...txn.fileContracts.map((contract, i): ContractAct => {
    const contractId = v2FileContractId(id, i);
    return { act: 'formed', contractId, facts: v2Terms(contract), payouts: v2Payouts(contractId, contract) };
  }),
  ...txn.fileContractRevisions.map(({ parent, revision }): ContractAct => ({
    act: 'revised',
    contractId: parent.id,
    facts: v2Terms(revision),
    payouts: v2Payouts(parent.id, revision)
  })),
  ...txn.fileContractResolutions.map(resolutionAct)
];

function resolutionAct({ parent, resolution }: V2FileContractResolution): ContractAct {
  const { id: contractId, fileContract } = parent;
  const [proved, missed] = v2Payouts(contractId, fileContract);
  switch (resolution.type) {
    case 'renewal': {
      const { finalRenterOutput, finalHostOutput, renterRollover, hostRollover, newContract } = resolution.renewal;
      return {
        act: 'renewed',
        contractId,
        facts: [
          { name: 'renewedAs', kind: 'contract', value: v2RenewalId(contractId) },
          coins('renterRollover', renterRollover),
          coins('hostRollover', hostRollover),
          ...v2Terms(newContract)
        ],
        payouts: [
          {
            when: 'renewed',
            outputs: [
              { ...finalRenterOutput, id: v2ContractOutputId(contractId, 'renter') },
              { ...finalHostOutput, id: v2ContractOutputId(contractId, 'host') }
            ]
          }
        ]
      };
    }
    case 'storageProof': {
      const { proof, leaf, proofIndex } = resolution.storageProof;
      return {
        act: 'proved',
        contractId,
        facts: [
          height('proofBlock', proofIndex.chainIndex.height),
          count('proofHashes', BigInt(proof.length)),
          bytes('proofLeaf', BigInt(leaf.length)),
          ...v2Terms(fileContract)
        ],
        payouts: [proved!]
      };
    }
    case 'expiration':
      return { act: 'expired', contractId, facts: v2Terms(fileContract), payouts: [missed!] };
  }
}
