import { describe, expect, test } from 'vitest';
import { formatPolicy } from '$lib/chain/policy/policyText';
import { AppError } from '$lib/errors';
import { bbqrFrames } from '$lib/wallet/formats/bbqr';
import { addressListOf, addressListOfCode, packAddresses } from '$lib/wallet/formats/addressContent';
import { packContent, unpackContent } from '$lib/wallet/formats/container';
import { FrameCollector } from '$lib/wallet/formats/frameCollector';
import { parseAddressList } from '$lib/wallet/formats/importLists';
import { paymentQrText } from '$lib/wallet/formats/paymentLink';
import { seedWallet } from '../support';

const wallet = seedWallet(5);
const addresses = [...wallet.book.values()].map((address, i) => ({ ...address, label: i === 1 ? 'rent, “May”' : '' }));

test('addresses, labels and policies can be transferred as frames, even if some are lost or duplicated', async () => {
  const frames = bbqrFrames(packAddresses(addresses));
  expect(frames.length).toBeGreaterThan(2);
  const collector = new FrameCollector();
  for (const frame of [...frames.slice(2), ...frames]) collector.add(frame);
  const scanned = await collector.content();
  expect(scanned).toBeDefined();
  expect(parseAddressList(addressListOf(scanned!))).toEqual(
    addresses.map(({ address, policy, label }) => ({ address, policy, label }))
  );
});

test('a scanned JSON list is accepted too', () => {
  const [{ address }] = addresses as [(typeof addresses)[number]];
  const list = addressListOf({ kind: 'json', text: JSON.stringify([address]) });
  expect(parseAddressList(list)).toEqual([{ address, label: '' }]);
});

describe('a single code', () => {
  const [{ address, policy }] = addresses as [(typeof addresses)[number]];

  test.each([
    ['the address of another wallet', address],
    ['the one on its Receive page', paymentQrText({ address })],
    ['a payment request', paymentQrText({ address, network: 'zen', label: 'Ada' })]
  ])('of %s is accepted', (_, text) => {
    expect(parseAddressList(addressListOfCode(text))).toEqual([{ address, label: '' }]);
  });

  test('of a policy is accepted', () => {
    expect(parseAddressList(addressListOfCode(formatPolicy(policy!)))).toMatchObject([{ address, policy }]);
  });

  test.each(['https://example.org', 'siacoin:nobody', address.slice(1)])('of %s is rejected', (text) => {
    expect(() => addressListOfCode(text)).toThrow(AppError);
  });
});

test('other content is rejected by its number', () => {
  const labels = unpackContent(packContent({ kind: 'labels', body: new Uint8Array() }));
  expect(() => addressListOf(labels)).toThrow(
    expect.objectContaining({ code: 'wallet/container', fault: 'other-content', number: 6 })
  );
});
