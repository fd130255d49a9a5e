import { expect, test } from 'vitest';
import { visibleForm } from '$lib/codec/lookalikes';

test.each([
  ['Alice', 'ALICE'],
  ['Alice', ' Ali\u200bce\u00ad'],
  ['Alice', 'Ａlice'],
  // Cyrillic.
  ['Alice', 'Аliсе'],
  ['Oscar', 'Оѕсаr'],
  ['Bob', 'Воb'],
  // Greek: a capital one looks like another letter than a small one.
  ['Nina', 'Νina'],
  ['Vera', 'νera'],
  ['Tom', 'Τοm'],
  // Digits and capitals.
  ['Bill', 'BiI1'],
  ['Otto', '0tt0'],
  ['Ilse', 'lIse'],
  // Letters together, accents.
  ['Werner', 'Wemer'],
  ['Willi', 'VVilli'],
  ['Müller', 'Mu\u0308ller'],
  ['Anna', 'Ạnna']
])('%s looks like %s', (name, other) => expect(visibleForm(other)).toBe(visibleForm(name)));

test.each([
  ['Alice', 'Alicia'],
  ['Bob', 'Rob'],
  // Marks that are letters of their own.
  ['かき', 'がき'],
  ['राम', 'रम'],
  ['Иван', 'Илья']
])('%s does not look like %s', (name, other) => expect(visibleForm(other)).not.toBe(visibleForm(name)));
