import type { RecoverableContract, RenterContract } from '$lib/api/daemon/renter';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { FileContractRevision } from '$lib/chain/element/fileContract';
import type { Hash256 } from '$lib/chain/ids';
import { publicKeyBytes, type PublicKey } from '$lib/chain/keys/keys';
import { ED25519_ALGORITHM, type UnlockConditions } from '$lib/chain/policy/policy';
import { standardUnlockConditions, unlockHash } from '$lib/chain/policy/policyAddress';
import { EMPTY_TRANSACTION, type Transaction } from '$lib/chain/transaction/transaction';
import type { Height } from '$lib/chain/time';
import { hostPublicKey } from '../hostdb/keys';
import type { MarketWorld } from '../market/market';
import { PROOF_WINDOW, totalSpent } from './spending';
import type { Contract } from './state';

/** Builds the API's form of the renter's contracts at a height. */
export function contractWriter({ hosts, random }: MarketWorld, height: Height) {
  const renterKey = hostPublicKey(random.bytes('renter/key'));
  const renterAddress = unlockHash(standardUnlockConditions(renterKey));

  const outputsOf = (contract: Contract) => proofOutputs(contract, renterAddress, hosts.host(contract.host).address);

  const merkleRoot = ({ host, startHeight, revisionNumber, size }: Contract): Hash256 =>
    size === 0n
      ? ('0'.repeat(64) as Hash256)
      : random.hex<Hash256>('contract/root', host, startHeight, Number(revisionNumber));

  function lastTransaction(contract: Contract): Transaction {
    const keys = [renterKey, hosts.host(contract.host).publicKey];
    const revision = revisionOf(contract, jointConditions(keys), outputsOf(contract), merkleRoot(contract));
    // Unsigned: the simulated contract is not on any chain, so a signature would be useless.
    return { ...EMPTY_TRANSACTION, fileContractRevisions: [revision] };
  }

  return {
    contract: (contract: Contract): RenterContract => {
      const host = hosts.host(contract.host);
      const { spending } = contract;
      return {
        id: contract.id,
        hostPublicKey: host.publicKey,
        hostVersion: hosts.offer(host, height).version,
        netAddress: host.netAddress,
        startHeight: contract.startHeight,
        endHeight: contract.endHeight,
        size: contract.size,
        renterFunds: contract.renterFunds,
        totalCost: contract.totalCost,
        fees: spending.fees,
        downloadSpending: spending.download,
        uploadSpending: spending.upload,
        storageSpending: spending.storage,
        fundAccountSpending: spending.fundAccount,
        maintenanceSpending: {
          accountBalanceCost: spending.accountBalance,
          fundAccountCost: spending.fundAccountCall,
          updatePriceTableCost: spending.updatePriceTable
        },
        goodForUpload: contract.goodForUpload,
        goodForRenew: contract.goodForRenew,
        badContract: contract.isBad,
        lastTransaction: lastTransaction(contract)
      };
    },
    recoverable: (contract: Contract): RecoverableContract => {
      const outputs = outputsOf(contract);
      return {
        id: contract.id,
        hostPublicKey: hosts.host(contract.host).publicKey,
        startHeight: contract.startHeight,
        inputParentId: random.hex<Hash256>('contract/input', contract.host, contract.startHeight),
        txnFee: contract.spending.fees,
        filesize: contract.size,
        windowStart: contract.endHeight,
        windowEnd: contract.endHeight + PROOF_WINDOW,
        payout: hastings(outputs.validProofOutputs.reduce((sum, { value }) => sum + value, 0n)),
        ...outputs
      };
    }
  };
}

type ProofOutputs = Pick<FileContractRevision, 'validProofOutputs' | 'missedProofOutputs'>;

/** Valid and missed proof outputs: the renter's remaining funds; the host's collateral and revenue. */
function proofOutputs(contract: Contract, renterAddress: Address, hostAddress: Address): ProofOutputs {
  const { spending, renterFunds, collateral } = contract;
  const earned = totalSpent(spending) - spending.fees;
  const renter = { value: renterFunds, address: renterAddress };
  return {
    validProofOutputs: [renter, { value: hastings(collateral + earned), address: hostAddress }],
    // Without a proof the host is paid for RPCs only; the rest is burned.
    missedProofOutputs: [
      renter,
      { value: hastings(collateral + earned - risked(contract)), address: hostAddress },
      { value: risked(contract), address: VOID_ADDRESS }
    ]
  };
}

/** What the host loses without a proof: storage revenue and an equal part of its collateral. */
const risked = ({ spending, collateral }: Contract): Hastings =>
  hastings(spending.storage + (spending.storage < collateral ? spending.storage : collateral));

/** Renter and host sign together. */
const jointConditions = (keys: readonly PublicKey[]): UnlockConditions => ({
  timelock: 0n,
  publicKeys: keys.map((key) => ({ algorithm: ED25519_ALGORITHM, key: publicKeyBytes(key) })),
  signaturesRequired: 2n
});

const revisionOf = (
  contract: Contract,
  unlockConditions: UnlockConditions,
  outputs: ProofOutputs,
  fileMerkleRoot: Hash256
): FileContractRevision => ({
  parentId: contract.id,
  unlockConditions,
  revisionNumber: contract.revisionNumber,
  filesize: contract.size,
  fileMerkleRoot,
  windowStart: BigInt(contract.endHeight),
  windowEnd: BigInt(contract.endHeight + PROOF_WINDOW),
  ...outputs,
  unlockHash: unlockHash(unlockConditions)
});
