import * as z from 'zod/mini';
import type { CoinOutput, FundOutput } from '$lib/chain/element/elements';
import { unlockHash } from '$lib/chain/policy/policyAddress';
import type {
  CoinInput,
  CoveredFields,
  FundInput,
  Transaction,
  TransactionSignature
} from '$lib/chain/transaction/transaction';
import { coinOutputId, fundOutputId, transactionId } from '$lib/chain/transaction/transactionIds';
import { converted, listOf, renamed, type JsonCodec } from './codec';
import { fileContract, fileContractRevision, storageProof } from './fileContracts';
import { unlockConditions } from './policies';
import { amount } from './amount';
import * as scalars from './scalars';

/** Derived ids and addresses: encoded for people, ignored when decoding. */
const printed = z.optional(z.unknown());
interface Printed {
  readonly id?: unknown;
}

/** A coin output in a transaction, encoded with its id. */
export const printedCoinOutput: JsonCodec<CoinOutput & Printed> = z.object({
  id: printed,
  value: amount,
  address: scalars.address
});
/** A fund output in a transaction, encoded with its id. */
export const printedFundOutput: JsonCodec<FundOutput & Printed> = z.object({
  id: printed,
  value: scalars.units,
  address: scalars.address
});

/** The output without its derived fields. */
export const bareOutput = <Output extends { value: unknown; address: unknown }>({
  value,
  address
}: Output): Pick<Output, 'value' | 'address'> => ({ value, address });

const coinInput: JsonCodec<CoinInput> = converted(
  z.object({ parentID: scalars.coinOutputId, unlockConditions, address: printed }),
  ({ parentID, unlockConditions }) => ({ parentId: parentID, unlockConditions }),
  ({ parentId, unlockConditions }) => ({ parentID: parentId, unlockConditions, address: unlockHash(unlockConditions) })
);

const fundInput: JsonCodec<FundInput> = converted(
  z.object({
    parentID: scalars.fundOutputId,
    unlockConditions,
    claimAddress: scalars.address,
    address: printed
  }),
  ({ parentID, unlockConditions, claimAddress }) => ({ parentId: parentID, unlockConditions, claimAddress }),
  ({ parentId, ...rest }) => ({ parentID: parentId, ...rest, address: unlockHash(rest.unlockConditions) })
);

const indices = listOf(scalars.u64, 'omitted');
const flag: JsonCodec<boolean> = converted(
  z.nullish(z.boolean()),
  (value) => value ?? false,
  (value) => value || undefined
);
const u64OrZero: JsonCodec<bigint> = converted(
  z.nullish(scalars.u64),
  (value) => value ?? 0n,
  (value) => (value === 0n ? undefined : value)
);

const coveredFields: JsonCodec<CoveredFields> = renamed(
  z.object({
    wholeTransaction: flag,
    svccoinInputs: indices,
    svccoinOutputs: indices,
    fileContracts: indices,
    fileContractRevisions: indices,
    storageProofs: indices,
    svcfundInputs: indices,
    svcfundOutputs: indices,
    minerFees: indices,
    arbitraryData: indices,
    signatures: indices
  }),
  {
    svccoinInputs: 'coinInputs',
    svccoinOutputs: 'coinOutputs',
    svcfundInputs: 'fundInputs',
    svcfundOutputs: 'fundOutputs'
  }
);

/** A missing signature is null: signing servers treat anything else, even empty text, as present. */
const signatureBytes: JsonCodec<Uint8Array> = converted(
  z.nullish(scalars.base64Bytes),
  (bytes) => bytes ?? new Uint8Array(0),
  (bytes) => (bytes.length > 0 ? bytes : null)
);

/** V1 signatures are base64; V2 signatures are hexadecimal. */
const transactionSignature: JsonCodec<TransactionSignature> = renamed(
  z.object({
    parentID: scalars.hash256,
    publicKeyIndex: scalars.u64,
    timelock: u64OrZero,
    coveredFields,
    signature: signatureBytes
  }),
  { parentID: 'parentId' }
);

const transactionJson = z.object({
  id: printed,
  svccoinInputs: listOf(coinInput, 'omitted'),
  svccoinOutputs: listOf(printedCoinOutput, 'omitted'),
  fileContracts: listOf(fileContract, 'omitted'),
  fileContractRevisions: listOf(fileContractRevision, 'omitted'),
  storageProofs: listOf(storageProof, 'omitted'),
  svcfundInputs: listOf(fundInput, 'omitted'),
  svcfundOutputs: listOf(printedFundOutput, 'omitted'),
  minerFees: listOf(amount, 'omitted'),
  arbitraryData: listOf(scalars.base64Bytes, 'omitted'),
  signatures: listOf(transactionSignature, 'omitted')
});

/** V1 transaction; encoded with its id and those of its outputs. */
export const transaction: JsonCodec<Transaction> = converted(
  transactionJson,
  ({ svccoinInputs, svccoinOutputs, svcfundInputs, svcfundOutputs, id: _id, ...rest }) => ({
    ...rest,
    coinInputs: svccoinInputs,
    coinOutputs: svccoinOutputs.map(bareOutput),
    fundInputs: svcfundInputs,
    fundOutputs: svcfundOutputs.map(bareOutput)
  }),
  (txn) => {
    const { coinInputs, coinOutputs, fundInputs, fundOutputs, ...rest } = txn;
    return {
      ...rest,
      id: transactionId(txn),
      svccoinInputs: coinInputs,
      svccoinOutputs: coinOutputs.map((output, i) => ({ id: coinOutputId(txn, i), ...output })),
      svcfundInputs: fundInputs,
      svcfundOutputs: fundOutputs.map((output, i) => ({ id: fundOutputId(txn, i), ...output }))
    };
  }
);
