import type { DaemonErrorData } from '$lib/api/daemon/errors';
import type { ChangeStreamError } from '$lib/api/daemon/changes/changeStream';
import type { StorageErrorData } from '$lib/api/http/errorTable';
import type { MiningServerErrorData } from '$lib/api/mining-server/errors';
import type { QuarryErrorData } from '$lib/api/quarry/errors';
import type { SigningServerErrorData } from '$lib/api/signing-server/errors';
import type { WalletServerErrorData } from '$lib/api/wallet-server/errors';
import type * as wholeServer from '$lib/api/wallet-server/unsuitableServer';
import type { CurrencyError, PolicyError, QuantityError } from '$lib/chain/errors';
import type * as light from '$lib/consensus/light/errors';
import type { StartTextError } from '$lib/services/light/choice';
import type * as settings from '$lib/services/settings/errors';
import type * as walletServices from '$lib/services/wallet/errors';
import type * as wallet from '$lib/wallet/errors';
import type * as formats from '$lib/wallet/formats/errors';
import type * as hardware from '$lib/wallet/hardware/errors';
import type * as message from '$lib/wallet/message/errors';

/**
 * What an error means to the reader: what happened, and what they can do. The texts are in `en/errors` and `de/errors`, by
 * code; `errorHelp` selects one.
 */
export interface ErrorText {
  /** Without a full stop. */
  readonly title: string;
  /** Whole sentences. */
  readonly action: string;
}

export const text = (title: string, action: string): ErrorText => ({ title, action });

type Instances<Module> = {
  [Name in keyof Module]: Module[Name] extends new (...args: never[]) => infer E ? E : never;
}[keyof Module];
type Coded = { readonly code: string };

/** Errors that pages meet with the fields of their classes. */
type Thrown = Extract<
  | Instances<typeof wallet>
  | Instances<typeof message>
  | Instances<typeof hardware>
  | Instances<typeof formats>
  | Instances<typeof walletServices>
  | Instances<typeof settings>
  | Instances<typeof wholeServer>
  | Instances<typeof light>
  | CurrencyError
  | QuantityError
  | PolicyError
  | ChangeStreamError
  | StartTextError,
  Coded
>;
interface PlainData {
  'codec/malformed': { readonly position?: number };
}
type ServiceData = PlainData &
  DaemonErrorData &
  WalletServerErrorData &
  MiningServerErrorData &
  SigningServerErrorData &
  StorageErrorData &
  QuarryErrorData;
type ThrownWith<E extends Coded, Code> = E extends Coded ? (Code extends E['code'] ? E : never) : never;

/** What is known of an error by its code: the values of its service's table, or the fields of its class. */
export type ErrorDataOf<Code extends string> = Code extends keyof ServiceData
  ? ServiceData[Code]
  : ThrownWith<Thrown, Code>;

type Codes = keyof ServiceData | Thrown['code'] | 'codec/unsafe-integer' | 'light/worker' | 'session/no-storage';

/** A text for every code of an area; a function of the error's data where the text names them. */
export type ErrorTexts<Area extends string> = {
  readonly [Code in Extract<Codes, Area>]: ErrorText | ((data: ErrorDataOf<Code>) => ErrorText);
};
