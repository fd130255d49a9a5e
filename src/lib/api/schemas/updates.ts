import * as z from 'zod/mini';
import type { StateElement } from '$lib/chain/element/elements';
import type {
  ApplyUpdate,
  CoinElementDiff,
  ElementDiffs,
  FileContractElementDiff,
  FundElementDiff,
  RevertUpdate,
  UpdatedLeaf,
  V2FileContractElementDiff
} from '$lib/chain/proof/update';
import { completeUpdatedLeaves } from '$lib/chain/proof/updatedLeaves';
import { converted, listOf, optional, renamed, type JsonCodec } from './codec';
import { chainIndexElement, coinElement, fundElement, stateElement } from './elements';
import { fileContract, fileContractElement, v2FileContract, v2FileContractElement } from './fileContracts';
import { hash256, u64 } from './scalars';
import { attestationElement, mergedResolution } from './v2transactions';

const coinElementDiff: JsonCodec<CoinElementDiff> = renamed(
  z.object({ svccoinElement: coinElement, created: z.boolean(), spent: z.boolean() }),
  { svccoinElement: 'coinElement' }
);
const fundElementDiff: JsonCodec<FundElementDiff> = renamed(
  z.object({ svcfundElement: fundElement, created: z.boolean(), spent: z.boolean() }),
  { svcfundElement: 'fundElement' }
);

const nullable = <T>(item: JsonCodec<T>): JsonCodec<T | undefined> =>
  converted(
    z.nullish(item),
    (value) => value ?? undefined,
    (value) => value ?? null
  );

const fileContractElementDiff: JsonCodec<FileContractElementDiff> = z.object({
  fileContractElement,
  created: z.boolean(),
  revision: nullable(fileContract),
  resolved: z.boolean(),
  valid: z.boolean()
});

const v2FileContractElementDiff: JsonCodec<V2FileContractElementDiff> = z.object({
  v2FileContractElement,
  created: z.boolean(),
  revision: optional(v2FileContract),
  resolution: optional(mergedResolution)
});

/** An object keyed by tree height. */
function byHeight<T>(item: JsonCodec<T>): JsonCodec<Map<number, T[]>> {
  return converted(
    z.nullish(z.record(z.string().check(z.regex(/^\d{1,2}$/)), listOf(item, '[]'))),
    (lists) => new Map(Object.entries(lists ?? {}).map(([height, list]) => [Number(height), list])),
    (lists) => Object.fromEntries(Array.from(lists, ([height, list]) => [String(height), list]))
  );
}

const diffFields = {
  svccoinElements: listOf(coinElementDiff, 'null'),
  svcfundElementDiffs: listOf(fundElementDiff, 'null'),
  fileContractElementDiffs: listOf(fileContractElementDiff, 'null'),
  v2FileContractElementDiffs: listOf(v2FileContractElementDiff, 'null'),
  attestationElements: listOf(attestationElement, 'null'),
  chainIndexElement
};
type DiffsJson = z.output<z.ZodMiniObject<typeof diffFields>>;

const toDiffs = (json: DiffsJson): ElementDiffs => ({
  coinElements: json.svccoinElements,
  fundElements: json.svcfundElementDiffs,
  fileContractElements: json.fileContractElementDiffs,
  v2FileContractElements: json.v2FileContractElementDiffs,
  attestationElements: json.attestationElements,
  chainIndexElement: json.chainIndexElement
});

const fromDiffs = (diffs: ElementDiffs): DiffsJson => ({
  svccoinElements: [...diffs.coinElements],
  svcfundElementDiffs: [...diffs.fundElements],
  fileContractElementDiffs: [...diffs.fileContractElements],
  v2FileContractElementDiffs: [...diffs.v2FileContractElements],
  attestationElements: [...diffs.attestationElements],
  chainIndexElement: diffs.chainIndexElement
});

const leavesByHeight = byHeight(stateElement);

/** The schema encodes only the fields of a `StateElement`. */
const fromLeaves = (leaves: ApplyUpdate['updatedLeaves']): Map<number, StateElement[]> =>
  leaves as ReadonlyMap<number, readonly (UpdatedLeaf | StateElement)[]> as Map<number, StateElement[]>;

/** The element diffs of an applied block. Leaf hashes are not on the wire; they are recomputed when decoding. */
export const applyUpdate: JsonCodec<ApplyUpdate> = converted(
  z.object({
    ...diffFields,
    updatedLeaves: leavesByHeight,
    treeGrowth: byHeight(hash256),
    oldNumLeaves: u64,
    numLeaves: u64
  }),
  (json): ApplyUpdate => {
    const diffs = toDiffs(json);
    const { treeGrowth, oldNumLeaves, numLeaves } = json;
    return {
      ...diffs,
      updatedLeaves: completeUpdatedLeaves(diffs, json.updatedLeaves, 'applied'),
      treeGrowth,
      oldNumLeaves,
      numLeaves
    };
  },
  (update) => ({
    ...fromDiffs(update),
    updatedLeaves: fromLeaves(update.updatedLeaves),
    treeGrowth: new Map(Array.from(update.treeGrowth, ([height, list]) => [height, [...list]])),
    oldNumLeaves: update.oldNumLeaves,
    numLeaves: update.numLeaves
  })
);

/** The element diffs of a reverted block; proofs and contents are as before the block. */
export const revertUpdate: JsonCodec<RevertUpdate> = converted(
  z.object({ ...diffFields, updatedLeaves: leavesByHeight, numLeaves: u64 }),
  (json): RevertUpdate => {
    const diffs = toDiffs(json);
    return {
      ...diffs,
      updatedLeaves: completeUpdatedLeaves(diffs, json.updatedLeaves, 'reverted'),
      numLeaves: json.numLeaves
    };
  },
  (update) => ({
    ...fromDiffs(update),
    updatedLeaves: fromLeaves(update.updatedLeaves),
    numLeaves: update.numLeaves
  })
);
