import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright/test';
import { SCRIPT_HEADER, type TransportOptions } from '$lib/api/http/transport';
import { PAGE_TOKEN_HEADER } from '$lib/api/quarry/pageToken';
import { createWalletServer, type WalletServer } from '$lib/api/wallet-server/client';
import type { Address } from '$lib/chain/address';
import { unixSeconds } from '$lib/chain/time';
import { buildTemplate } from '$lib/mining/work/template';
import { signInAt } from '../../support/builtServer';
import type { RunningApp } from './app';
import { sessionHeaders } from './session';

/** The chain of a running app, for the test itself: as another miner and another reader. */
export interface Chain {
  readonly server: WalletServer;
  /** Transport for clients of its other services. */
  readonly transport: Omit<TransportOptions, 'baseUrl'>;
  /** Adds blocks that pay the address. On network `test` every hash is a solution, so each takes milliseconds. */
  mine(blocks: number, payout?: string): Promise<void>;
  height(): Promise<number>;
}

/** An address without a known key: the hash of arbitrary data. */
const DEFAULT_PAYOUT = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d' as Address;

/** Connects with the session of a signed-in browser. */
export const chainOf = async (page: Page, app: RunningApp): Promise<Chain> =>
  chainWith(await sessionHeaders(page, app), app);

/** Signs in without a browser. Uses up the app's sign-in link. */
export async function chainAlone(app: RunningApp): Promise<Chain> {
  const { cookie, pageToken } = await signInAt(app.origin, { token: app.signInLink.split('#token=')[1]! });
  return chainWith({ [SCRIPT_HEADER]: '1', [PAGE_TOKEN_HEADER]: pageToken, cookie, origin: app.origin }, app);
}

async function chainWith(headers: Record<string, string>, app: RunningApp): Promise<Chain> {
  const transport = { fetch: (request: Request) => fetch(request), headers };
  const server = createWalletServer({ ...transport, baseUrl: `${app.origin}/api/wallet` });
  const network = await server.network({});
  return {
    server,
    transport,
    height: async () => (await server.tip({})).height,
    async mine(blocks, payout = DEFAULT_PAYOUT) {
      const { height: before } = await server.tip({});
      for (let i = 0; i < blocks; i++) {
        const [state, pool] = await Promise.all([server.tipState({}), server.poolTransactions({})]);
        const now = unixSeconds(Math.floor(Date.now() / 1000));
        const parts = { network, state, transactions: pool.transactions, v2Transactions: pool.v2Transactions };
        const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
        const { block } = buildTemplate(parts, payout as Address, now, random);
        // The server rejects V1 blocks although it adds them.
        await server.broadcastBlock({ body: block }).catch((error: unknown) => {
          if (block.v2 !== undefined) throw error;
        });
      }
      const { height } = await server.tip({});
      if (height < before + blocks) throw new Error(`${height - before} of ${blocks} blocks were added`);
    }
  };
}

/** Another device: a separate browser context, signed in with the password of the embedded node. */
export async function anotherDevice(
  browser: Browser,
  app: RunningApp,
  options: BrowserContextOptions = {}
): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(`${app.origin}/login`);
  const password = (await readFile(join(app.dataDir, 'apipassword'), 'utf8')).trim();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  return page;
}
