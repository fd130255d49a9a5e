import type { SpendPolicy } from '$lib/chain/policy/policy';
import type { V2FileContractResolution, V2Transaction } from '$lib/chain/transaction/v2Transaction';

const sum = <T>(items: readonly T[], count: (item: T) => number): number =>
  items.reduce((total, item) => total + count(item), 0);

/** Each key of unlock conditions may have to be tried. */
function policySignatures(policy: SpendPolicy): number {
  switch (policy.type) {
    case 'pk':
      return 1;
    case 'thresh':
      return sum(policy.of, policySignatures);
    case 'uc':
      return policy.unlockConditions.publicKeys.length;
    default:
      return 0;
  }
}

const resolutionSignatures = ({ resolution }: V2FileContractResolution): number =>
  resolution.type === 'renewal' ? 4 : 0;

/** Maximum number of signature verifications that the transaction takes. */
export const signatureCount = (txn: V2Transaction): number =>
  sum([...txn.coinInputs, ...txn.fundInputs], ({ satisfiedPolicy }) => policySignatures(satisfiedPolicy.policy)) +
  2 * (txn.fileContracts.length + txn.fileContractRevisions.length) +
  sum(txn.fileContractResolutions, resolutionSignatures) +
  txn.attestations.length;
