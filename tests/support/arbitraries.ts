import fc from 'fast-check';
import { addressFromHash, type Address } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import { MAX_HASTINGS, fundUnits, hastings } from '$lib/chain/currency/currency';
import { UNASSIGNED_LEAF_INDEX, type CoinElement, type StateElement } from '$lib/chain/element/elements';
import type { V2FileContract } from '$lib/chain/element/fileContract';
import type { FileContractId, FundOutputId } from '$lib/chain/ids';
import type { PublicKey, Signature } from '$lib/chain/keys/keys';
import type { SatisfiedPolicy, SpendPolicy, UnlockConditions } from '$lib/chain/policy/policy';
import type { Specifier } from '$lib/chain/policy/specifier';
import { unixSeconds } from '$lib/chain/time';
import type { CoveredFields, Transaction } from '$lib/chain/transaction/transaction';
import type { V2Resolution, V2Transaction } from '$lib/chain/transaction/v2Transaction';
import type { Attestation } from '$lib/chain/element/attestation';
import { encodeHex } from '$lib/codec/bytes';

// Random chain objects: every field takes any value that its type and layout allow, regardless of the consensus rules.

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const hex = <T extends string>(length: number) => bytes(length).map((data) => encodeHex(data) as T);
const short = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 3 });

export const anyU64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const anyId = <T extends string>() => hex<T>(32);
const anyAddress: fc.Arbitrary<Address> = bytes(32).map(addressFromHash);
const anyHastings = fc.bigInt({ min: 0n, max: MAX_HASTINGS }).map(hastings);
const anyFundUnits = anyU64.map(fundUnits);
const anyPublicKey = hex(32).map((key) => `ed25519:${key}` as PublicKey);
const anySignature = hex<Signature>(64);
const anySeconds = fc.maxSafeInteger().map(unixSeconds);
const anyData = fc.uint8Array({ maxLength: 40 });

const anyUnlockConditions: fc.Arbitrary<UnlockConditions> = fc.record({
  timelock: anyU64,
  publicKeys: short(
    fc.record({
      algorithm: fc.constantFrom('ed25519', 'entropy', 'has space').map((name) => name as Specifier),
      key: anyData
    })
  ),
  signaturesRequired: anyU64
});

/** Any policy a few levels deep. */
export const anyPolicy: fc.Arbitrary<SpendPolicy> = fc.letrec<{ policy: SpendPolicy }>((tie) => ({
  policy: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ type: fc.constant('above'), height: anyU64 }),
    fc.record({ type: fc.constant('after'), timestamp: fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }) }),
    fc.record({ type: fc.constant('pk'), publicKey: anyPublicKey }),
    fc.record({ type: fc.constant('h'), hash: anyId() }),
    fc.record({ type: fc.constant('opaque'), address: anyAddress }),
    fc.record({
      type: fc.constant('uc'),
      // The text form holds at most 8 bits of it.
      unlockConditions: anyUnlockConditions.map((uc) => ({ ...uc, signaturesRequired: uc.signaturesRequired & 0xffn }))
    }),
    fc.record({ type: fc.constant('thresh'), n: fc.nat(255), of: short(tie('policy')) })
  ) as fc.Arbitrary<SpendPolicy>
})).policy;

export const anySatisfiedPolicy: fc.Arbitrary<SatisfiedPolicy> = fc.record({
  policy: anyPolicy,
  signatures: short(anySignature),
  preimages: short(anyId())
});

const anyCoinOutput = fc.record({ value: anyHastings, address: anyAddress });
const anyFundOutput = fc.record({ value: anyFundUnits, address: anyAddress });

const anyV1Contract = fc.record({
  filesize: anyU64,
  fileMerkleRoot: anyId(),
  windowStart: anyU64,
  windowEnd: anyU64,
  payout: anyHastings,
  validProofOutputs: short(anyCoinOutput),
  missedProofOutputs: short(anyCoinOutput),
  unlockHash: anyAddress,
  revisionNumber: anyU64
});

const anyCoveredFields: fc.Arbitrary<CoveredFields> = fc.record({
  wholeTransaction: fc.boolean(),
  coinInputs: short(anyU64),
  coinOutputs: short(anyU64),
  fileContracts: short(anyU64),
  fileContractRevisions: short(anyU64),
  storageProofs: short(anyU64),
  fundInputs: short(anyU64),
  fundOutputs: short(anyU64),
  minerFees: short(anyU64),
  arbitraryData: short(anyU64),
  signatures: short(anyU64)
});

export const anyTransaction: fc.Arbitrary<Transaction> = fc.record({
  coinInputs: short(fc.record({ parentId: anyId(), unlockConditions: anyUnlockConditions })),
  coinOutputs: short(anyCoinOutput),
  fileContracts: short(anyV1Contract),
  fileContractRevisions: short(
    fc
      .record({ parentId: anyId(), unlockConditions: anyUnlockConditions, contract: anyV1Contract })
      .map(({ contract: { payout: _, ...contract }, ...rest }) => ({ ...rest, ...contract }))
  ),
  storageProofs: short(fc.record({ parentId: anyId(), leaf: bytes(64), proof: short(anyId()) })),
  fundInputs: short(fc.record({ parentId: anyId(), unlockConditions: anyUnlockConditions, claimAddress: anyAddress })),
  fundOutputs: short(anyFundOutput),
  minerFees: short(anyHastings),
  arbitraryData: short(anyData),
  signatures: short(
    fc.record({
      parentId: anyId(),
      publicKeyIndex: anyU64,
      timelock: anyU64,
      coveredFields: anyCoveredFields,
      signature: anyData
    })
  )
}) as fc.Arbitrary<Transaction>;

const anyPlace: fc.Arbitrary<StateElement> = fc.record({
  leafIndex: fc.oneof(anyU64, fc.constant(UNASSIGNED_LEAF_INDEX)),
  merkleProof: short(anyId())
}) as fc.Arbitrary<StateElement>;

const anyCoinElement = fc.record({
  stateElement: anyPlace,
  id: anyId(),
  output: anyCoinOutput,
  maturityHeight: anyU64
}) as fc.Arbitrary<CoinElement>;

const anyV2Contract: fc.Arbitrary<V2FileContract> = fc.record({
  capacity: anyU64,
  filesize: anyU64,
  fileMerkleRoot: anyId(),
  proofHeight: anyU64,
  expirationHeight: anyU64,
  renterOutput: anyCoinOutput,
  hostOutput: anyCoinOutput,
  missedHostValue: anyHastings,
  totalCollateral: anyHastings,
  renterPublicKey: anyPublicKey,
  hostPublicKey: anyPublicKey,
  revisionNumber: anyU64,
  renterSignature: anySignature,
  hostSignature: anySignature
}) as fc.Arbitrary<V2FileContract>;

const anyV2ContractElement = fc.record({
  stateElement: anyPlace,
  id: anyId<FileContractId>(),
  fileContract: anyV2Contract
});

const anyResolution = fc.oneof(
  fc.record({
    type: fc.constant('renewal'),
    renewal: fc.record({
      finalRenterOutput: anyCoinOutput,
      finalHostOutput: anyCoinOutput,
      renterRollover: anyHastings,
      hostRollover: anyHastings,
      newContract: anyV2Contract,
      renterSignature: anySignature,
      hostSignature: anySignature
    })
  }),
  fc.record({
    type: fc.constant('storageProof'),
    storageProof: fc.record({
      proofIndex: fc.record({
        stateElement: anyPlace,
        id: anyId(),
        chainIndex: fc.record({ height: anyU64, id: anyId() })
      }),
      leaf: bytes(64),
      proof: short(anyId())
    })
  }),
  fc.record({ type: fc.constant('expiration') })
) as fc.Arbitrary<V2Resolution>;

const anyAttestation = fc.record({
  publicKey: anyPublicKey,
  key: fc.string({ unit: 'grapheme' }),
  value: anyData,
  signature: anySignature
}) as fc.Arbitrary<Attestation>;

export const anyV2Transaction = fc
  .record(
    {
      coinInputs: short(fc.record({ parent: anyCoinElement, satisfiedPolicy: anySatisfiedPolicy })),
      coinOutputs: short(anyCoinOutput),
      fundInputs: short(
        fc.record({
          parent: fc.record({
            stateElement: anyPlace,
            id: anyId<FundOutputId>(),
            output: anyFundOutput,
            claimStart: anyHastings
          }),
          claimAddress: anyAddress,
          satisfiedPolicy: anySatisfiedPolicy
        })
      ),
      fundOutputs: short(anyFundOutput),
      fileContracts: short(anyV2Contract),
      fileContractRevisions: short(fc.record({ parent: anyV2ContractElement, revision: anyV2Contract })),
      fileContractResolutions: short(fc.record({ parent: anyV2ContractElement, resolution: anyResolution })),
      attestations: short(anyAttestation),
      arbitraryData: anyData,
      newFoundationAddress: anyAddress,
      minerFee: anyHastings
    },
    {
      requiredKeys: [
        'coinInputs',
        'coinOutputs',
        'fundInputs',
        'fundOutputs',
        'fileContracts',
        'fileContractRevisions',
        'fileContractResolutions',
        'attestations',
        'arbitraryData',
        'minerFee'
      ]
    }
  )
  .map((txn): V2Transaction => txn);

/** A block in V1 encoding. */
export const anyV1Block: fc.Arbitrary<Block> = fc.record({
  parentId: anyId(),
  nonce: anyU64,
  timestamp: anySeconds,
  minerPayouts: short(anyCoinOutput),
  transactions: short(anyTransaction)
}) as fc.Arbitrary<Block>;

// JSON cannot represent times after the year 9999.
const END_OF_TIMES = 253_402_300_800;

/** The same with a time that JSON can represent. */
export const anyDatedBlock = anyV1Block.map((block): Block => ({
  ...block,
  timestamp: unixSeconds(Math.abs(block.timestamp) % END_OF_TIMES)
}));
