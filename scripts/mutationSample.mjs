// Plants the mutants of tests/mutation/sample.json, one at a time, as their file is loaded, and requires that a test of
// theirs fails. The files themselves are never written.
//   npm run mutate:sample [-- TEXT]   only the mutants of files whose path contains it
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { testSlowness } from './run/speed.mjs';

/**
 * @typedef {object} Mutant
 * @property {string} file path from the repository's root
 * @property {string} from text that occurs once in the file
 * @property {string} to what stands there instead
 * @property {string} tests file of which at least one test must fail
 * @property {string} [only] the tests that run: those whose full name contains this expression
 */

const root = join(import.meta.dirname, '..');
const slowness = await testSlowness();
const SAMPLE = join('tests', 'mutation', 'sample.json');

/** @type {Mutant[]} */
const sample = JSON.parse(readFileSync(join(root, SAMPLE), 'utf8'));
const mutants = sample.filter(({ file }) => file.includes(process.argv[2] ?? ''));
const faults = mutants.flatMap(misplaced);
if (faults.length === 0) {
  const queue = [...mutants];
  const runners = Array.from({ length: Math.min(availableParallelism(), mutants.length) }, () => plantEach(queue));
  faults.push(...(await Promise.all(runners)).flat());
}
for (const fault of faults) console.log(fault);
console.log(`${mutants.length - faults.length} of ${mutants.length} mutants noticed`);
process.exit(faults.length === 0 ? 0 : 1);

/** @param {Mutant} mutant @returns {string[]} why it cannot be planted */
function misplaced({ file, from }) {
  const count = readFileSync(join(root, file), 'utf8').split(from).length - 1;
  return count === 1 ? [] : [`${SAMPLE}: ${file} contains this ${count} times, not once:\n  ${from}`];
}

/**
 * Takes mutants until none is left. One test runner for all of them: unchanged modules are transformed once.
 * @param {Mutant[]} queue shared by all runners
 * @returns {Promise<string[]>} the mutants that no test noticed
 */
async function plantEach(queue) {
  /** @type {Mutant | undefined} */
  let planted;
  /** @param {string} id */
  const plantedIn = (id) => (planted !== undefined && id === join(root, planted.file) ? planted : undefined);
  /** @type {import('vite').Plugin} */
  const plant = {
    name: 'quarry-mutant',
    enforce: 'pre',
    // A changed module must not be taken from the cache on disk, nor be stored there.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (plantedIn(id) ? false : undefined)),
    transform(code, id) {
      const mutant = plantedIn(id);
      return mutant && { code: code.replace(mutant.from, () => mutant.to), map: null };
    }
  };
  let failed = false;
  const vitest = await createVitest(
    'test',
    {
      root,
      config: 'vitest.mutation.config.ts',
      watch: false,
      maxWorkers: 1,
      testTimeout: 60_000 * slowness,
      reporters: [
        {
          onTestCaseResult(test) {
            if (test.result().state !== 'failed' || failed) return;
            failed = true;
            void vitest.cancelCurrentRun('test-failure');
          }
        }
      ]
    },
    { plugins: [plant] }
  );
  const unnoticed = [];
  for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
    planted = mutant;
    failed = false;
    const { file, from, to, tests, only } = mutant;
    vitest.invalidateFile(join(root, file));
    if (only === undefined) vitest.resetGlobalTestNamePattern();
    else vitest.setGlobalTestNamePattern(only);
    const specification = vitest.getRootProject().createSpecification(join(root, tests));
    await vitest.runTestSpecifications([specification]);
    if (specification.testModule?.state() !== 'failed') unnoticed.push(`not noticed: ${file}\n  - ${from}\n  + ${to}`);
    vitest.invalidateFile(join(root, file));
  }
  await vitest.close();
  return unnoticed;
}
