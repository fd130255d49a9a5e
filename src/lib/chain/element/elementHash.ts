import { struct, u64, type Layout } from '$lib/codec/layout';
import { v2Currency } from '../currency/layouts';
import { chainIndexLeaf, coinOutput, fundOutput, type CoinElement, type FundElement } from './elements';
import { fileContract, v2FileContract } from './fileContract';
import { merkleLeafEncoded } from '../merkle';
import { distinguisher, hashEncoded } from '../taggedHash';
import { attestationId32, blockId32, coinOutputId32, fileContractId32, fundOutputId32 } from '../ids';
import { memoize } from '../memoize';
import { attestation } from './attestation';

// Element hashes that the accumulator commits to, without leaf index and proof. 32 bytes each.
function elementHash<T>(name: string, layout: Layout<T>): (element: T) => Uint8Array {
  const domain = distinguisher(`leaf/${name}`);
  return (element) =>
    hashEncoded((w) => {
      w.bytes(domain);
      layout.write(w, element);
    });
}

// Memoized: a spent output is hashed when it is decoded, when its proof is verified and when it is marked spent.
export const coinElementHash = memoize(
  elementHash<Omit<CoinElement, 'stateElement'>>(
    'siacoin',
    struct({ id: coinOutputId32, output: coinOutput, maturityHeight: u64 })
  )
);

export const fundElementHash = memoize(
  elementHash<Omit<FundElement, 'stateElement'>>(
    'siafund',
    struct({ id: fundOutputId32, output: fundOutput, claimStart: v2Currency })
  )
);

export const chainIndexElementHash = elementHash('chainindex', struct({ id: blockId32, chainIndex: chainIndexLeaf }));

export const fileContractElementHash = elementHash('filecontract', struct({ id: fileContractId32, fileContract }));

/** Includes the signatures. */
export const v2FileContractElementHash = elementHash(
  'v2filecontract',
  struct({ id: fileContractId32, fileContract: v2FileContract })
);

export const attestationElementHash = elementHash('attestation', struct({ id: attestationId32, attestation }));

/** Leaf of the accumulator: H(00 ‖ element hash ‖ u64 leaf index ‖ u8 spent). 32 bytes. */
export const elementLeafHash = (hash: Uint8Array, leafIndex: bigint, spent: boolean): Uint8Array =>
  merkleLeafEncoded((w) => {
    w.bytes(hash);
    w.u64(leafIndex);
    w.u8(spent ? 1 : 0);
  });
