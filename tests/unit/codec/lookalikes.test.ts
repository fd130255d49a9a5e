import { expect, test } from 'vitest';
import { visibleForm } from '$lib/codec/lookalikes';

test.each([
  ['Alice', 'ALICE'],
  ['Alice', ' Ali\u200bce\u00ad'],
  ['Alice', 'Alice\u3164'],
  ['Alice', 'Al\ufe0fice\u{e0101}'],
  ['Alice', '\u2800A\u115flice'],
  ['Alice', 'Ａlice'],
  // Cyrillic.
  ['Alice', 'Аliсе'],
  ['Oscar', 'Оѕсаr'],
  ['Bob', 'Воb'],
  // Greek: a capital one looks like another letter than a small one.
  ['Nina', 'Νina'],
  ['Vera', 'νera'],
  ['Tom', 'Τοm'],
  ['Alice', 'Aliϲe'],
  ['Cora', 'Ϲora'],
  // Lisu, Cherokee, Coptic: letters that no font tells from Latin ones.
  ['Alice', 'ꓮꓡꓲꓚꓰ'],
  ['Alice', 'ᎪᏞᎥᏟᎬ'],
  ['Tom', 'ⲦⲞⲘ'],
  ['Zoe', 'ꮓᴏe'],
  // Letters with strokes, small capitals, zeros of other scripts.
  ['Lukasz', 'Łukasz'],
  ['Jon', 'ȷøn'],
  ['Oscar', '๐ꜱᴄar'],
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
