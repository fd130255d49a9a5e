import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from './build.mjs';
import { installTestChromium } from './chromium.mjs';
import { RunError, run, say } from './process.mjs';
import { SLOWNESS, testSlowness } from './speed.mjs';

/** Folder of the test runners' reports. */
const REPORTS = join('.cache', 'reports');

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {() => Promise<number>} act exit status
 * @property {(report: any) => { passed: number, failed: number }} [count] reads the runner's report, `<name>.json`
 */

/**
 * All CI steps, cheapest first; stops after the first stage that fails. The last line counts the tests.
 * @param {string} root
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env without PLAYWRIGHT_CHROMIUM, Chromium is installed while steps without a browser run
 * @returns {Promise<number>} exit status
 */
export async function runTestSteps(root, node, env) {
  rmSync(join(root, REPORTS), { recursive: true, force: true });
  mkdirSync(join(root, REPORTS), { recursive: true });
  env[SLOWNESS] = String(await testSlowness());
  const total = { passed: 0, failed: 0 };
  let status = 0;
  for (const lanes of stagesOf(root, node, env)) {
    status = Math.max(...(await Promise.all(lanes.map((steps) => runLane(root, steps, total)))));
    if (status !== 0) break;
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return status;
}

/**
 * Runs steps until one fails.
 * @param {string} root
 * @param {readonly Step[]} steps
 * @param {{ passed: number, failed: number }} total counts of the steps' tests are added to it
 * @returns {Promise<number>} exit status
 */
async function runLane(root, steps, total) {
  for (const { name, act, count } of steps) {
    const startedMs = Date.now();
    say(`── ${name}`);
    let status = await act();
    const counted = count ? countReport(root, name, count) : { passed: 0, failed: 0 };
    total.passed += counted.passed;
    // A step that fails without a failed test still counts as one.
    total.failed += status === 0 ? counted.failed : Math.max(1, counted.failed);
    if (counted.failed > 0) status ||= 1;
    say(`── ${name} ${status === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - startedMs) / 1000).toFixed(1)} s`);
    if (status !== 0) return status;
  }
  return 0;
}

/**
 * Stages run one after another; the lanes of a stage run in parallel, so that one continues while another waits or uses
 * one core.
 * @param {string} root
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @returns {Step[][][]}
 */
function stagesOf(root, node, env) {
  /** @param {string} script path in node_modules or in the repository @param {string[]} args */
  const tool = (script, ...args) => run(node, [join(root, script), ...args], env);
  /** @param {string} name @param {string[]} args @returns {Step} */
  const vitest = (name, ...args) => ({
    name,
    act: () =>
      tool(
        'node_modules/vitest/vitest.mjs',
        'run',
        ...args,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${join(REPORTS, `${name}.json`)}`
      ),
    count: countVitest
  });
  const bin = 'node_modules';
  return [
    [[{ name: 'framework types', act: () => tool(`${bin}/@sveltejs/kit/svelte-kit.js`, 'sync') }]],
    [
      [
        {
          name: 'types',
          // TypeScript 7, which takes a fifth of the time; the other tools need TypeScript 6.
          act: () =>
            tool(`${bin}/svelte-check/bin/svelte-check`, '--tsgo-experimental-api', '--tsconfig', 'tsconfig.json')
        },
        { name: 'lint', act: () => tool(`${bin}/oxlint/bin/oxlint`) },
        { name: 'dead code', act: () => tool(`${bin}/knip/bin/knip.js`) }
      ],
      [
        { name: 'format', act: () => tool(`${bin}/oxfmt/bin/oxfmt`, '--check') },
        {
          name: 'format of components',
          act: () => tool(`${bin}/prettier/bin/prettier.cjs`, '--check', '--log-level=warn', '**/*.svelte')
        },
        { name: 'lint of components', act: () => tool(`${bin}/eslint/bin/eslint.js`, '.', '--max-warnings=0') }
      ],
      [
        {
          name: 'kernels up to date',
          act: () => run(node, ['--import', './scripts/ts.mjs', 'scripts/build-kernel.ts', '--check'], env)
        },
        { name: 'vectors unchanged', act: () => tool('scripts/vectors.mjs') },
        { name: 'shipped packages', act: () => tool('scripts/packages.mjs') },
        { name: 'mutation sample', act: () => tool('scripts/mutationSample.mjs') }
      ],
      env.PLAYWRIGHT_CHROMIUM ? [] : [{ name: 'Chromium', act: () => installChromium(env) }]
    ],
    [
      [vitest('unit')],
      // Uses what the unit tests leave of two cores while they wait.
      [
        { name: 'build', act: () => buildApp(root, node, env).then(() => 0, reportFailure) },
        { name: 'first load size', act: () => tool('scripts/size.mjs') },
        vitest('browser', '--config', 'vitest.browser.config.ts')
      ]
    ],
    [
      [
        {
          name: 'e2e',
          act: () =>
            run(node, [join(root, bin, 'playwright', 'cli.js'), 'test'], {
              ...env,
              PLAYWRIGHT_JSON_OUTPUT_FILE: join(root, REPORTS, 'e2e.json')
            }),
          count: ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected })
        }
      ]
    ]
  ];
}

/** @param {NodeJS.ProcessEnv} env of all later steps @returns {Promise<number>} exit status */
async function installChromium(env) {
  try {
    env.PLAYWRIGHT_CHROMIUM = await installTestChromium();
    return 0;
  } catch (error) {
    return reportFailure(error);
  }
}

/** @param {any} report */
function countVitest(report) {
  return { passed: report.numPassedTests, failed: report.numFailedTests };
}

/** @param {unknown} error */
function reportFailure(error) {
  if (!(error instanceof RunError)) throw error;
  say(error.message);
  return 1;
}

/**
 * @param {string} root
 * @param {string} name
 * @param {NonNullable<Step['count']>} count
 */
function countReport(root, name, count) {
  try {
    return count(JSON.parse(readFileSync(join(root, REPORTS, `${name}.json`), 'utf8')));
  } catch {
    // The runner crashed before it could report: the step failed, and there are no tests to count.
    return { passed: 0, failed: 1 };
  }
}
