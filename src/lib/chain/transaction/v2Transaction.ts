import { CodecError } from '$lib/codec/errors';
import {
  byteString,
  encode,
  list,
  struct,
  u64,
  u8,
  type Decoded,
  type Layout,
  type Reader,
  type Writer
} from '$lib/codec/layout';
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
  readonly isPresent: (txn: V2Transaction) => boolean;
  readonly write: (w: Writer, txn: V2Transaction) => void;
  readonly read: (r: Reader) => Partial<V2Transaction>;
}

type ListKey = {
  [K in keyof V2Transaction]-?: V2Transaction[K] extends readonly (infer _)[] ? K : never;
}[keyof V2Transaction];

function listField<K extends ListKey>(key: K, element: Layout<V2Transaction[K][number]>): Field {
  const layout = list(element);
  return {
    isPresent: (txn) => txn[key].length > 0,
    write: (w, txn) => layout.write(w, txn[key]),
    read: (r) => ({ [key]: layout.read(r) })
  };
}

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
  {
    isPresent: (txn) => txn.arbitraryData.length > 0,
    write: (w, txn) => byteString.write(w, txn.arbitraryData),
    read: (r) => ({ arbitraryData: byteString.read(r) })
  },
  {
    isPresent: (txn) => txn.newFoundationAddress !== undefined,
    write: (w, txn) => address32.write(w, txn.newFoundationAddress!),
    read: (r) => ({ newFoundationAddress: address32.read(r) })
  },
  {
    isPresent: (txn) => txn.minerFee !== 0n,
    write: (w, txn) => v2Currency.write(w, txn.minerFee),
    read: (r) => ({ minerFee: v2Currency.read(r) })
  }
];

/** u8 version 2, u64 bit field, then the present fields in bit order. */
export const v2Transaction: Layout<V2Transaction> = {
  write(w, txn: V2Transaction) {
    u8.write(w, V2_TRANSACTION_VERSION);
    const present = FIELDS.reduce((bits, field, i) => (field.isPresent(txn) ? bits | (1n << BigInt(i)) : bits), 0n);
    u64.write(w, present);
    for (const field of FIELDS) if (field.isPresent(txn)) field.write(w, txn);
  },
  read(r): V2Transaction {
    const version = u8.read(r);
    if (version !== V2_TRANSACTION_VERSION) throw new CodecError(`unsupported transaction version ${version}`);
    // The fields fit easily in a number's exact bits; higher bits are ignored.
    const present = Number(BigInt.asUintN(FIELDS.length, u64.read(r)));
    const txn = { ...EMPTY_V2_TRANSACTION };
    FIELDS.forEach((field, i) => {
      if ((present & (1 << i)) !== 0) Object.assign(txn, field.read(r));
    });
    return txn;
  }
};

/** The full encoding, including proofs and signatures. Memoized; must not be modified. */
export const encodeV2Transaction = memoize((txn: V2Transaction): Uint8Array => encode(v2Transaction, txn));
