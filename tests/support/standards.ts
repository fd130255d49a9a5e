import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of tests/standards, in the shape the test says it has. */
export const loadStandard = <T>(name: string): T =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../standards', `${name}.json`), 'utf8')) as T;
