import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepFocus } from '$lib/components/shell/focusKeeper';

let root: HTMLElement;
let stop: () => void;
let navigating: boolean;

beforeEach(() => {
  navigating = false;
  root = document.createElement('div');
  document.body.append(root);
  stop = keepFocus(root, () => navigating);
});
afterEach(() => {
  stop();
  root.remove();
});

const LIST = `<main><h1>Contacts</h1><input aria-label="Search">
  <ul>${['a', 'b', 'c'].map((id) => `<li id="${id}"><button id="edit-${id}">Edit</button><button id="remove-${id}">Remove</button></li>`).join('')}</ul>
  <p id="foot"><button id="once">Hide</button></p></main>`;

const show = (html: string) => (root.innerHTML = html);
const at = (id: string) => document.getElementById(id)!;
/** Mutation observers run in a microtask. */
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
async function removeFocused(focused: string, removed: string) {
  at(focused).focus();
  expect(document.activeElement).toBe(at(focused));
  at(removed).remove();
  await settled();
}

test.each([
  ['the row after it', 'remove-a', 'a', 'edit-b'],
  ['the row before the last', 'remove-c', 'c', 'remove-b'],
  ['the control beside it', 'edit-b', 'edit-b', 'remove-b']
])('moves the focus from a removed control to %s', async (_, focused, removed, then) => {
  show(LIST);
  await removeFocused(focused, removed);
  expect(document.activeElement?.id).toBe(then);
});

test('moves the focus from a disabled control to the one beside it', async () => {
  show(LIST);
  at('edit-b').focus();
  (at('edit-b') as HTMLButtonElement).disabled = true;
  await settled();
  expect(document.activeElement?.id).toBe('remove-b');
});

test('moves the focus from a removed row of buttons to the nearest control before it, not the first of the form', async () => {
  const field = (id: string) => `<p><button type="button" id="${id}">Use the median</button></p>`;
  show(
    `<main><h1>Prices</h1><form>${field('first')}${field('last')}<p role="status"></p>
      <div id="bar"><button id="save">Save</button></div></form></main>`
  );
  await removeFocused('save', 'bar');
  expect(document.activeElement?.id).toBe('last');
});

test('moves the focus to the page heading if no control is left', async () => {
  show('<main><h1>Steps</h1><section><input><p><button id="once">Hide</button></p></section></main>');
  await removeFocused('once', 'once');
  expect(document.activeElement?.tagName).toBe('H1');
});

test('moves the focus from a notice beside the page to the next notice, then to the page heading', async () => {
  const notice = (id: string) => `<p id="${id}"><button id="dismiss-${id}">Dismiss</button></p>`;
  show(`<a href="#content">Skip to content</a>${LIST}<div role="status">${notice('x')}${notice('y')}</div>`);
  await removeFocused('dismiss-x', 'x');
  expect(document.activeElement?.id).toBe('dismiss-y');
  await removeFocused('dismiss-y', 'y');
  expect(document.activeElement?.tagName).toBe('H1');
});

test('skips hidden and disabled controls', async () => {
  show(
    '<main><h1>Steps</h1><button id="gone">A</button><button disabled>B</button><button hidden>C</button><a id="link" href="#x">D</a></main>'
  );
  at('gone').focus();
  at('gone').remove();
  await settled();
  // No candidate in the next or previous element, so the first one left in the same section.
  expect(document.activeElement?.id).toBe('link');
});

const DIALOG = (open: string) => `${LIST}<dialog id="dialog"><button id="confirm">Remove ${open}</button></dialog>`;

test('returns the focus to the control that opened a removed dialog', async () => {
  show(DIALOG('b'));
  at('remove-b').focus();
  (at('dialog') as HTMLDialogElement).showModal();
  at('confirm').focus();
  at('dialog').remove();
  await settled();
  expect(document.activeElement?.id).toBe('remove-b');
});

test('moves the focus to the row next to one that its dialog removed', async () => {
  show(DIALOG('b'));
  at('remove-b').focus();
  const dialog = at('dialog') as HTMLDialogElement;
  dialog.showModal();
  at('confirm').focus();
  at('b').remove();
  dialog.close();
  at('confirm').remove();
  await settled();
  expect(document.activeElement?.id).toBe('edit-c');
});

test('does not move the focus during navigation or if another element already has it', async () => {
  show(LIST);
  navigating = true;
  await removeFocused('remove-a', 'a');
  expect(document.activeElement).toBe(document.body);
  navigating = false;
  at('edit-b').focus();
  at('b').remove();
  at('once').focus();
  await settled();
  expect(document.activeElement?.id).toBe('once');
});
