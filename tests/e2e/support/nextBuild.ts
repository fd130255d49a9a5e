import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const BUILD = join(ROOT, 'build');
const DESCRIPTION = /(name=\\?"description\\?" content=\\?")[^"\\]*/;

/** A copy of the built app that poses as a later version. */
export interface NextBuild {
  readonly dir: string;
  readonly version: string;
  /** The description in its document. */
  readonly description: string;
  remove(): Promise<void>;
}

/** Copies the build under another version: service worker, document and reported version differ. */
export async function createNextBuild(): Promise<NextBuild> {
  const cache = join(ROOT, '.cache');
  await mkdir(cache, { recursive: true });
  // Inside the repository, so that its packages resolve.
  const dir = await mkdtemp(join(cache, 'next-build-'));
  await cp(BUILD, dir, { recursive: true });
  const { version: now } = JSON.parse(await readFile(join(BUILD, 'client/_app/version.json'), 'utf8')) as {
    version: string;
  };
  const version = now.split('').toReversed().join('');
  const description = 'The next version.';
  const edit = async (file: string, change: (text: string) => string) => {
    const path = join(dir, file);
    const text = await readFile(path, 'utf8');
    if (change(text) === text) throw new Error(`nothing to change in ${file}`);
    await writeFile(path, change(text));
    // The compressed copies date from the build.
    for (const ending of ['br', 'gz']) await rm(`${path}.${ending}`, { force: true });
  };
  // Files named after the version keep their names.
  const name = new RegExp(`(?<![.])${now}`, 'g');
  for (const file of ['client/service-worker.js', 'client/_app/version.json'])
    await edit(file, (text) => text.replace(name, version));
  const chunks = globSync('server/chunks/**/*.js', { cwd: dir });
  const texts = await Promise.all(chunks.map(async (file) => readFile(join(dir, file), 'utf8')));
  const documents = chunks.filter((_, i) => DESCRIPTION.test(texts[i]!));
  if (documents.length === 0) throw new Error('the document is not found in the build');
  for (const file of documents) await edit(file, (text) => text.replace(DESCRIPTION, `$1${description}`));
  return { dir, version, description, remove: () => rm(dir, { recursive: true, force: true }) };
}
