import type { V2FileContract } from '$lib/chain/element/fileContract';
import { publicKeyBytes, type PublicKey, type Signature } from '$lib/chain/keys/keys';
import type { SatisfiedPolicy } from '$lib/chain/policy/policy';
import {
  attestationSigHash,
  contractSigHash,
  inputSigHash,
  renewalSigHash,
  signatureSigHash
} from '$lib/chain/transaction/sigHash';
import type { Transaction } from '$lib/chain/transaction/transaction';
import type { V2FileContractResolution, V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { encodeHex } from '$lib/codec/bytes';
import { wholeSignature, type TestChain } from '../unit/consensus/testChain';

/** Signs for a public key. @returns 64 bytes */
export type Sign = (publicKey: Uint8Array, message: Uint8Array) => Uint8Array;

type ContractKeys = Pick<V2FileContract, 'renterPublicKey' | 'hostPublicKey'>;

/** The transaction, signed as a whole with the first key of everything that it spends or revises. */
export function signedV1(
  { network, state }: Pick<TestChain, 'network' | 'state'>,
  txn: Transaction,
  sign: Sign
): Transaction {
  const parents = [...txn.coinInputs, ...txn.fundInputs, ...txn.fileContractRevisions];
  const signatures = parents.flatMap(({ parentId, unlockConditions: { publicKeys } }) => {
    const unsigned = wholeSignature(parentId);
    const sigHash = signatureSigHash(network, state.index.height, txn, unsigned);
    return publicKeys.slice(0, 1).map(({ key }) => ({ ...unsigned, signature: sign(key, sigHash) }));
  });
  return { ...txn, signatures };
}

/** The transaction with every signature that it needs: of contracts, attestations, and inputs with a single key. */
export function signedV2(txn: V2Transaction, sign: Sign): V2Transaction {
  const signedBy = (publicKey: PublicKey, message: Uint8Array) =>
    encodeHex(sign(publicKeyBytes(publicKey), message)) as Signature;
  const both = ({ renterPublicKey, hostPublicKey }: ContractKeys, sigHash: Uint8Array) => ({
    renterSignature: signedBy(renterPublicKey, sigHash),
    hostSignature: signedBy(hostPublicKey, sigHash)
  });
  const contract = (unsigned: V2FileContract, keys: ContractKeys = unsigned): V2FileContract => ({
    ...unsigned,
    ...both(keys, contractSigHash(unsigned))
  });
  const resolved = ({ parent, resolution }: V2FileContractResolution): V2FileContractResolution => {
    if (resolution.type !== 'renewal') return { parent, resolution };
    const renewal = { ...resolution.renewal, newContract: contract(resolution.renewal.newContract) };
    const signatures = both(parent.fileContract, renewalSigHash(renewal));
    return { parent, resolution: { type: 'renewal', renewal: { ...renewal, ...signatures } } };
  };
  const unlocked = <I extends { readonly satisfiedPolicy: SatisfiedPolicy }>(input: I, sigHash: Uint8Array): I => {
    const { policy } = input.satisfiedPolicy;
    const key =
      policy.type === 'pk'
        ? publicKeyBytes(policy.publicKey)
        : policy.type === 'uc'
          ? policy.unlockConditions.publicKeys[0]?.key
          : undefined;
    if (key === undefined) return input;
    return { ...input, satisfiedPolicy: { ...input.satisfiedPolicy, signatures: [encodeHex(sign(key, sigHash))] } };
  };

  const agreed: V2Transaction = {
    ...txn,
    fileContracts: txn.fileContracts.map((unsigned) => contract(unsigned)),
    fileContractRevisions: txn.fileContractRevisions.map(({ parent, revision }) => ({
      parent,
      revision: contract(revision, parent.fileContract)
    })),
    fileContractResolutions: txn.fileContractResolutions.map(resolved),
    attestations: txn.attestations.map((unsigned) => ({
      ...unsigned,
      signature: signedBy(unsigned.publicKey, attestationSigHash(unsigned))
    }))
  };
  const sigHash = inputSigHash(agreed);
  return {
    ...agreed,
    coinInputs: agreed.coinInputs.map((input) => unlocked(input, sigHash)),
    fundInputs: agreed.fundInputs.map((input) => unlocked(input, sigHash))
  };
}
