// Applies the mutants of tests/mutation/sample.json, one at a time, while their file is loaded, and requires one of
// their tests to fail. The files themselves are never modified.
//   npm run mutate:sample [-- TEXT]: only mutants of files whose path contains TEXT
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { testSlowness } from './run/speed.mjs';

/**
 * @typedef {object} Mutant
 * @property {string} file path from the repository's root
 * @property {string} from text that occurs once in the file
 * @property {string} to its replacement
 * @property {string} tests file with at least one test that must fail
 * @property {string} [only] runs only tests whose full name matches this expression
 */

const root = join(import.meta.dirname, '..');
const slowness = await testSlowness();
const SAMPLE = join('tests', 'mutation', 'sample.json');

/** @type {Mutant[]} */
const sample = JSON.parse(readFileSync(join(root, SAMPLE), 'utf8'));
const text = process.argv[2] ?? '';
const mutants = sample.filter(({ file }) => file.includes(text));
const faults =
  mutants.length === 0 ? [`${SAMPLE} has no file whose path contains "${text}"`] : mutants.flatMap(misplaced);
if (faults.length === 0) {
  faults.push(...(await plantEach(mutants)));
}
for (const fault of faults) console.log(fault);
if (mutants.length > 0) console.log(`${mutants.length - faults.length} of ${mutants.length} mutants killed`);
process.exit(faults.length === 0 ? 0 : 1);

/** @param {Mutant} mutant @returns {string[]} why it cannot be applied */
function misplaced({ file, from }) {
  const count = readFileSync(join(root, file), 'utf8').split(from).length - 1;
  return count === 1 ? [] : [`${SAMPLE}: ${file} must contain this once, not ${count} times:\n  ${from}`];
}

/**
 * One test runner for all mutants, so that unchanged modules are transformed once. It leaves a core to the other checks.
 * @param {readonly Mutant[]} mutants
 * @returns {Promise<string[]>} the mutants that no test detected
 */
async function plantEach(mutants) {
  /** @type {Mutant | undefined} */
  let planted;
  /** @param {string} id */
  const plantedIn = (id) => (planted !== undefined && id === join(root, planted.file) ? planted : undefined);
  /** @type {import('vite').Plugin} */
  const plant = {
    name: 'quarry-mutant',
    enforce: 'pre',
    // A mutated module must neither be read from nor written to the cache on disk.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (plantedIn(id) ? false : undefined)),
    transform(code, id) {
      const mutant = plantedIn(id);
      return mutant && { code: code.replace(mutant.from, () => mutant.to), map: null };
    }
  };
  const vitest = await createVitest(
    'test',
    {
      root,
      config: 'vitest.mutation.config.ts',
      watch: false,
      maxWorkers: 1,
      // Whoever stops a run from here may stop the next one instead.
      bail: 1,
      testTimeout: 60_000 * slowness,
      // Prints nothing.
      reporters: [{}]
    },
    { plugins: [plant] }
  );
  const unnoticed = [];
  for (const mutant of mutants) {
    planted = mutant;
    const { file, from, to, tests, only } = mutant;
    vitest.invalidateFile(join(root, file));
    if (only === undefined) vitest.resetGlobalTestNamePattern();
    else vitest.setGlobalTestNamePattern(only);
    const specification = vitest.getRootProject().createSpecification(join(root, tests));
    await vitest.runTestSpecifications([specification]);
    if (specification.testModule?.state() !== 'failed') unnoticed.push(`survived: ${file}\n  - ${from}\n  + ${to}`);
    vitest.invalidateFile(join(root, file));
  }
  await vitest.close();
  return unnoticed;
}
