import fc from 'fast-check';
import { expect, test } from 'vitest';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import {
  contactsCsv,
  MAX_CONTACT_NAME,
  MAX_CONTACT_NOTE,
  parseContacts,
  UsedNames
} from '$lib/wallet/formats/contacts';
import { seedWallet } from '../support';

const wallet = seedWallet(2);
const A: Address = wallet.address(0, 'pk');
const B: Address = wallet.address(1, 'uc');

test('any names and notes survive a round trip', () => {
  const text = (maxLength: number) =>
    fc.string({ unit: 'grapheme', maxLength }).map((drawn) => drawn.trim().slice(0, maxLength));
  fc.assert(
    fc.property(text(MAX_CONTACT_NAME), text(MAX_CONTACT_NOTE), (name, note) => {
      // Line endings are normalized to \n, and names and notes are trimmed.
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

test('spreadsheet formulas are escaped as text', () => {
  const contact = { address: A, name: '=1+1', note: '-x' };
  expect(contactsCsv([contact])).toContain(`,'=1+1,'-x`);
  expect(parseContacts(contactsCsv([contact]))).toEqual([contact]);
});

test.each([
  ['columns by name', `Note,Label,Address\nevery month,Rent,${A}`],
  ['columns in order', `${A};Rent;every month`],
  ['the last line for an address', `${A},Old,\n${A.toUpperCase()},Rent,every month`]
])('%s', (_, text) => {
  expect(parseContacts(text)).toEqual([{ address: A, name: 'Rent', note: 'every month' }]);
});

test('address labels, without notes', () => {
  expect(parseContacts(`address,label\n${B},Power`)).toEqual([{ address: B, name: 'Power', note: '' }]);
});

test('marks that would cover the lines beside them are removed from names and notes', () => {
  const marks = '\u0336'.repeat(200);
  const read = parseContacts(`${A},Ali${marks}ce,no${marks}te`);
  expect(read).toEqual([{ address: A, name: `Ali${marks.slice(0, 6)}ce`, note: `no${marks.slice(0, 6)}te` }]);
});

test('bidirectional control characters are removed from names and notes', () => {
  expect(parseContacts(`${A},"Ali\u202ece\u2066","\u202anote"`)).toEqual([{ address: A, name: 'Alice', note: 'note' }]);
});

test('a duplicate name is detected, even if it differs in invisible characters', () => {
  const alice = { address: A, name: 'Alice', note: '' };
  for (const name of ['Alice', ' alice', 'Ali\u200bce', 'Ａlice']) {
    expect(new UsedNames([alice]).namesakeOf({ address: B, name })).toBe('recipient');
  }
  expect(new UsedNames([alice]).namesakeOf({ address: B, name: 'Bob' })).toBeUndefined();
  expect(new UsedNames([alice]).namesakeOf(alice)).toBeUndefined();
});

test('so is the name of an own wallet, except at its own addresses', () => {
  const names = new UsedNames([], ['Savings'], (address) => (address === A ? 'Savings' : undefined));
  for (const name of ['Savings', 'savings ', 'S\u0430vings', 'Sav\u200bings']) {
    expect(names.namesakeOf({ address: B, name })).toBe('wallet');
    expect(names.namesakeOf({ address: A, name })).toBeUndefined();
  }
  expect(names.namesakeOf({ address: B, name: 'Spendings' })).toBeUndefined();
});

test('recipients without a name share none', () => {
  const nameless = { address: A, name: '', note: '' };
  expect(new UsedNames([nameless]).namesakeOf({ address: B, name: '\u200b' })).toBeUndefined();
});

test('a file of 20,000 recipients is rejected', () => {
  expect(() => parseContacts(`${A},Rent\n`.repeat(20_000))).toThrow(
    expect.objectContaining({ code: 'wallet/import', fault: 'too-many-contacts' })
  );
});

test('recipients beyond what the address book holds are rejected with their line; known ones are replaced', () => {
  const here = Array.from({ length: 9_999 }, (_, i) => ({ address: `${i}` as Address, name: '', note: '' }));
  const full = [...here, { address: A, name: '', note: '' }];
  expect(parseContacts(`${A},Rent`, full)).toEqual([{ address: A, name: 'Rent', note: '' }]);
  expect(parseContacts(`${A},Rent\n${A},Rent\n`, here).length).toBe(1);
  expect(() => parseContacts(`address,name\n${A},Rent\n${A},Rent\n${B},Power`, here)).toThrow(
    expect.objectContaining({ code: 'wallet/import', fault: 'too-many-contacts', line: 4 })
  );
});

test('a name or note that is too long is rejected with its line, not truncated; the longest allowed is kept whole', () => {
  const name = '🪙'.repeat(MAX_CONTACT_NAME);
  const note = 'x'.repeat(MAX_CONTACT_NOTE);
  expect(parseContacts(`${A},${name},${note}`)).toEqual([expect.objectContaining({ name, note })]);
  for (const line of [`${B},${name}n,`, `${B},Bob,${note}x`])
    expect(() => parseContacts(`${A},Alice,\n${line}`)).toThrow(
      expect.objectContaining({ code: 'wallet/import', line: 2, fault: 'long-contact' })
    );
});

test('a line without a valid address is reported, and nothing is imported', () => {
  expect(() => parseContacts(`address,name\n${VOID_ADDRESS},Nobody\n${A.slice(0, -1)},Rent`)).toThrow(
    expect.objectContaining({ code: 'wallet/import', line: 3, fault: 'wrong-address' })
  );
});

test('all faulty lines are reported', () => {
  const faults = [
    { line: 1, fault: 'wrong-address' },
    { line: 3, fault: 'no-address' },
    { line: 4, fault: 'long-contact' }
  ];
  expect(() => parseContacts(`${A.slice(1)},Rent\n${B},Power\n,Water\n${A},${'x'.repeat(81)}`)).toThrow(
    expect.objectContaining({ code: 'wallet/import', faults })
  );
});
