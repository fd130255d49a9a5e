import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { signingKeys, signingSeeds } from '$lib/api/signing-server/schemas';
import { encodeJson } from '$lib/api/schemas/codec';
import type { PrivateKey } from '$lib/chain/keys/keys';
import { derivePublicKey } from '$lib/chain/keys/sign';
import { unixSeconds } from '$lib/chain/time';
import { stringifyJson } from '$lib/codec/json';
import { setDaemonTransport } from '$lib/state/context';
import { addressOfKey, policyOfKey } from '$lib/wallet/keys/account';
import SignOnServer from '../../src/routes/(app)/wallet/_transfer/SignOnServer.svelte';
import { eventually } from '../support/eventually';

const [OURS, THEIRS] = [1, 2].map((byte) => derivePublicKey(new Uint8Array(32).fill(byte) as PrivateKey));

let shown: object;
afterEach(() => unmount(shown));

/** The component for a payment that our key can sign. @returns the number of responses so far */
function show(respond: (path: string) => Response) {
  let responses = 0;
  const fetch = async ({ url }: Request) => {
    const response = respond(new URL(url).pathname);
    responses++;
    return response;
  };
  const provided = (...[anchor, props]: Parameters<typeof SignOnServer>) => {
    setDaemonTransport({ fetch, baseUrl: '/api/daemon' });
    return SignOnServer(anchor, props);
  };
  const missing = [{ candidates: [OURS] }];
  const props = { transfer: {}, network: {}, missing, confirmedFee: undefined, onsigned: () => {} } as never;
  shown = mount(provided, { target: document.body, props, context: new Map() });
  flushSync();
  return () => responses;
}

const buttons = () => document.querySelectorAll('button').length;

/** A server with one seed, of one key. */
const holding =
  (publicKey = OURS!) =>
  (path: string) => {
    const key = { publicKey, address: addressOfKey(publicKey, 'uc'), spendPolicy: policyOfKey(publicKey, 'uc') };
    const seed = { id: '1', lastIndex: 0, createdAt: unixSeconds(0) };
    const body = path.endsWith('/keys')
      ? encodeJson(signingKeys, { keys: [key] })
      : encodeJson(signingSeeds, { seeds: [seed] });
    return new Response(stringifyJson(body), { headers: { 'content-type': 'application/json' } });
  };

test('a server that holds a missing key is offered', async () => {
  show(holding());
  await eventually(() => expect(buttons()).toBe(1));
});

test('a server without any of the missing keys is not', async () => {
  const responses = show(holding(THEIRS));
  expect(buttons()).toBe(0);
  await eventually(() => expect(responses()).toBe(2));
  await new Promise((done) => setTimeout(done));
  expect(buttons()).toBe(0);
});

test('a server that cannot list its keys is offered: why it cannot sign is said then', async () => {
  show(() => new Response('', { status: 500 }));
  await eventually(() => expect(buttons()).toBe(1));
});
