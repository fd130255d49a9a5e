import type { SigningServer } from '$lib/api/signing-server/client';
import type { SigningKey, SigningSeed } from '$lib/api/signing-server/schemas';
import type { Hastings } from '$lib/chain/currency/currency';
import type { Hash256 } from '$lib/chain/ids';
import type { PublicKey } from '$lib/chain/keys/keys';
import { encodeHex } from '$lib/codec/bytes';
import { addressOfKey, policyOfKey, type KeyForm } from '$lib/wallet/keys/account';
import { oneByOne, signTransfer, type TransferSigner } from '$lib/wallet/transfer/signing';
import type { Transfer } from '$lib/wallet/transfer/transfer';
import { NoServerKeyError, WrongServerAddressError, WrongServerSignatureError } from './errors';
import { requireSameChain, type PaymentChain } from './otherChain';
import type { WatchEntry } from './views';

const PAGE = 100;
/** Maximum number of pages, because a server may ignore offsets. */
const MAX_PAGES = 100;
const FORMS: readonly KeyForm[] = ['uc', 'pk'];

/** The server's seeds, without their phrases. */
export async function readSeeds(server: SigningServer, signal?: AbortSignal): Promise<readonly SigningSeed[]> {
  const all = new Map<string, SigningSeed>();
  for (let i = 0; i < MAX_PAGES; i++) {
    const { seeds } = await server.seeds({ query: { offset: i * PAGE, limit: PAGE } }, { signal });
    for (const seed of seeds) all.set(seed.id, seed);
    if (seeds.length < PAGE) break;
  }
  return [...all.values()];
}

/** All derived keys of a seed, by index. @throws {WrongServerAddressError} */
export async function readKeys(server: SigningServer, seedId: string, signal?: AbortSignal): Promise<SigningKey[]> {
  const all: SigningKey[] = [];
  for await (const keys of keyPages(server, seedId, signal)) all.push(...keys);
  for (const { publicKey, address } of all) {
    const isItsOwn = FORMS.some((form) => addressOfKey(publicKey, form) === address);
    if (!isItsOwn) throw new WrongServerAddressError(publicKey, address);
  }
  return all;
}

/** Whether the server holds any of the keys. */
export async function holdsAny(
  server: SigningServer,
  keys: ReadonlySet<PublicKey>,
  signal?: AbortSignal
): Promise<boolean> {
  const { done } = await heldOf(server, keys, signal).next();
  return !done;
}

/**
 * Adds the signatures of the server's keys to a transfer. The server receives only hashes, computed here from the
 * reviewed transfer; its signatures are verified.
 * @param candidates keys whose signature is missing
 * @param confirmedFee the fee typed by the user, if it is extreme
 * @throws {OtherChainError | FeeNotConfirmedError | NoServerKeyError | WrongServerSignatureError}
 */
export async function signWithServer(
  server: SigningServer,
  transfer: Transfer,
  context: PaymentChain,
  candidates: ReadonlySet<PublicKey>,
  confirmedFee?: Hastings
): Promise<Transfer> {
  requireSameChain(context);
  const held = await Array.fromAsync(heldOf(server, candidates));
  if (held.length === 0) throw new NoServerKeyError();
  let asked = 0;
  const signer: TransferSigner = {
    keyOf: (publicKey) => {
      const index = held.indexOf(publicKey);
      return index < 0 ? undefined : { index, form: 'pk' };
    },
    sign: oneByOne(async ({ index }, { sigHash }) => {
      asked++;
      const publicKey = held[index];
      if (publicKey === undefined) throw new NoServerKeyError();
      const body = { publicKey, sigHash: encodeHex(sigHash) as Hash256 };
      return (await server.blindSign({ body })).signature;
    })
  };
  const signed = await signTransfer(transfer, context.network, signer, { confirmedFee });
  // Invalid signatures are not added to the transfer.
  const fresh = signed.signatures.filter((signature) => !transfer.signatures.includes(signature)).length;
  if (fresh < asked) throw new WrongServerSignatureError();
  return signed;
}

/**
 * Addresses to watch for the keys: both forms of each, derived here and not taken from the server.
 * @param labelOf label for the addresses of a key index
 */
export const watchedKeys = (
  keys: readonly Pick<SigningKey, 'publicKey'>[],
  labelOf: (index: number) => string
): WatchEntry[] =>
  keys.flatMap(({ publicKey }, i) =>
    FORMS.map((form) => ({
      address: addressOfKey(publicKey, form),
      policy: policyOfKey(publicKey, form),
      label: labelOf(i)
    }))
  );

async function* keyPages(server: SigningServer, id: string, signal?: AbortSignal) {
  for (let i = 0; i < MAX_PAGES; i++) {
    const query = { offset: i * PAGE, limit: PAGE };
    const { keys } = await server.keys({ params: { id }, query }, { signal });
    yield keys;
    if (keys.length < PAGE) return;
  }
}

/** The candidate keys that the server holds, as they are found. */
async function* heldOf(server: SigningServer, candidates: ReadonlySet<PublicKey>, signal?: AbortSignal) {
  const left = new Set(candidates);
  for (const { id } of await readSeeds(server, signal)) {
    for await (const keys of keyPages(server, id, signal)) {
      for (const { publicKey } of keys) if (left.delete(publicKey)) yield publicKey;
      if (left.size === 0) return;
    }
  }
}
