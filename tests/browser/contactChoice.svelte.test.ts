import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { load } from '$lib/messages/wallet/contacts';
import { setWallets } from '$lib/state/context';
import ContactChoice from '../../src/routes/(app)/wallet/[id]/send/ContactChoice.svelte';

const PAYEE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';
const OTHER = '0'.repeat(76);

let shown: object;
beforeAll(async () => void (await load()));
afterEach(() => unmount(shown));

/** Shows the choice for an address that a link named, beside a recipient called Ada. */
function show(name: string | undefined, adasAddress = OTHER, wallets: readonly string[] = []): string {
  const ada = { address: adasAddress, name: 'Ada', note: '' };
  const find = (address: string) => (address === ada.address ? ada : undefined);
  const props = { contacts: { list: [ada], find } as never, address: PAYEE, name, onchoose: () => undefined };
  const provided = (...[anchor, given]: Parameters<typeof ContactChoice>) => {
    setWallets({ list: wallets.map((wallet) => ({ name: wallet })) } as never);
    return ContactChoice(anchor, given);
  };
  shown = mount(provided, { target: document.body, props, context: new Map() });
  flushSync();
  return document.body.textContent;
}

test.each(['Ada', 'Аdа', 'ADA'])('a link that calls another address %s is pointed out', (name) => {
  expect(show(name)).toContain(`another address for “${name}”`);
});

test('so is one that calls it like a wallet of the user', () => {
  expect(show('S\u0430vings', OTHER, ['Savings'])).toContain('not known to belong to it');
});

test.each(['Bob', undefined])('one that calls it %s is not', (name) => {
  expect(show(name)).not.toContain('another address');
});

test('neither is the recipient’s own address', () => {
  expect(show('Ada', PAYEE)).not.toContain('another address');
});
