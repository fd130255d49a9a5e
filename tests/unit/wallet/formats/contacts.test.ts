import fc from 'fast-check';
import { expect, test } from 'vitest';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import {
  contactsCsv,
  MAX_CONTACT_NAME,
  MAX_CONTACT_NOTE,
  parseContacts,
  withSharedName
} from '$lib/wallet/formats/contacts';
import { seedWallet } from '../support';

const wallet = seedWallet(2);
const A: Address = wallet.address(0, 'pk');
const B: Address = wallet.address(1, 'uc');

test('any names and notes survive', () => {
  const text = (maxLength: number) =>
    fc.string({ unit: 'grapheme', maxLength }).map((drawn) => drawn.trim().slice(0, maxLength));
  fc.assert(
    fc.property(text(MAX_CONTACT_NAME), text(MAX_CONTACT_NOTE), (name, note) => {
      // Line ends are \n in every file that is read, and a blank that was cut off is not written again.
      const contact = {
        address: A,
        name: name.replace(/\r\n?/g, '\n').trim(),
        note: note.replace(/\r\n?/g, '\n').trim()
      };
      fc.pre(!/^'/.test(contact.name) && !/^'/.test(contact.note));
      expect(parseContacts(contactsCsv([contact]))).toEqual([contact]);
    })
  );
});

test('formulas of spreadsheets are texts', () => {
  const contact = { address: A, name: '=1+1', note: '-x' };
  expect(contactsCsv([contact])).toContain(`,'=1+1,'-x`);
  expect(parseContacts(contactsCsv([contact]))).toEqual([contact]);
});

test.each([
  ['columns by name', `Note,Label,Address\nevery month,Rent,${A}`],
  ['columns in order', `${A};Rent;every month`],
  ['the last line of an address', `${A},Old,\n${A.toUpperCase()},Rent,every month`]
])('%s', (_, text) => {
  expect(parseContacts(text)).toEqual([{ address: A, name: 'Rent', note: 'every month' }]);
});

test('labels of addresses, without notes', () => {
  expect(parseContacts(`address,label\n${B},Power`)).toEqual([{ address: B, name: 'Power', note: '' }]);
});

test('names cannot turn around what stands beside them', () => {
  expect(parseContacts(`${A},"Ali\u202ece\u2066","\u202anote"`)).toEqual([{ address: A, name: 'Alice', note: 'note' }]);
});

test('another recipient of the same name is noticed, also where invisible characters tell the names apart', () => {
  const alice = { address: A, name: 'Alice', note: '' };
  for (const name of ['Alice', ' alice', 'Ali\u200bce', 'Ａlice']) {
    const other = { address: B, name, note: '' };
    expect(withSharedName([other], [alice, other])).toEqual([other]);
  }
  const bob = { address: B, name: 'Bob', note: '' };
  expect(withSharedName([alice, bob], [alice, bob])).toEqual([]);
});

test('a file of 20,000 recipients is refused', () => {
  expect(() => parseContacts(`${A},Rent\n`.repeat(20_000))).toThrow(
    expect.objectContaining({ code: 'wallet/import', fault: 'too-many-contacts' })
  );
});

test('a name or note that is too long is refused with its line, not cut; what just fits is taken whole', () => {
  const name = '🪙'.repeat(MAX_CONTACT_NAME);
  const note = 'x'.repeat(MAX_CONTACT_NOTE);
  expect(parseContacts(`${A},${name},${note}`)).toEqual([expect.objectContaining({ name, note })]);
  for (const line of [`${B},${name}n,`, `${B},Bob,${note}x`])
    expect(() => parseContacts(`${A},Alice,\n${line}`)).toThrow(
      expect.objectContaining({ code: 'wallet/import', line: 2, fault: 'long-contact' })
    );
});

test('a line without a valid address is named, and nothing is taken', () => {
  expect(() => parseContacts(`address,name\n${VOID_ADDRESS},Nobody\n${A.slice(0, -1)},Rent`)).toThrow(
    expect.objectContaining({ code: 'wallet/import', line: 3, fault: 'no-address' })
  );
});
