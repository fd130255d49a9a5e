import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import '../../src/app.css';
import AmountField from '$lib/components/form/AmountField.svelte';
import Field from '$lib/components/form/Field.svelte';
import TextArea from '$lib/components/form/TextArea.svelte';
import Quiz from '../../src/routes/(app)/wallet/_parts/Quiz.svelte';
import { plainSpaces } from '../support/plainSpaces';

let form: HTMLFormElement;
let fields: Record<string, unknown>[];

beforeEach(() => {
  form = document.createElement('form');
  document.body.append(form);
  fields = [];
});

afterEach(async () => {
  await Promise.all(fields.map((field) => unmount(field)));
  form.remove();
});

const problems = () => [...form.querySelectorAll('[aria-live]')].map(({ textContent }) => textContent);
const send = () => {
  form.requestSubmit();
  flushSync();
};

test('an empty required field shows our own message, and the first invalid field gets the focus', async () => {
  let sent = 0;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    sent++;
  });
  const address = $state({
    label: 'Address',
    value: 'abc',
    problem: 'Too short.' as string | undefined,
    required: true
  });
  const amount = $state({ label: 'Amount', value: '', required: true });
  fields.push(mount(Field, { target: form, props: address }), mount(TextArea, { target: form, props: amount }));
  flushSync();
  expect(problems()).toEqual(['Too short.', '']);

  const prevented: boolean[] = [];
  form.addEventListener('invalid', (event) => queueMicrotask(() => prevented.push(event.defaultPrevented)), true);
  send();
  expect([sent, problems()]).toEqual([0, ['Too short.', 'Fill in this field.']]);
  await expect.poll(() => prevented).toEqual([true]);
  const [first, second] = form.querySelectorAll<HTMLElement>('input, textarea');
  expect(document.activeElement).toBe(first);

  address.problem = undefined;
  flushSync();
  send();
  expect([document.activeElement, second!.ariaInvalid]).toEqual([second, 'true']);

  // Filled in by the page, for example from the address book.
  amount.value = '1';
  flushSync();
  expect([problems(), second!.ariaInvalid]).toEqual([['', ''], null]);
  send();
  expect(sent).toBe(1);
});

test('a value in the wrong format shows the expected format', () => {
  const url = { label: 'URL', value: 'abc', type: 'url' as const, format: 'Begins with https://.' };
  fields.push(mount(Field, { target: form, props: url }));
  flushSync();
  send();
  expect(problems()).toEqual(['Begins with https://.']);
});

test('the parsed amount is shown with digit grouping and all its decimals', () => {
  const amount = 999_999_999_999n * 10n ** 24n + 1n;
  fields.push(mount(AmountField, { target: form, props: { label: 'Amount', value: '', amount } }));
  flushSync();
  expect(plainSpaces(form.textContent)).toContain('= 999,999,999,999.000000000000000000000001 SC');
});

test('the first wrong answer gets the focus when the answers are checked', async () => {
  const props = { words: ['one', 'two', 'three'], asked: [0, 2], onpass: () => undefined, onback: () => undefined };
  form.remove();
  fields.push(mount(Quiz, { target: document.body, props }));
  flushSync();
  form = document.querySelector('form')!;
  const [first, second] = form.querySelectorAll('input');
  for (const [input, word] of [
    [first!, 'one'],
    [second!, 'two']
  ] as const) {
    input.value = word;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  send();
  await expect.poll(() => document.activeElement).toBe(second);
  expect(problems()).toEqual(['', 'This is not word 3.']);
});

test('a text that is too long is neither truncated nor submitted, and the message says by how much', async () => {
  let sent = 0;
  const stored: string[] = [];
  form.addEventListener('submit', (event) => (event.preventDefault(), sent++));
  const props = $state({
    label: 'Name',
    value: '',
    limit: 3,
    onchange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => stored.push(value)
  });
  fields.push(mount(Field, { target: form, props }));
  flushSync();
  const input = form.querySelector('input')!;
  const paste = async (text: string) => {
    await userEvent.clear(input);
    await userEvent.fill(input, text);
    input.dispatchEvent(new Event('change', { bubbles: true }));
    send();
  };
  await paste('abcde');
  expect([input.value, problems(), input.ariaInvalid]).toEqual([
    'abcde',
    ['2 characters too long (3 at most).'],
    'true'
  ]);
  expect([sent, stored, document.activeElement]).toEqual([0, [], input]);
  await paste('🪙🪙🪙');
  expect([problems(), sent, new Set(stored)]).toEqual([[''], 1, new Set(['🪙🪙🪙'])]);
});

test('a click on a button still lands when an error appears above it on blur', async () => {
  const props = $state({
    label: 'Addresses',
    value: 'abc',
    problem: undefined as string | undefined,
    onblur: () => (props.problem = 'Line 1 cannot be read. '.repeat(20))
  });
  fields.push(mount(TextArea, { target: form, props }));
  flushSync();
  const button = form.appendChild(document.createElement('button'));
  button.type = 'button';
  button.textContent = 'Watch';
  let clicks = 0;
  button.addEventListener('click', () => clicks++);

  await userEvent.click(form.querySelector('textarea')!);
  const before = button.getBoundingClientRect().top;
  await userEvent.click(button);
  expect(clicks).toBe(1);
  await expect.poll(() => problems()).toEqual([props.problem]);
  expect(button.getBoundingClientRect().top).toBeGreaterThan(before);
});

test('a placeholder ends in an ellipsis if it is too long; typed text does not', () => {
  const props = $state({ label: 'Name', value: '', placeholder: 'A placeholder that is far too long' });
  fields.push(mount(Field, { target: form, props }));
  flushSync();
  const input = form.querySelector('input')!;
  expect(getComputedStyle(input).textOverflow).toBe('ellipsis');
  props.value = 'A value that is far too long';
  flushSync();
  expect(getComputedStyle(input).textOverflow).toBe('clip');
});
