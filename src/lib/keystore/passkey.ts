import { PasskeyRefusedError, PasskeyUnavailableError } from './errors';

type Bytes = Uint8Array<ArrayBuffer>;

/** The authenticator's PRF output for a salt. */
export interface PasskeySecret {
  readonly credentialId: Bytes;
  /** 32 bytes. */
  readonly prfOutput: Bytes;
}

/** Passkey operations used by the keystore. */
export interface Passkeys {
  /** Creates a passkey and evaluates its PRF. */
  create(walletName: string, prfSalt: Bytes): Promise<PasskeySecret>;
  /** Evaluates the PRF of one of the passkeys, chosen by the user. */
  get(known: readonly { readonly credentialId: Uint8Array; readonly prfSalt: Uint8Array }[]): Promise<PasskeySecret>;
}

const TIMEOUT_MS = 120_000;
// COSE algorithms, of which every authenticator supports one: Ed25519, ES256, RS256.
const ALGORITHMS = [-8, -7, -257];

const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));
const exact = (bytes: Uint8Array): Bytes => new Uint8Array(bytes);
/** Credential id encoding of the PRF extension. */
const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Passkeys of this browser, through WebAuthn and its PRF extension. */
export function browserPasskeys(): Passkeys {
  return {
    async create(walletName, prfSalt) {
      const credential = await ask(() =>
        navigator.credentials.create({
          publicKey: {
            rp: { name: 'Quarry' },
            user: { id: random(16), name: walletName, displayName: walletName },
            challenge: random(32),
            pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
            authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
            extensions: { prf: { eval: { first: prfSalt } } },
            timeout: TIMEOUT_MS
          }
        })
      );
      const credentialId = new Uint8Array(credential.rawId);
      const prfOutput = prfOf(credential);
      // Many authenticators evaluate the PRF only on use, not on creation.
      return prfOutput ? { credentialId, prfOutput } : this.get([{ credentialId, prfSalt }]);
    },

    async get(known) {
      const salts = known.map(({ credentialId, prfSalt }) => [base64url(credentialId), { first: exact(prfSalt) }]);
      const credential = await ask(() =>
        navigator.credentials.get({
          publicKey: {
            challenge: random(32),
            allowCredentials: known.map(({ credentialId }) => ({ type: 'public-key', id: exact(credentialId) })),
            userVerification: 'required',
            extensions: { prf: { evalByCredential: Object.fromEntries(salts) } },
            timeout: TIMEOUT_MS
          }
        })
      );
      const prfOutput = prfOf(credential);
      if (!prfOutput) throw new PasskeyUnavailableError('authenticator');
      return { credentialId: new Uint8Array(credential.rawId), prfOutput };
    }
  };
}

function prfOf(credential: PublicKeyCredential): Bytes | undefined {
  const first = credential.getClientExtensionResults().prf?.results?.first;
  if (first === undefined) return undefined;
  if (!ArrayBuffer.isView(first)) return new Uint8Array(first.slice(0));
  return new Uint8Array(new Uint8Array(first.buffer, first.byteOffset, first.byteLength));
}

async function ask(request: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  if (typeof PublicKeyCredential === 'undefined' || navigator.credentials === undefined) {
    throw new PasskeyUnavailableError('browser');
  }
  let credential: Credential | null;
  try {
    credential = await request();
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyRefusedError({ cause: error });
    // An IP address cannot be a relying party id.
    if (name === 'SecurityError') throw new PasskeyUnavailableError('address', { cause: error });
    throw new PasskeyUnavailableError('authenticator', { cause: error });
  }
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyRefusedError();
  return credential;
}
