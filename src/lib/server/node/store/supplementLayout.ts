import { coinElement, fundElement } from '$lib/chain/element/elements';
import { fileContractElement } from '$lib/chain/element/fileContract';
import { blockId32 } from '$lib/chain/ids';
import type { BlockSupplement } from '$lib/consensus/apply/supplement';
import { list, struct, type Layout } from '$lib/codec/layout';

const storageProofSupplement = struct({ fileContract: fileContractElement, windowId: blockId32 });

const transactionSupplement = struct({
  coinInputs: list(coinElement),
  fundInputs: list(fundElement),
  revisedFileContracts: list(fileContractElement),
  storageProofs: list(storageProofSupplement)
});

/** Encoding of a stored supplement: the elements of V1 transactions cannot be looked up again later. */
export const blockSupplement: Layout<BlockSupplement> = struct({
  transactions: list(transactionSupplement),
  expiringFileContracts: list(fileContractElement)
});
