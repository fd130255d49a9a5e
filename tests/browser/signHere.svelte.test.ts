import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import type { PrivateKey } from '$lib/chain/keys/keys';
import { derivePublicKey, sign as signHash } from '$lib/chain/keys/sign';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import type { Transfer } from '$lib/wallet/transfer/transfer';
import { WrongNetworkError } from '$lib/wallet/errors';
import { setWallets } from '$lib/state/context';
import type { SendStatus } from '$lib/state/wallet/send.svelte';
import SignHere, { type Reading } from '../../src/routes/(app)/wallet/_transfer/SignHere.svelte';
import { eventually } from '../support/eventually';

let shown: object;
afterEach(() => unmount(shown));

const onOtherNetwork = { step: 'composing', problem: new WrongNetworkError('test', 'main') } as SendStatus;
const signing = { step: 'reviewing', canSign: true, missing: [], summary: {} } as unknown as SendStatus;

/** What it pays and spends is scripted. */
const EMPTY = { generation: 'v2', transaction: EMPTY_V2_TRANSACTION };

interface Doubles {
  /** Whether a wallet derives addresses of the transfer that it did not know. */
  readonly recognize?: () => Promise<boolean>;
  readonly keys?: object;
  readonly sign?: () => Promise<void>;
  readonly onsigned?: (transfer: Transfer) => void;
  readonly onread?: (reading: Reading) => void;
  /** How the wallet that lists the spent addresses reads the transfer. */
  readonly owner?: SendStatus;
  readonly props?: object;
}

const reading = (own: boolean, changes: object = {}) =>
  ({
    step: 'reviewing',
    canSign: !own,
    missing: [],
    summary: { inputs: [{ own }], warnings: [] },
    ...changes
  }) as unknown as SendStatus;

/** The buttons and errors for wallets that read the transfer like this. */
async function showWallets(
  statuses: readonly SendStatus[],
  {
    keys = {},
    recognize = async () => false,
    sign = async () => {},
    onsigned = () => {},
    onread,
    owner,
    props: more = {}
  }: Doubles = {}
) {
  const wallets = {
    list: statuses.map((_, i) => ({ id: String(i), kind: 'seed' })),
    withAddresses: async () => owner && { id: 'shared', name: 'Shared' },
    open: async (id: string) => ({
      id,
      index: {},
      info: { name: `Wallet ${id}` },
      keys,
      recognize,
      send: () => ({ take: async () => undefined, sign, status: id === 'shared' ? owner : statuses[Number(id)] })
    })
  };
  const provided = (...[anchor, props]: Parameters<typeof SignHere>) => {
    setWallets(wallets as never);
    return SignHere(anchor, props);
  };
  const fixed = { transfer: { ...EMPTY } as Transfer, confirmedFee: undefined, onsigned, onread };
  const props = Object.defineProperties(fixed, Object.getOwnPropertyDescriptors(more));
  shown = mount(provided, { target: document.body, props, context: new Map() });
  flushSync();
}

const buttons = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent.trim());
const errors = () => document.querySelectorAll('[data-error="wallet/wrong-network"]').length;

test('if no wallet can read the transfer, the reason is shown', async () => {
  await showWallets([onOtherNetwork]);
  await eventually(() => expect(errors()).toBe(1));
});

test('a wallet of another network shows no error beside the one that can sign', async () => {
  await showWallets([onOtherNetwork, signing]);
  await eventually(() => expect(buttons()).toHaveLength(1));
  // Error texts are loaded with the first error: in the test above.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(errors()).toBe(0);
});

test.each([
  ['that holds them', reading(true), 'Shared'],
  ['only if it holds all of them', reading(true, { summary: { inputs: [], warnings: ['absent-input'] } }), undefined],
  ['only if it can read it', onOtherNetwork, undefined]
])('coins that are not the signer’s are shown as seen by the wallet %s', async (_, owner, name) => {
  const onread = vi.fn<(read: Reading) => void>();
  await showWallets([reading(false)], { onread, owner });
  await eventually(() => expect(onread).toHaveBeenCalledTimes(1));
  expect(onread.mock.lastCall![0].owner).toBe(name);
  expect(onread.mock.lastCall![0].summary.inputs.map(({ own }) => own)).toEqual([name !== undefined]);
});

test('with all signatures present, none is reported as missing its wallet', async () => {
  await showWallets([reading(true, { canSign: false }), reading(true, { canSign: false })]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.body.textContent.trim()).toBe('');
});

test('of several wallets, the one that has signed reads the signed transfer', async () => {
  const statuses = [reading(true, { canSign: false }), reading(true, { canSign: true, missing: [{}] })];
  let transfer = $state.raw({ ...EMPTY } as Transfer);
  const seen: Reading[] = [];
  const props = {
    get transfer() {
      return transfer;
    }
  };
  await showWallets(statuses, { props, onread: (read) => void seen.push(read) });
  await eventually(() => expect(seen).toHaveLength(1));
  statuses[1] = reading(true, { canSign: false, missing: [] });
  transfer = { ...EMPTY } as Transfer;
  await eventually(() => expect(seen.map(({ missing }) => missing.length)).toEqual([1, 0]));
});

test('a wallet that has signed cannot sign again while the signed transfer is read', async () => {
  const sign = vi.fn(async () => undefined);
  let transfer = $state.raw({ ...EMPTY } as Transfer);
  const props = {
    get transfer() {
      return transfer;
    }
  };
  const read = Promise.withResolvers<boolean>();
  const reads = [Promise.resolve(false), read.promise];
  const statuses = [reading(true, { canSign: true, missing: [{}] })];
  await showWallets(statuses, { props, sign, keys: { locked: false }, recognize: () => reads.shift()! });
  await eventually(() => expect(buttons()).toHaveLength(1));
  transfer = { ...EMPTY } as Transfer;
  flushSync();
  document.querySelector('button')!.click();
  expect(sign).not.toHaveBeenCalled();
  statuses[0] = reading(true, { canSign: false });
  read.resolve(false);
  await eventually(() => expect(buttons()).toHaveLength(0));
});

const unlockable = () => {
  const keys = $state({
    locked: true,
    hasPasskey: false,
    passkeys: async () => [],
    unlock: async () => undefined
  });
  return keys;
};
/** Enters the password. */
async function unlock(keys: { locked: boolean }) {
  await eventually(() => expect(document.querySelector('dialog[open] input')).not.toBeNull());
  const password = document.querySelector<HTMLInputElement>('dialog input[type="password"]')!;
  password.value = 'secret';
  password.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  keys.locked = false;
  document.querySelector<HTMLFormElement>('dialog form')!.requestSubmit();
}

test('change that an unlocked wallet recognizes is shown before anything is signed', async () => {
  const keys = unlockable();
  const statuses = [reading(true, { canSign: true, missing: [{}] })];
  const [sign, onread] = [vi.fn(async () => undefined), vi.fn<(read: Reading) => void>()];
  const found = [true];
  const recognize = async () => !keys.locked && (found.pop() ?? false);
  await showWallets(statuses, { keys, sign, onread, recognize });
  await eventually(() => expect(buttons()).toContain('Sign with Wallet 0'));
  const before = onread.mock.calls.length;
  statuses[0] = reading(true, { canSign: true, missing: [{}], summary: { inputs: [], warnings: [], change: [{}] } });
  document.querySelector('button')!.click();
  await unlock(keys);
  await eventually(() => expect(onread.mock.calls.length).toBe(before + 1));
  expect(onread.mock.lastCall![0].summary.change).toHaveLength(1);
  expect(sign).not.toHaveBeenCalled();
  expect(document.body.textContent).toContain('More addresses of this wallet were recognized');
  document.querySelector('button')!.click();
  await eventually(() => expect(sign).toHaveBeenCalledTimes(1));
});

test('a locked wallet that knows none of the missing keys can look for further ones', async () => {
  const keys = unlockable();
  const statuses = [reading(true, { canSign: false, missing: [{}] })];
  await showWallets(statuses, { keys, recognize: async () => !keys.locked });
  await eventually(() => expect(buttons()).toEqual(['Unlock Wallet 0 and look for the keys']));
  statuses[0] = reading(true, { canSign: true, missing: [{}] });
  document.querySelector('button')!.click();
  await unlock(keys);
  await eventually(() => expect(buttons()).toContain('Sign with Wallet 0'));
});

test('a signature that is made after the payment was left does not bring it back', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onsigned = vi.fn();
  await showWallets([signing], { keys: { locked: false }, sign: () => promise, onsigned });
  await eventually(() => expect(buttons()).toHaveLength(1));
  document.querySelector('button')!.click();
  await unmount(shown);
  resolve();
  await promise;
  await new Promise((done) => setTimeout(done));
  expect(onsigned).not.toHaveBeenCalled();
  await showWallets([]);
});

test('two wallets that sign at the same time both add their signatures', async () => {
  const keys = [1, 2].map((byte) => new Uint8Array(32).fill(byte) as PrivateKey);
  const coinInputs = keys.map((key, i) => {
    const policy = { type: 'pk', publicKey: derivePublicKey(key) } as const;
    const output = { value: hastings(5n), address: policyAddress(policy) };
    const stateElement = { leafIndex: BigInt(i), merkleProof: [] };
    return {
      parent: { id: String(i).repeat(64) as never, output, maturityHeight: 0n, stateElement },
      satisfiedPolicy: { policy, signatures: [], preimages: [] }
    };
  });
  const transaction = { ...EMPTY_V2_TRANSACTION, coinInputs, minerFee: hastings(10n) };
  const basis = { height: 1, id: 'ab'.repeat(32) as never };
  const unsigned = { transaction, network: 'test', basis, signatures: [], preimages: [] };
  const transfer = { generation: 'v2', ...unsigned } as Transfer;
  const gates = keys.map(() => Promise.withResolvers<void>());
  const wallets = {
    list: [
      { id: '0', kind: 'seed' },
      { id: '1', kind: 'seed' }
    ],
    open: async (id: string) => ({
      id,
      info: { name: `Wallet ${id}` },
      keys: { locked: false },
      recognize: async () => false,
      spendContext: () => ({ network: { name: 'test' } }),
      send: () => {
        let taken = transfer;
        const key = keys[Number(id)]!;
        return {
          take: async (given: Transfer) => void (taken = given),
          get status() {
            return { step: 'reviewing', canSign: true, missing: [], summary: {}, transfer: taken };
          },
          async sign() {
            await gates[Number(id)]!.promise;
            const signature = { publicKey: derivePublicKey(key), signature: signHash(key, inputSigHash(transaction)) };
            taken = { ...taken, signatures: [...taken.signatures, signature] };
          }
        };
      }
    })
  };
  let current = $state.raw(transfer);
  const provided = (...[anchor, props]: Parameters<typeof SignHere>) => {
    setWallets(wallets as never);
    return SignHere(anchor, props);
  };
  const props = {
    get transfer() {
      return current;
    },
    confirmedFee: undefined,
    onsigned: (signed: Transfer) => void (current = signed)
  };
  shown = mount(provided, { target: document.body, props, context: new Map() });
  await eventually(() => expect(buttons()).toHaveLength(2));
  for (const button of document.querySelectorAll('button')) button.click();
  gates[0]!.resolve();
  await eventually(() => expect(current.signatures).toHaveLength(1));
  gates[1]!.resolve();
  await eventually(() => expect(current.signatures).toHaveLength(2));
});
