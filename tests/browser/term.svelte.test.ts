import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Term from '$lib/components/term/Term.svelte';
import '../../src/app.css';
import { eventually } from '../support/eventually';

const children = createRawSnippet(() => ({ render: () => '<span>Immature</span>' }));

let dialog: HTMLDialogElement;
let term: Record<string, unknown>;

beforeEach(() => {
  document.body.innerHTML =
    '<dialog><p></p><button style="position: fixed; right: 0; bottom: 0">Other</button></dialog>';
  dialog = document.querySelector('dialog')!;
  term = mount(Term, { target: dialog.querySelector('p')!, props: { name: 'maturity', children } });
  flushSync();
  dialog.showModal();
});

afterEach(() => unmount(term));

const button = () => document.querySelector<HTMLButtonElement>('p button')!;
const popover = () => document.querySelector<HTMLElement>('[popover]');
const opened = () => eventually(() => expect(popover()?.matches(':popover-open')).toBe(true));
const closed = () => eventually(() => expect(popover()).toBeNull());

test('a click explains the term and links the description for screen readers, without moving the layout', async () => {
  const before = dialog.getBoundingClientRect();
  expect(button().getAttribute('aria-expanded')).toBe('false');
  button().click();
  await opened();
  expect(popover()!.textContent).toContain('144');
  expect(button().getAttribute('aria-expanded')).toBe('true');
  expect(document.getElementById(button().getAttribute('aria-describedby')!)).toBe(popover());
  expect(popover()!.querySelector('a')!.getAttribute('href')).toBe('/help#maturity');
  expect(dialog.getBoundingClientRect()).toEqual(before);
  const { left, right, bottom } = popover()!.getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(innerWidth);
  expect(bottom).toBeLessThanOrEqual(innerHeight);
  button().click();
  await closed();
});

test('Enter opens it; Escape closes it but not the dialog around it', async () => {
  button().focus();
  await userEvent.keyboard('{Enter}');
  await opened();
  await userEvent.keyboard('{Escape}');
  await closed();
  expect(dialog.open).toBe(true);
  expect(document.activeElement).toBe(button());
  await userEvent.keyboard('{Escape}');
  await eventually(() => expect(dialog.open).toBe(false));
});

test('its link can be reached by Tab; tabbing past it closes it', async () => {
  button().focus();
  await userEvent.keyboard('{Enter}');
  await opened();
  await userEvent.tab();
  expect(document.activeElement).toBe(popover()!.querySelector('a'));
  expect(popover()).not.toBeNull();
  await userEvent.tab();
  await closed();
});

test('hovering over the term opens it, over the explanation keeps it open, and elsewhere closes it', async () => {
  await userEvent.hover(button());
  await opened();
  await userEvent.hover(popover()!);
  await userEvent.hover(document.querySelector('dialog > button')!);
  await closed();
});

test('a press elsewhere closes it', async () => {
  button().click();
  await opened();
  document.querySelector('dialog > button')!.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await closed();
});

test('a symbol is read aloud as its word', async () => {
  const hasting = {
    name: 'hasting',
    label: 'hastings',
    children: createRawSnippet(() => ({ render: () => '<span>H</span>' }))
  };
  const symbol = mount(Term, { target: dialog, props: hasting as never });
  flushSync();
  await expect.element(page.getByRole('button', { name: 'hastings' })).toHaveTextContent('H');
  await unmount(symbol);
});
