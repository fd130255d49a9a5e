import * as daemon from '$lib/api/daemon/shapes/values';
import { uploadedBackup, uploadedBackups } from '$lib/api/daemon/renterSchemas';
import { keyText } from '$lib/api/daemon/hostdb';
import { hostKey } from '$lib/api/daemon/shapes/hostKey';
import { unlockKey as daemonUnlockKey } from '$lib/api/daemon/shapes/transactions';
import type { Schema } from '$lib/api/http/route';
import { MAX_INT64, MAX_UINT64 } from '$lib/api/parameterBounds';
import { amount } from '$lib/api/schemas/amount';
import { spendPolicy, unlockConditions, unlockKey } from '$lib/api/schemas/policies';
import * as scalars from '$lib/api/schemas/scalars';

/** A JSON Schema of the 2020-12 draft, which OpenAPI 3.1 uses. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Declares the wire format of a codec that converts by code. */
export interface WireForm {
  readonly schema: Schema;
  readonly json: JsonSchema;
  /** Schemas that `json` refers to by name. */
  readonly uses?: readonly Schema[];
}

const text = (pattern: string, description: string): JsonSchema => ({ type: 'string', pattern, description });
const hex = (bytes: number, description: string): JsonSchema => text(`^[0-9a-fA-F]{${2 * bytes}}$`, description);
const integer = (minimum: bigint, maximum: bigint, description: string): JsonSchema => ({
  type: 'integer',
  minimum,
  maximum,
  description
});
const uint64 = integer(0n, MAX_UINT64, 'An unsigned 64-bit integer; parsers must keep all of its digits.');
const BASE64 = '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$';
const naturalText = '^(?:0|[1-9][0-9]*)$';
/** At most 39 digits: amounts have 128 bits. */
const hastings = text('^(?:0|[1-9][0-9]{0,38})$', 'Hastings, 10^24 per coin: digits in a string, 128 bits.');
const bytesIn = (items: number): JsonSchema => ({
  type: 'array',
  items: { type: 'integer', minimum: 0, maximum: 255 },
  minItems: items,
  maxItems: items
});
const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });

const policy = (type: string, value: JsonSchema): JsonSchema => ({
  properties: { type: { const: type }, policy: value }
});

/** By name in the documents. */
export const WIRE_FORMS: Readonly<Record<string, WireForm>> = {
  Hastings: { schema: amount, json: hastings },
  Uint64: { schema: scalars.u64, json: uint64 },
  Int64: { schema: scalars.i64, json: integer(-MAX_INT64 - 1n, MAX_INT64, 'A signed 64-bit integer.') },
  FundUnits: { schema: scalars.units, json: uint64 },
  Confirmations: { schema: scalars.confirmations, json: uint64 },
  Height: { schema: scalars.height, json: { ...uint64, description: 'A height; 2^64 - 1 is before genesis.' } },
  Work: { schema: scalars.work, json: text('^(?:0|[1-9][0-9]{0,77})$', 'A number of hashes, 256 bits.') },
  Target: {
    schema: scalars.target,
    json: hex(32, 'A 256-bit number, big-endian; a valid block ID is at or below it.')
  },
  Hash256: { schema: scalars.hash256, json: hex(32, '32 bytes.') },
  BlockId: { schema: scalars.blockId, json: hex(32, 'A block ID.') },
  TransactionId: { schema: scalars.transactionId, json: hex(32, 'A transaction ID.') },
  CoinOutputId: { schema: scalars.coinOutputId, json: hex(32, 'The ID of a coin output.') },
  FundOutputId: { schema: scalars.fundOutputId, json: hex(32, 'The ID of a fund output.') },
  FileContractId: { schema: scalars.fileContractId, json: hex(32, 'A contract ID.') },
  AttestationId: { schema: scalars.attestationId, json: hex(32, 'The ID of an attestation.') },
  Signature: { schema: scalars.signature, json: hex(64, 'An ed25519 signature.') },
  LeafBytes: { schema: scalars.leafBytes, json: hex(64, 'A 64-byte Merkle leaf.') },
  Base64: { schema: scalars.base64Bytes, json: { type: ['string', 'null'], pattern: BASE64 } },
  MerkleProof: {
    schema: scalars.merkleProof,
    json: { type: ['array', 'null'], items: ref('Hash256'), description: 'Omitted when empty.' },
    uses: [scalars.hash256]
  },
  Address: { schema: scalars.address, json: hex(38, 'An address: a 32-byte hash and a 6-byte checksum.') },
  PublicKey: { schema: scalars.publicKey, json: text('^ed25519:[0-9a-fA-F]{64}$', 'A public key.') },
  UnlockKey: { schema: unlockKey, json: text('^[^:]+:(?:[0-9a-fA-F]{2})*$', '`algorithm:hex`.') },
  Timestamp: {
    schema: scalars.timestamp,
    json: {
      ...text('^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d:\\d\\d)$', 'RFC 3339.'),
      format: 'date-time'
    }
  },
  ChainIndexText: {
    schema: scalars.chainIndexText,
    json: text('^\\d{1,20}::[0-9a-fA-F]{64}$', 'A block as `height::id`.')
  },
  SpendPolicy: {
    schema: spendPolicy,
    uses: [scalars.u64, scalars.i64, scalars.publicKey, scalars.hash256, scalars.address, unlockConditions],
    json: {
      type: 'object',
      required: ['type', 'policy'],
      description: 'A spending condition; `thresh` nests others.',
      oneOf: [
        policy('above', ref('Uint64')),
        policy('after', ref('Int64')),
        policy('pk', ref('PublicKey')),
        policy('h', ref('Hash256')),
        policy('thresh', {
          type: 'object',
          required: ['n', 'of'],
          properties: {
            n: { type: 'integer', minimum: 0, maximum: 255 },
            of: { type: ['array', 'null'], items: ref('SpendPolicy'), maxItems: 255 }
          }
        }),
        policy('opaque', ref('Address')),
        policy('uc', ref('UnlockConditions'))
      ]
    }
  },

  // The daemon's older formats.
  DaemonInteger: { schema: daemon.int, json: { type: 'integer' } },
  DaemonUint64: { schema: daemon.u64, json: uint64 },
  DaemonHeight: {
    schema: daemon.wrappedHeight,
    json: { ...uint64, description: 'A height; a negative one is sent as 2^64 plus the height.' }
  },
  DaemonNumber: { schema: daemon.float, json: { type: 'number' } },
  DaemonBigNumber: {
    schema: daemon.bignum,
    json: text(naturalText, 'A whole number of any size: digits in a string.')
  },
  DaemonHastings: { schema: daemon.currency, json: hastings },
  DaemonFundUnits: { schema: daemon.units, json: text(naturalText, 'Fund units: digits in a string.') },
  DaemonTime: { schema: daemon.seconds, json: { type: 'integer', description: 'Seconds since 1970.' } },
  DaemonTarget: { schema: daemon.target, json: { ...bytesIn(32), description: '32 bytes, big-endian.' } },
  DaemonBytes: {
    schema: daemon.base64Bytes,
    json: {
      oneOf: [
        { type: ['string', 'null'], pattern: BASE64 },
        { type: 'array', items: { type: 'integer', minimum: 0, maximum: 255 } }
      ]
    }
  },
  DaemonUnlockKey: {
    schema: daemonUnlockKey,
    json: {
      oneOf: [
        {
          type: 'object',
          required: ['algorithm', 'key'],
          properties: { algorithm: { type: 'string' }, key: { type: ['string', 'null'], pattern: BASE64 } }
        },
        text('^[^:]+:(?:[0-9a-fA-F]{2})*$', '`algorithm:hex`; responses use the object.')
      ]
    }
  },
  UploadedBackups: {
    schema: uploadedBackups,
    json: {
      oneOf: [
        { type: ['array', 'null'], items: ref('UploadedBackup') },
        { type: 'object', properties: { backups: { type: ['array', 'null'], items: ref('UploadedBackup') } } }
      ]
    },
    uses: [uploadedBackup]
  },
  HostKeyText: { schema: keyText, json: ref('DaemonUnlockKey'), uses: [daemonUnlockKey] },
  HostKey: { schema: hostKey, json: ref('DaemonUnlockKey'), uses: [daemonUnlockKey] }
};
