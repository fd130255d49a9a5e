import { describe, expect, test } from 'vitest';
import { FormDraft } from '$lib/state/reactive/formDraft.svelte';

interface Settings {
  accepting: boolean;
  price: bigint;
  address: string;
}
const SAVED: Settings = { accepting: true, price: 5n, address: 'a:1' };
const create = () => new FormDraft<Settings>({ ...SAVED });

test('only changed fields are posted, and a restored field is unchanged', () => {
  const draft = create();
  draft.fields.price = 7n;
  draft.fields.accepting = false;
  expect([draft.count, draft.changed, draft.changes()]).toEqual([
    2,
    ['price', 'accepting'],
    { price: 7n, accepting: false }
  ]);
  expect(draft.preview()).toEqual({ accepting: false, price: 7n, address: 'a:1' });
  draft.fields.accepting = true;
  expect([draft.changes(), draft.isChanged('accepting')]).toEqual([{ price: 7n }, false]);
  expect({ ...draft.fields }).toEqual({ ...SAVED, price: 7n });
});

test('an unreadable field counts as changed, and is not posted', () => {
  const draft = create();
  draft.fields.price = undefined;
  expect([draft.count, draft.incomplete, draft.changes(), draft.preview()]).toEqual([1, true, {}, SAVED]);
  draft.reset('price');
  expect([draft.count, draft.incomplete, draft.fields.price]).toEqual([0, false, 5n]);
});

describe('when the saved values change', () => {
  test('untouched fields follow, edited ones keep the edit', () => {
    const draft = create();
    draft.fields.price = 7n;
    draft.follow({ ...SAVED, address: 'b:2' });
    expect({ ...draft.fields }).toEqual({ accepting: true, price: 7n, address: 'b:2' });
    expect([draft.changed, draft.changedElsewhere('price')]).toEqual([['price'], false]);
  });

  test('an edited field shows the changed saved value; when reset, it gets the new value', () => {
    const draft = create();
    draft.fields.price = 7n;
    draft.follow({ ...SAVED, price: 6n });
    expect([draft.fields.price, draft.changedElsewhere('price'), draft.count]).toEqual([7n, true, 1]);
    draft.reset('price');
    expect([draft.fields.price, draft.changedElsewhere('price'), draft.count]).toEqual([6n, false, 0]);
  });

  test('to the edited value, the field is no longer changed', () => {
    const draft = create();
    draft.fields.price = 7n;
    draft.follow({ ...SAVED, price: 7n });
    expect([draft.count, draft.changes()]).toEqual([0, {}]);
    // And it follows again.
    draft.follow({ ...SAVED, price: 8n });
    expect(draft.fields.price).toBe(8n);
  });
});

describe('after saving', () => {
  test('nothing is changed, even before the node was read again', () => {
    const draft = create();
    draft.fields.price = 7n;
    draft.posted(draft.changes());
    expect([draft.count, draft.fields.price, draft.saved.price]).toEqual([0, 7n, 7n]);
  });

  test('the node’s version of a value is the saved one', () => {
    const draft = create();
    draft.fields.price = 7n;
    draft.posted(draft.changes());
    draft.follow({ ...SAVED, price: 8n });
    expect([draft.count, draft.fields.price]).toEqual([0, 8n]);
  });

  test('edits made during the save stay, compared with the new value', () => {
    const draft = create();
    draft.fields.price = 7n;
    const changes = draft.changes();
    draft.fields.price = 9n;
    draft.fields.address = 'b:2';
    draft.posted(changes);
    expect([draft.changes(), draft.saved.price, draft.changedElsewhere('price')]).toEqual([
      { price: 9n, address: 'b:2' },
      7n,
      false
    ]);
  });

  test('reset restores everything', () => {
    const draft = create();
    draft.fields.price = 7n;
    draft.fields.address = 'b:2';
    draft.reset();
    expect([draft.count, { ...draft.fields }]).toEqual([0, SAVED]);
  });
});
