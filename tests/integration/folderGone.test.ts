import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { ask, mine, openNode, type OpenNode } from '../support/node';
import { temporaryFolder } from '../support/temporary';

// A data folder is deleted, moved or replaced while the node runs: SQLite goes on writing to the deleted files.
let open: OpenNode;
afterEach(async () => {
  vi.restoreAllMocks();
  await open.node.close();
});

const PHRASE = `${'abandon '.repeat(11)}about`;
const FIELDS = { name: 'kept', description: '', metadata: null };
/** Calls that store something. */
const calls: Readonly<Record<string, () => Promise<unknown>>> = {
  'a block': () => mine(open, 1),
  'a wallet': () => open.wallet.createWallet({ body: FIELDS }),
  'a seed': () => open.signing.importSeed({ body: { phrase: PHRASE } }),
  'a setting': () => open.daemon.gateway.configure({ body: { maxdownloadspeed: 1000n, maxuploadspeed: 1000n } }),
  'the market': () =>
    ask(open, '/host').then(async (answer) => (answer.ok ? undefined : Promise.reject(await answer.text())))
};

test.each([
  ['deleted', (folder: string) => rmSync(folder, { recursive: true })],
  ['moved', (folder: string) => renameSync(folder, `${folder}-moved`)],
  [
    'replaced by an empty one',
    (folder: string) => {
      renameSync(folder, `${folder}-moved`);
      mkdirSync(folder);
    }
  ]
])('nothing counts as stored in a folder that was %s', async (_, change) => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const folder = temporaryFolder('gone');
  const dataDir = `${folder}/data`;
  mkdirSync(dataDir);
  open = await openNode({ dataDir });
  await mine(open, 1);
  change(dataDir);
  for (const [what, call] of Object.entries(calls)) {
    const problem = await call().then(
      () => undefined,
      (error: unknown) => String(error)
    );
    expect.soft(problem, what).toContain('was deleted, moved or replaced while Quarry runs');
  }
  expect(open.node.tip.height).toBe(1);
  const { criticalAlerts } = await open.daemon.daemon.alerts();
  expect(criticalAlerts.map(({ message }) => message)).toEqual(['the data folder is gone']);
  expect(logged).not.toHaveBeenCalled();
});

test('what was put back is used again', async () => {
  const dataDir = `${temporaryFolder('gone')}/data`;
  mkdirSync(dataDir);
  open = await openNode({ dataDir });
  renameSync(dataDir, `${dataDir}-moved`);
  await expect(mine(open, 1)).rejects.toThrow();
  renameSync(`${dataDir}-moved`, dataDir);
  for (const call of Object.values(calls)) await call();
  expect(open.node.tip.height).toBe(1);
});
