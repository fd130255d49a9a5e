import type { CoinOutput } from '$lib/chain/element/elements';
import type { FileContract, FileContractRevision, V2FileContract } from '$lib/chain/element/fileContract';
import type { FileContractId, TransactionId } from '$lib/chain/ids';
import { unlockHash } from '$lib/chain/policy/policyAddress';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { contractPayoutId, fileContractId } from '$lib/chain/transaction/transactionIds';
import { v2ContractOutputId, v2FileContractId, v2RenewalId } from '$lib/chain/transaction/v2TransactionIds';
import type { V2FileContractResolution, V2Transaction } from '$lib/chain/transaction/v2Transaction';

/** One line about a contract, by how its value reads. */
export type Fact =
  | { readonly label: string; readonly kind: 'bytes' | 'height' | 'count'; readonly value: bigint }
  | { readonly label: string; readonly kind: 'coins'; readonly value: bigint }
  | { readonly label: string; readonly kind: 'hash' | 'address' | 'contract' | 'key'; readonly value: string };

/** Who is paid what, under which condition. */
export interface Payouts {
  readonly label: string;
  readonly outputs: readonly (CoinOutput & { readonly id: string | undefined })[];
}

/** What a transaction does to a storage contract. */
export interface ContractAct {
  readonly act: 'formed' | 'revised' | 'proved' | 'renewed' | 'expired';
  readonly contractId: FileContractId;
  readonly facts: readonly Fact[];
  readonly payouts: readonly Payouts[];
}

const hash = (label: string, value: string): Fact => ({ label, kind: 'hash', value });
const bytes = (label: string, value: bigint): Fact => ({ label, kind: 'bytes', value });
const height = (label: string, value: bigint): Fact => ({ label, kind: 'height', value });
const coins = (label: string, value: bigint): Fact => ({ label, kind: 'coins', value });
const count = (label: string, value: bigint): Fact => ({ label, kind: 'count', value });
const address = (label: string, value: string): Fact => ({ label, kind: 'address', value });

type V1Terms = Pick<
  FileContract & FileContractRevision,
  'filesize' | 'fileMerkleRoot' | 'windowStart' | 'windowEnd' | 'revisionNumber' | 'unlockHash'
>;

export const v1Terms = (terms: V1Terms): Fact[] => [
  bytes('Data', terms.filesize),
  height('Proof from block', terms.windowStart),
  height('Proof until block', terms.windowEnd),
  count('Revision', terms.revisionNumber),
  hash('Root of the data', terms.fileMerkleRoot),
  address('May be revised by', terms.unlockHash)
];

const v1Payouts = (
  id: FileContractId,
  { validProofOutputs, missedProofOutputs }: Pick<FileContract, 'validProofOutputs' | 'missedProofOutputs'>
): Payouts[] => [
  {
    label: 'Paid if the data is proved',
    outputs: validProofOutputs.map((output, i) => ({ ...output, id: contractPayoutId(id, true, i) }))
  },
  {
    label: 'Paid if it is not',
    outputs: missedProofOutputs.map((output, i) => ({ ...output, id: contractPayoutId(id, false, i) }))
  }
];

/** What a V1 transaction does to contracts. */
export const contractActsOf = (txn: Transaction): ContractAct[] => [
  ...txn.fileContracts.map((contract, i): ContractAct => {
    const contractId = fileContractId(txn, i);
    const facts = [coins('Payout', contract.payout), ...v1Terms(contract)];
    return { act: 'formed', contractId, facts, payouts: v1Payouts(contractId, contract) };
  }),
  ...txn.fileContractRevisions.map((revision): ContractAct => ({
    act: 'revised',
    contractId: revision.parentId,
    facts: [...v1Terms(revision), address('Revised by', unlockHash(revision.unlockConditions))],
    payouts: v1Payouts(revision.parentId, revision)
  })),
  ...txn.storageProofs.map(({ parentId, proof, leaf }): ContractAct => ({
    act: 'proved',
    contractId: parentId,
    facts: [count('Hashes in the proof', BigInt(proof.length)), bytes('Piece of the data shown', BigInt(leaf.length))],
    payouts: []
  }))
];

export const v2Terms = (contract: V2FileContract): Fact[] => [
  bytes('Data', contract.filesize),
  bytes('Room', contract.capacity),
  height('Proof from block', contract.proofHeight),
  height('Proof until block', contract.expirationHeight),
  coins('Collateral', contract.totalCollateral),
  count('Revision', contract.revisionNumber),
  hash('Root of the data', contract.fileMerkleRoot),
  { label: 'Renter', kind: 'key', value: contract.renterPublicKey },
  { label: 'Host', kind: 'key', value: contract.hostPublicKey }
];

const v2Payouts = (id: FileContractId, contract: V2FileContract): Payouts[] => [
  {
    label: 'Paid if the data is proved',
    outputs: [
      { ...contract.renterOutput, id: v2ContractOutputId(id, 'renter') },
      { ...contract.hostOutput, id: v2ContractOutputId(id, 'host') }
    ]
  },
  {
    label: 'Paid if it is not',
    outputs: [
      { ...contract.renterOutput, id: v2ContractOutputId(id, 'renter') },
      { ...contract.hostOutput, value: contract.missedHostValue, id: v2ContractOutputId(id, 'host') }
    ]
  }
];

/** What a V2 transaction does to contracts. */
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
          { label: 'Goes on as', kind: 'contract', value: v2RenewalId(contractId) },
          coins('Taken along by the renter', renterRollover),
          coins('Taken along by the host', hostRollover),
          ...v2Terms(newContract)
        ],
        payouts: [
          {
            label: 'Paid now',
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
          height('Piece chosen by block', BigInt(proofIndex.chainIndex.height)),
          count('Hashes in the proof', BigInt(proof.length)),
          bytes('Piece of the data shown', BigInt(leaf.length)),
          ...v2Terms(fileContract)
        ],
        payouts: [proved!]
      };
    }
    case 'expiration':
      return { act: 'expired', contractId, facts: v2Terms(fileContract), payouts: [missed!] };
  }
}
