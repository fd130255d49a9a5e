import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SIZE_UNITS, STORAGE_PRICE_UNITS, type Unit } from '$lib/chain/currency/quantity';
import { durationUnits } from '$lib/chain/currency/durationUnits';
import { setReaderTags } from '$lib/messages/locale';
import QuantityField from '$lib/components/form/QuantityField.svelte';
import { plainSpaces } from '../support/plainSpaces';

/** Units for a block time of ten minutes. */
const DURATION_UNITS = durationUnits(600);

const GB = SIZE_UNITS[3];
const MIN = 1n << 28n;
const MAX = 1n << 54n;

let form: HTMLFormElement;
let field: Record<string, unknown> | undefined;

/** A field in a form; its props can be changed later. */
function show(
  props: { value: bigint | undefined; units: readonly Unit[]; optional?: boolean } & Record<string, unknown>
) {
  const live: typeof props & { label: string } = $state({ label: 'Size', ...props });
  field = mount(QuantityField, { target: form, props: live });
  flushSync();
  return live;
}

const input = () => form.querySelector('input')!;
const unit = () => form.querySelector('select')!;
const problem = () => form.querySelector('[aria-live]')!.textContent;

function type(text: string) {
  input().value = text;
  input().dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}

function choose(symbol: string) {
  unit().value = symbol;
  unit().dispatchEvent(new Event('change', { bubbles: true }));
  flushSync();
}

function leave() {
  input().dispatchEvent(new FocusEvent('blur'));
  flushSync();
}

function press(name: string) {
  const buttons = [...form.querySelectorAll('button')];
  buttons.find((button) => plainSpaces(button.ariaLabel ?? button.textContent).includes(name))!.click();
  flushSync();
}

beforeEach(() => {
  form = document.createElement('form');
  document.body.append(form);
});

afterEach(async () => {
  if (field) await unmount(field);
  form.remove();
});

test('every unit displays the same value, and changing the unit does not change it', () => {
  const value = 123_456_789_012n;
  const live = show({ value, units: SIZE_UNITS });
  for (const { symbol } of [...SIZE_UNITS, ...SIZE_UNITS.toReversed()]) {
    choose(symbol);
    expect([unit().value, live.value], symbol).toEqual([symbol, value]);
  }
  choose('GB');
  expect(input().value).toBe('123.456789012');
});

test('does not reformat what the user types', () => {
  const live = show({ value: 0n, units: SIZE_UNITS, unit: GB });
  for (const text of ['1', '1.', '1.5', '1.50', '1,000.50']) {
    type(text);
    expect(input().value).toBe(text);
  }
  expect(live.value).toBe(1_000_500_000_000n);
  type('nonsense');
  expect([input().value, live.value]).toEqual(['nonsense', undefined]);
});

test('a unit typed after the number is selected', () => {
  const live = show({ value: 0n, units: SIZE_UNITS, unit: GB });
  type('250 tib');
  expect([input().value, unit().value, live.value]).toEqual(['250', 'TiB', 250n << 40n]);
});

describe('an error', () => {
  test('appears when the field loses the focus, not before, and disappears with its cause', () => {
    show({ value: 5_000_000_000n, units: SIZE_UNITS, unit: GB, min: MIN, max: MAX });
    type('0.2');
    expect([problem(), input().ariaInvalid]).toEqual(['', null]);
    leave();
    expect([plainSpaces(problem()), input().ariaInvalid]).toEqual(['At least 0.268435456 GB.', 'true']);
    expect(document.getElementById(input().getAttribute('aria-describedby')!)?.textContent).toBe(problem());
    type('0.3');
    expect([problem(), input().ariaInvalid]).toEqual(['', null]);
  });

  test.each([
    [MIN - 1n, false],
    [MIN, true],
    [MAX, true],
    [MAX + 1n, false]
  ])('at %d bytes, the form is valid: %s', (value, valid) => {
    show({ value, units: SIZE_UNITS, min: MIN, max: MAX });
    expect(form.checkValidity()).toBe(valid);
    flushSync();
    expect(problem() === '').toBe(valid);
  });

  test('a text that is not a number is not reported as missing', () => {
    show({ value: undefined, units: SIZE_UNITS, optional: true, problem: 'A size is required.' });
    expect(problem()).toBe('A size is required.');
    type('many');
    leave();
    expect([problem(), form.checkValidity()]).toEqual(['“many” is not a number.', false]);
  });

  test('a text that is not a number makes the form invalid; an optional field may be empty', () => {
    const live = show({ value: 5n, units: SIZE_UNITS });
    type('many');
    expect(form.checkValidity()).toBe(false);
    type('');
    expect(form.checkValidity()).toBe(false);
    live.optional = true;
    flushSync();
    expect(form.checkValidity()).toBe(true);
  });

  test('stays until the text is corrected; selecting another unit keeps the text', () => {
    const live = show({ value: 5n, units: SIZE_UNITS, unit: SIZE_UNITS[0], min: MIN });
    type('2..5');
    choose('GB');
    expect([input().value, live.value]).toEqual(['2..5', undefined]);
    type('2,5');
    expect(live.value).toBe(2_500_000_000n);
  });
});

test('an ambiguous number offers both readings, and one click selects one', () => {
  setReaderTags(['en-GB', 'de-AT']);
  try {
    const live = show({ value: 0n, units: SIZE_UNITS, unit: GB });
    type('1.500');
    expect([live.value, form.checkValidity()]).toEqual([undefined, false]);
    press('1,500 GB');
    expect([live.value, input().value, form.checkValidity()]).toEqual([1_500_000_000_000n, '1500', true]);
    expect(form.querySelector('[role=group]')).toBeNull();
  } finally {
    setReaderTags([]);
  }
});

test('the exact value of a rounded number is shown below it', () => {
  show({ value: 12_960n, units: DURATION_UNITS, unit: DURATION_UNITS[4] });
  expect(form.textContent).not.toContain('=');
  type('0.142857');
  expect(plainSpaces(form.textContent)).toContain('= 617 blocks, about 0.143 months');
});

test('a changed field shows the saved value and can be reset to it', () => {
  const live = show({ value: 41_666_666_667n, saved: 41_666_666_667n, units: STORAGE_PRICE_UNITS });
  expect([input().value, form.textContent.includes('Changed')]).toEqual(['180', false]);
  type('150');
  expect(plainSpaces(form.textContent)).toContain('Changed from 180 SC/TB/month');
  press('Undo change of Size');
  expect([input().value, live.value]).toEqual(['180', 41_666_666_667n]);
});

test('a suggestion is applied with one click', () => {
  const live = show({ value: 1n, units: SIZE_UNITS, unit: GB, suggestion: { label: 'Usual', value: 5_000_000_000n } });
  // By its value: the label, such as “Median of 9 hosts:”, leads up to it.
  press('Size: use 5 GB');
  expect([input().value, live.value, form.textContent.includes('Usual')]).toEqual(['5', 5_000_000_000n, false]);
});

test('a value set from outside replaces the typed one, in the selected unit', () => {
  const live = show({ value: 5_000_000_000n, units: SIZE_UNITS });
  type('6');
  live.value = 7_500_000_000n;
  flushSync();
  expect([input().value, unit().value]).toEqual(['7.5', 'GB']);
});
