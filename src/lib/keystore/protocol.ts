import type { ErrorMessage } from '$lib/errors';
import type { PublicKey, Signature } from '$lib/chain/keys/keys';
import type { Hastings } from '$lib/chain/currency/currency';
import type { SigningMessage } from '$lib/wallet/transfer/signatureHashes';
import type { DerivedKey } from '$lib/wallet/keys/discovery';
import type { ForeignPublicKey, ForeignSecret } from '$lib/wallet/keys/foreignKeys';
import type { MessageToSign } from '$lib/wallet/message/proof';
import type { PasskeySlot } from './vaultLayout';

/** A passkey that is to open a vault; the worker adds the wrapped data key. */
export type NewPasskey = Pick<PasskeySlot, 'credentialId' | 'prfSalt' | 'label' | 'createdAtMs'>;
type Bytes = Uint8Array<ArrayBuffer>;

/** A request to the worker that holds the seeds, without its job id. `vault` is the stored key file. */
export type KeyRequest =
  | { readonly type: 'create'; readonly walletId: string; readonly phrase: string; readonly password: string }
  | { readonly type: 'open'; readonly walletId: string; readonly vault: Bytes; readonly password: string }
  | {
      readonly type: 'open-by-passkey';
      readonly walletId: string;
      readonly vault: Bytes;
      readonly credentialId: Bytes;
      readonly prfOutput: Bytes;
    }
  | {
      readonly type: 'add-passkey';
      readonly walletId: string;
      readonly vault: Bytes;
      readonly passkey: NewPasskey;
      readonly prfOutput: Bytes;
    }
  | {
      readonly type: 'change-password';
      readonly walletId: string;
      readonly vault: Bytes;
      readonly current: string;
      readonly next: string;
    }
  | { readonly type: 'show-phrase'; readonly walletId: string; readonly vault: Bytes; readonly password: string }
  | { readonly type: 'derive'; readonly walletId: string; readonly from: number; readonly count: number }
  | {
      readonly type: 'sign';
      readonly walletId: string;
      readonly indexes: readonly number[];
      readonly message: SigningMessage;
      readonly confirmedFee?: Hastings;
    }
  | {
      readonly type: 'sign-message';
      readonly walletId: string;
      readonly index: number;
      readonly message: MessageToSign;
    }
  /** The content of a backup file, sealed like a key file. */
  | { readonly type: 'seal-backup'; readonly walletId: string; readonly content: Bytes; readonly password: string }
  | { readonly type: 'open-backup'; readonly walletId: string; readonly vault: Bytes; readonly password: string }
  /** Derives the keys of another wallet and holds them until `lock`; nothing is stored. */
  | { readonly type: 'open-foreign'; readonly walletId: string; readonly secret: ForeignSecret; readonly reach: number }
  | {
      readonly type: 'sign-foreign';
      readonly walletId: string;
      readonly publicKey: PublicKey;
      readonly message: SigningMessage;
      readonly confirmedFee?: Hastings;
    }
  | { readonly type: 'lock'; readonly walletId: string };

/** Messages from the page to the worker. `jobId` increases and is never reused. */
export type ToKeyWorker = { readonly jobId: number; readonly request: KeyRequest };

/** Result of a job. */
export type KeyResult =
  | { readonly type: 'vault'; readonly vault: Bytes }
  | { readonly type: 'done' }
  | { readonly type: 'phrase'; readonly phrase: string }
  | { readonly type: 'keys'; readonly keys: readonly DerivedKey[] }
  | { readonly type: 'foreign-keys'; readonly keys: readonly ForeignPublicKey[] }
  | { readonly type: 'content'; readonly content: Bytes }
  | { readonly type: 'signature'; readonly signature: Signature }
  /** In the order of the indexes. */
  | { readonly type: 'signatures'; readonly signatures: readonly Signature[] };

/** Messages from the worker to the page. */
export type FromKeyWorker =
  /** A key derivation has started; it reports no progress until the expected time has passed. */
  | { readonly type: 'deriving'; readonly jobId: number; readonly expectedMs: number }
  | { readonly type: 'finished'; readonly jobId: number; readonly result: KeyResult }
  | { readonly type: 'failed'; readonly jobId: number; readonly error: ErrorMessage };
