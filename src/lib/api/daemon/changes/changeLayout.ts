import { address32 } from '$lib/chain/address';
import { v1Block } from '$lib/chain/block/block';
import { v1Currency, v1FundUnits } from '$lib/chain/currency/layouts';
import { v1CoinOutput } from '$lib/chain/element/elements';
import { fileContract } from '$lib/chain/element/fileContract';
import { hashHex } from '$lib/chain/hash';
import { blockId32, coinOutputId32, fileContractId32, fundOutputId32, hash256 } from '$lib/chain/ids';
import type { BlockId, Hash256 } from '$lib/chain/ids';
import { work256 } from '$lib/chain/targetLayout';
import { timestamp64 } from '$lib/chain/timeLayouts';
import { bool, encode, list, struct, u64, u8, type Decoded } from '$lib/codec/layout';

// `direction` is true for an addition, false for a removal.
const coinDiff = struct({ direction: bool, id: coinOutputId32, output: v1CoinOutput });
const contractDiff = struct({ direction: bool, id: fileContractId32, contract: fileContract });
const fundOutputWithClaim = struct({ value: v1FundUnits, address: address32, claimStart: v1Currency });
const fundDiff = struct({ direction: bool, id: fundOutputId32, output: fundOutputWithClaim });
const delayedCoinDiff = struct({ direction: bool, id: coinOutputId32, output: v1CoinOutput, maturityHeight: u64 });
const fundPoolDiff = struct({ direction: bool, previous: v1Currency, adjusted: v1Currency });

/** The diffs of a block, in the categories of the older interface. */
export const diffSet = struct({
  coins: list(coinDiff),
  contracts: list(contractDiff),
  funds: list(fundDiff),
  delayedCoins: list(delayedCoinDiff),
  fundPool: list(fundPoolDiff)
});
export type DiffSet = Decoded<typeof diffSet>;

/**
 * A change in the stream. The interface predates V2: for V2 blocks, it contains the V1 part and the diffs of coins,
 * fund units and the fund pool, but no V2 transactions or contracts.
 */
export const consensusChange = struct({
  id: hash256,
  reverted: list(v1Block),
  applied: list(v1Block),
  revertedDiffs: list(diffSet),
  appliedDiffs: list(diffSet),
  childTarget: work256,
  minChildTimestamp: timestamp64,
  synced: bool
});
export type ConsensusChange = Decoded<typeof consensusChange>;

const CHANGE_ID_VERSION = 1;
const changeIdPreimage = struct({ version: u8, reverted: list(blockId32), applied: list(blockId32) });

/** Id of the change that reverts and applies these blocks: BLAKE2b-256(0x01 ‖ list of ids ‖ list of ids). */
export const changeIdOf = (reverted: readonly BlockId[], applied: readonly BlockId[]): Hash256 =>
  hashHex(encode(changeIdPreimage, { version: CHANGE_ID_VERSION, reverted: [...reverted], applied: [...applied] }));
