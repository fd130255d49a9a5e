import type { Address } from '../address';
import type { Hastings } from '../currency/currency';
import type { BlockId, FileContractId } from '../ids';
import type { Target } from '../target';
import type { Height, UnixSeconds } from '../time';

/** Consensus parameters of a network. Durations are nanoseconds, as in the network files. */
export interface Network {
  readonly name: string;
  readonly initialCoinbase: Hastings;
  readonly minimumCoinbase: Hastings;
  readonly initialTarget: Target;
  readonly blockInterval: bigint;
  readonly maturityDelay: number;
  readonly hardforkDevAddr: { readonly height: Height; readonly oldAddress: Address; readonly newAddress: Address };
  readonly hardforkTax: { readonly height: Height };
  readonly hardforkStorageProof: { readonly height: Height };
  readonly hardforkOak: {
    readonly height: Height;
    readonly fixHeight: Height;
    readonly genesisTimestamp: UnixSeconds;
  };
  readonly hardforkASIC: {
    readonly height: Height;
    readonly oakTime: bigint;
    readonly oakTarget: Target;
    readonly nonceFactor: bigint;
  };
  readonly hardforkFoundation: {
    readonly height: Height;
    readonly primaryAddress: Address;
    readonly failsafeAddress: Address;
  };
  readonly hardforkV2: {
    readonly allowHeight: Height;
    readonly requireHeight: Height;
    readonly finalCutHeight: Height;
    /**
     * From this height, an ephemeral parent must match its output exactly; {@link NEVER} if no server reports a height.
     */
    readonly ephemeralOutputHeight: Height;
  };
  /** Blocks that expire V1 contracts in an order other than the rule's; set only on a node that validates V1 blocks. */
  readonly expiryOrders?: ReadonlyMap<BlockId, readonly FileContractId[]>;
}

/** Height of a rule that a network does not have. */
export const NEVER: Height = Number.MAX_SAFE_INTEGER;

/** The network with the rule about ephemeral parents at every height. */
export const withStrictEphemeralOutputs = (network: Network): Network => ({
  ...network,
  hardforkV2: { ...network.hardforkV2, ephemeralOutputHeight: 0 }
});
