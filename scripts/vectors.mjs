// The vectors are facts from the reference implementation. Their checksums are stored beside them, so that no change
// goes unnoticed, staged, committed or not. After adding vectors deliberately: node scripts/vectors.mjs --write
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFlags } from './run/options.mjs';

const OPTIONS = [{ name: 'write', variable: '', help: 'store the checksums of the vectors as they are now' }];
const { write } = readFlags(OPTIONS, 'node scripts/vectors.mjs');

const folder = join(import.meta.dirname, '..', 'tests', 'vectors');
const LIST = 'SHA256SUMS';

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
  .map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(folder.length + 1)
      .replaceAll('\\', '/')
  )
  .sort();
// In the format of sha256sum.
const found = files.map((path) => {
  const hash = createHash('sha256').update(readFileSync(join(folder, path)));
  return `${hash.digest('hex')}  ${path}`;
});

if (write) {
  writeFileSync(join(folder, LIST), `${found.join('\n')}\n`);
} else {
  const listed = readFileSync(join(folder, LIST), 'utf8').trimEnd().split('\n');
  const changes = [
    ...listed.filter((line) => !found.includes(line)).map((line) => `- ${line}`),
    ...found.filter((line) => !listed.includes(line)).map((line) => `+ ${line}`)
  ];
  for (const change of changes) console.log(change);
  if (changes.length > 0) process.exitCode = 1;
  else console.log(`${found.length} vector files unchanged`);
}
