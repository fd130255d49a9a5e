import { CodecError } from '$lib/codec/errors';
import { byteString, encode, list, struct, u64, u8, type Decoded, type Layout, type Reader } from '$lib/codec/layout';
import { address32, type Address } from '../address';
import { hastings, type Hastings } from '../currency/currency';
import { v2Currency } from '../currency/layouts';
import {
  coinElement,
  coinOutput,
  fundElement,
  fundOutput,
  type CoinOutput,
  type FundOutput
} from '../element/elements';
import {
  v2FileContract,
  v2FileContractElement,
  v2FileContractRenewal,
  v2FileContractRevision,
  v2StorageProof,
  type V2FileContract,
  type V2FileContractElement,
  type V2FileContractRenewal,
  type V2FileContractRevision,
  type V2StorageProof
} from '../element/fileContract';
import { memoize } from '../memoize';
import { satisfiedPolicy } from '../policy/policyLayout';
import { attestation, type Attestation } from '../element/attestation';

export const v2CoinInput = struct({ parent: coinElement, satisfiedPolicy });
export type V2CoinInput = Decoded<typeof v2CoinInput>;

/** No signature covers the claim address, so a relaying node could change it. */
export const v2FundInput = struct({ parent: fundElement, claimAddress: address32, satisfiedPolicy });
export type V2FundInput = Decoded<typeof v2FundInput>;

/** How a V2 contract is resolved. */
export type V2Resolution =
  | { readonly type: 'renewal'; readonly renewal: V2FileContractRenewal }
  | { readonly type: 'storageProof'; readonly storageProof: V2StorageProof }
  | { readonly type: 'expiration' };

export interface V2FileContractResolution {
  readonly parent: V2FileContractElement;
  readonly resolution: V2Resolution;
}

const RESOLUTION_TYPE = { renewal: 0, storageProof: 1, expiration: 2 } as const;

const v2FileContractResolution: Layout<V2FileContractResolution> = {
  write(w, { parent, resolution }: V2FileContractResolution) {
    v2FileContractElement.write(w, parent);
    u8.write(w, RESOLUTION_TYPE[resolution.type]);
    if (resolution.type === 'renewal') v2FileContractRenewal.write(w, resolution.renewal);
    if (resolution.type === 'storageProof') v2StorageProof.write(w, resolution.storageProof);
  },
  read(r): V2FileContractResolution {
    const parent = v2FileContractElement.read(r);
    const type = u8.read(r);
    switch (type) {
      case RESOLUTION_TYPE.renewal:
        return { parent, resolution: { type: 'renewal', renewal: v2FileContractRenewal.read(r) } };
      case RESOLUTION_TYPE.storageProof:
        return { parent, resolution: { type: 'storageProof', storageProof: v2StorageProof.read(r) } };
      case RESOLUTION_TYPE.expiration:
        return { parent, resolution: { type: 'expiration' } };
      default:
        throw new CodecError(`unknown contract resolution type ${type}`);
    }
  }
};

/** V2 transaction; absent parts are empty lists, empty bytes, undefined, or a fee of zero. */
export interface V2Transaction {
  readonly coinInputs: readonly V2CoinInput[];
  readonly coinOutputs: readonly CoinOutput[];
  readonly fundInputs: readonly V2FundInput[];
  readonly fundOutputs: readonly FundOutput[];
  readonly fileContracts: readonly V2FileContract[];
  readonly fileContractRevisions: readonly V2FileContractRevision[];
  readonly fileContractResolutions: readonly V2FileContractResolution[];
  readonly attestations: readonly Attestation[];
  readonly arbitraryData: Uint8Array;
  readonly newFoundationAddress?: Address;
  readonly minerFee: Hastings;
}

/** The empty transaction, for builders to spread. */
export const EMPTY_V2_TRANSACTION: V2Transaction = {
  coinInputs: [],
  coinOutputs: [],
  fundInputs: [],
  fundOutputs: [],
  fileContracts: [],
  fileContractRevisions: [],
  fileContractResolutions: [],
  attestations: [],
  arbitraryData: new Uint8Array(0),
  minerFee: hastings(0n)
};

const V2_TRANSACTION_VERSION = 2;

interface Field {
  readonly key: keyof V2Transaction;
  readonly layout: Layout<unknown>;
  readonly isPresent: (txn: V2Transaction) => boolean;
}

type ListKey = {
  [K in keyof V2Transaction]-?: V2Transaction[K] extends readonly (infer _)[] ? K : never;
}[keyof V2Transaction];

const listField = <K extends ListKey>(key: K, element: Layout<V2Transaction[K][number]>): Field => ({
  key,
  layout: list(element),
  isPresent: (txn) => txn[key].length > 0
});

// Bit i of the bit field is set if field i is present.
const FIELDS: readonly Field[] = [
  listField('coinInputs', v2CoinInput),
  listField('coinOutputs', coinOutput),
  listField('fundInputs', v2FundInput),
  listField('fundOutputs', fundOutput),
  listField('fileContracts', v2FileContract),
  listField('fileContractRevisions', v2FileContractRevision),
  listField('fileContractResolutions', v2FileContractResolution),
  listField('attestations', attestation),
  { key: 'arbitraryData', layout: byteString, isPresent: ({ arbitraryData }) => arbitraryData.length > 0 },
  {
    key: 'newFoundationAddress',
    layout: address32,
    isPresent: ({ newFoundationAddress }) => newFoundationAddress !== undefined
  },
  { key: 'minerFee', layout: v2Currency, isPresent: ({ minerFee }) => minerFee !== 0n }
];

/** u8 version 2, u64 bit field, then the present fields in bit order. */
export const v2Transaction: Layout<V2Transaction> = {
  write(w, txn: V2Transaction) {
    u8.write(w, V2_TRANSACTION_VERSION);
    const present = FIELDS.reduce((bits, field, i) => (field.isPresent(txn) ? bits | (1n << BigInt(i)) : bits), 0n);
    u64.write(w, present);
    for (const { key, layout, isPresent } of FIELDS) if (isPresent(txn)) layout.write(w, txn[key]);
  },
  read(r) {
    const txn: Record<string, unknown> = { ...EMPTY_V2_TRANSACTION };
    for (const { key, layout } of presentFields(r)) txn[key] = layout.read(r);
    return txn as unknown as V2Transaction;
  },
  parts: {
    *read(r, readPart) {
      const txn: Record<string, unknown> = { ...EMPTY_V2_TRANSACTION };
      for (const { key, layout } of presentFields(r)) txn[key] = yield* readPart(layout, r);
      return txn;
    }
  }
};

function presentFields(r: Reader): Field[] {
  const version = u8.read(r);
  if (version !== V2_TRANSACTION_VERSION) throw new CodecError(`unsupported transaction version ${version}`);
  // The fields fit easily in a number's exact bits; higher bits are ignored.
  const present = Number(BigInt.asUintN(FIELDS.length, u64.read(r)));
  return FIELDS.filter((_, i) => (present & (1 << i)) !== 0);
}

/** The full encoding, including proofs and signatures. Memoized; must not be modified. */
export const encodeV2Transaction = memoize((txn: V2Transaction): Uint8Array => encode(v2Transaction, txn));
