import { startApp, test as base, type RunningApp } from './app';
import { FaultyDaemon } from './faultyDaemon';
import { startNode } from './node';
import { ScriptedDaemon } from './scriptedDaemon';

/**
 * One daemon, and one app that uses it, for all tests of a file: each restores what it changes, or the next one sets up
 * what it needs.
 * @param provide starts the daemon and stops it after its use
 * @param env further variables of the app
 */
const withDaemon = <Daemon extends { readonly origin: string }>(
  provide: (use: (daemon: Daemon) => Promise<void>) => Promise<void>,
  env: Record<string, string> = {}
) =>
  base.extend<object, { daemon: Daemon; remoteApp: RunningApp }>({
    daemon: [({}, use) => provide(use), { scope: 'worker' }],
    remoteApp: [
      async ({ daemon }, use) => {
        const app = await startApp({ DAEMON_URL: daemon.origin, ...env });
        await use(app);
        await app.stop();
      },
      { scope: 'worker' }
    ]
  });

/** Tests with an app whose daemon is scripted. */
export const scriptedTest = withDaemon<ScriptedDaemon>(
  async (use) => {
    const daemon = await ScriptedDaemon.start();
    await use(daemon);
    daemon.stop();
  },
  { DAEMON_DIALECT: 'svc' }
);

/** Tests with an app whose daemon can be made faulty. Rivals mine on its chain. @param blocks of its chain at first */
export const faultyTest = (blocks: number) =>
  withDaemon<FaultyDaemon>(async (use) => {
    const node = await startNode();
    for (let i = 0; i < blocks; i++) await node.mine();
    const daemon = await FaultyDaemon.start(node.origin, () => node.mine());
    await use(daemon);
    daemon.stop();
    await node.stop();
  });
