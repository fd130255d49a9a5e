import type { Locator, Page } from 'playwright/test';
import type { Address } from '$lib/chain/address';
import { unixSeconds } from '$lib/chain/time';
import { minerOutputId } from '$lib/chain/transaction/transactionIds';
import { v2FileContractId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { buildTemplate } from '$lib/mining/work/template';
import { addressOf, formation, HOST, RENTER, signedContract } from '../support/contracts';
import { expectNoViolations } from './support/accessibility';
import { expect, startApp, test } from './support/app';
import { chainOf, type Chain } from './support/chain';
import { PASSWORD, startNode } from './support/node';
import { visit } from './support/visit';

test.use({ appEnv: { QUARRY_NETWORK: 'test' }, allowFailedRequests: true });

const HOST_ADDRESS = addressOf(HOST);

const rowsOf = (page: Page, table: string): Locator => page.getByRole('table', { name: table }).getByRole('row');
const listed = (page: Page) => rowsOf(page, 'Blocks, newest first');

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search the chain' }).fill(text);
  await page.keyboard.press('Enter');
}

/** A block of many small transactions. */
async function mineFull({ server }: Chain, count: number): Promise<void> {
  const [network, state] = await Promise.all([server.network({}), server.tipState({})]);
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const v2Transactions = Array.from({ length: count }, () => ({ ...EMPTY_V2_TRANSACTION, arbitraryData: random(40) }));
  const parts = { network, state, transactions: [], v2Transactions };
  const now = unixSeconds(Math.floor(Date.now() / 1000));
  await server.broadcastBlock({ body: buildTemplate(parts, HOST_ADDRESS as Address, now, random).block });
}

async function open(page: Page, path: string): Promise<void> {
  await visit(page, path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

test('the chain: blocks and their contents, changes, and sync progress', async ({ app, signedIn: page }) => {
  // Measures contrast after transitions, not during them.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const chain = await chainOf(page, app);

  await test.step('validates a set of transactions before sending any of it', async () => {
    // While the chain is at its genesis block it still accepts V1 transactions.
    await visit(page, '/chain/validate');
    const text = page.getByLabel('Transactions as JSON');
    await page.getByRole('button', { name: 'empty transaction' }).click();
    await page.getByRole('button', { name: 'Validate' }).click();
    await expect(page.getByRole('region', { name: 'Accepted' })).toContainText('would accept this transaction');
    await page.getByRole('button', { name: 'outputs without inputs' }).click();
    await expect(page.getByRole('region', { name: 'Accepted' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Validate' }).click();
    const refused = page.getByRole('region', { name: 'Rejected' });
    await expect(refused).toContainText('Inputs and outputs do not balance');
    await expect(refused).toContainText('inputs do not equal');
    await refused.getByText('1 transaction as parsed').click();
    await expect(refused).toContainText('1 SC');
    await expectNoViolations(page);

    await text.fill('[\n  {"minerfees": [5,]}\n]');
    await page.getByRole('button', { name: 'Validate' }).click();
    await expect(page.getByRole('region', { name: 'Invalid input' })).toContainText('Line 2, column 20');
    await page.getByRole('button', { name: 'Go to the error' }).click();
    await expect(text).toBeFocused();
    await page.getByRole('link', { name: 'Blocks', exact: true }).click();
    await page.getByRole('link', { name: 'Validate' }).click();
    await expect(text).toHaveValue(/minerfees/);

    const buffer = Buffer.from('[{"misspelt": []}]');
    await page.getByLabel('From a file').setInputFiles({ name: 'set.json', mimeType: 'application/json', buffer });
    await expect(page.getByRole('region', { name: 'Accepted' })).toContainText('“misspelt”');
  });

  await test.step('the list updates by itself', async () => {
    await chain.mine(30);
    await visit(page, '/chain');
    await expect(listed(page).nth(1)).toContainText('30');
    await expect(page.getByText('Average block time')).toBeVisible();
    await chain.mine(1);
    await expect(listed(page).nth(1)).toContainText('31');
    await expect(listed(page).nth(2)).toContainText('30');
    await expectNoViolations(page);
  });

  const { outputs } = await chain.server.coinOutputs({ params: { address: addressOf(RENTER) } });
  const spent = outputs[0]!;
  const txn = formation(spent, signedContract({ proofHeight: 90n, expirationHeight: 99n }));
  const id = v2TransactionId(txn);

  await test.step('a pending transaction can be looked up', async () => {
    const basis = await chain.server.tip({});
    await chain.server.broadcast({ body: { basis, transactions: [], v2Transactions: [txn] } });
    await search(page, id);
    await expect(page.getByText('unconfirmed', { exact: true })).toBeVisible();
    await chain.mine(1);
    await expect(page.getByText('1 confirmation', { exact: true })).toBeVisible();
    const main = page.getByRole('main');
    for (const words of ['Inputs (1)', 'Outputs (1)', '500,000 SC', '499,896 SC', 'Storage contract formed', '60 SC']) {
      await expect(main).toContainText(words);
    }
    await expectNoViolations(page);
  });

  await test.step('a block by height and by id, and its neighbors', async () => {
    await search(page, '32');
    await expect(page.getByRole('heading', { level: 1, name: 'Block 32' })).toBeVisible();
    await expect(page.getByText('latest block', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Previous' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Block 31' })).toBeVisible();
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Block 32' })).toBeVisible();
    const { id: blockId } = await chain.server.tip({});
    await search(page, blockId.toUpperCase());
    await expect(page).toHaveURL(new RegExp(blockId));
    await expect(page.getByRole('heading', { level: 1, name: 'Block 32' })).toBeVisible();
    const transactions = page.getByRole('region', { name: 'Transactions' });
    await transactions.getByText('contract formed').click();
    await expect(transactions).toContainText('Signed by key');
    await page.getByText('Raw JSON').click();
    await expect(page.getByLabel('Raw JSON')).toContainText(`"id": "${blockId}"`);
    await open(page, '/chain?find=32');
    await expect(page.getByRole('heading', { level: 1, name: 'Block 32' })).toBeVisible();
    await search(page, '9999');
    await expect(page.getByRole('search')).toContainText('No match. Searched for: block at this height.');
  });

  await test.step('addresses, outputs and contracts by id', async () => {
    await search(page, addressOf(RENTER));
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('499,896 SC');
    await expect(rowsOf(page, 'History of the address, newest first').nth(1)).toContainText('−104 SC');
    await search(page, spent.id);
    await expect(page.getByRole('main')).toContainText('500,000 SC');
    await expect(page.getByText('spent', { exact: true })).toBeVisible();
    await search(page, minerOutputId((await chain.server.tip({})).id, 0));
    await expect(page.getByText('matures at 42')).toBeVisible();
    await expect(page.getByText('verified', { exact: true })).toBeVisible();
    const contractId = v2FileContractId(id, 0);
    await search(page, contractId);
    await page.getByRole('link', { name: 'Scan the chain' }).click();
    await page.getByRole('button', { name: 'Scan the chain' }).click();
    await expect(page.getByRole('main')).toContainText('Formed in block 32');
    await search(page, 'f'.repeat(64));
    await expect(page.getByRole('search')).toContainText('No match');
    await search(page, 'abc');
    await expect(page.getByRole('search')).toContainText('3 digits: an ID has 64');
  });

  await test.step('a full block stays usable', async () => {
    await mineFull(chain, 120);
    await visit(page, '/chain/33');
    await expect(page.getByText('1–25 of 121')).toBeVisible();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText('26–50 of 121')).toBeVisible();
  });

  await test.step('the changes are decoded, verified and followed live', async () => {
    await visit(page, '/chain/changes');
    const table = 'Changes, newest first';
    await page.getByLabel('Start', { exact: true }).selectOption('genesis');
    await page.getByRole('button', { name: 'Read changes' }).click();
    await expect(page.getByText('34 changes', { exact: true })).toBeVisible();
    await expect(page.getByText('Synced, polling every 2 s')).toBeVisible();
    await expect(rowsOf(page, table).nth(1)).toContainText('verified');
    await chain.mine(1);
    await expect(page.getByText('35 changes', { exact: true })).toBeVisible();
    await expect(rowsOf(page, table).nth(1)).toContainText('34');
    await page.getByRole('button', { name: 'Details of the change at height 34' }).click();
    await expect(page.getByText('maturing coin output').first()).toBeVisible();
    await expect(page.getByText('299,966 SC')).toBeVisible();
    await expectNoViolations(page);

    await page.getByLabel('ID or address').fill(addressOf(RENTER));
    await expect(page.getByText('2 of 35 changes')).toBeVisible();
    await page.getByLabel('ID or address').fill('');
    await page.getByLabel('Show').selectOption('reorganizations');
    await expect(page.getByText('No change matches the filter.')).toBeVisible();
    await page.getByLabel('Show').selectOption('all');
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText('paused')).toBeVisible();
    await chain.mine(1);
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByText('36 changes', { exact: true })).toBeVisible();

    await page.getByLabel('Start', { exact: true }).selectOption('change');
    await page.getByLabel('Change ID').fill((await chain.server.tip({})).id);
    await page.getByRole('button', { name: 'Restart' }).click();
    await expect(page.getByText('No changes after this ID')).toBeVisible();
  });

  await test.step('while the node syncs, the page names what cannot be trusted yet', async () => {
    await page.route('**/api/daemon/consensus', async (route) => {
      const answer = await route.fetch();
      const status = (await answer.json()) as object;
      // Looks like a network that should have twice as many blocks.
      const genesistimestamp = Math.floor(Date.now() / 1000) - 70 * 600 - 5;
      await route.fulfill({ response: answer, json: { ...status, synced: false, genesistimestamp } });
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, '/chain');
    await expect(page.getByText('syncing', { exact: true })).toBeVisible();
    await expect(page.getByText('Block 35 of about 70')).toBeVisible();
    await expect(page.getByText(/balances may be outdated/)).toBeVisible();
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    );
    expect(beyond).toBeLessThanOrEqual(0);
    for (const path of ['/', '/network']) {
      await open(page, path);
      await expect(page.getByText('Block 35 of about 70')).toBeVisible();
      await expect(page.getByText('Time remaining')).toBeVisible();
    }
  });
});

test('with a wallet server alone, its pages work and none reports a missing daemon', async ({ page }) => {
  const node = await startNode();
  const app = await startApp({ WALLET_URL: node.origin });
  try {
    for (let block = 0; block < 3; block++) await node.mine();
    await page.goto(`${app.origin}/login?next=/chain`);
    await page.getByLabel('API password of the node').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(listed(page).filter({ hasText: /^\s*3\b/ })).toHaveCount(1);
    await expect(page.locator('[data-error]')).toHaveCount(0);
    await open(page, '/chain/2');
    await expect(page.getByRole('heading', { level: 1, name: 'Block 2' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Next' })).toBeVisible();
    await expect(page.locator('[data-error]')).toHaveCount(0);
    await open(page, '/');
    await expect(page.getByText('This connection has a wallet server and no daemon.')).toBeVisible();
    for (const path of ['/', '/mine', '/wallet', '/chain/check', '/connections']) {
      await open(page, path);
      await page.waitForLoadState('networkidle').catch(() => undefined);
      await expect(page.locator('[data-error]'), path).toHaveCount(0);
    }
  } finally {
    await page.close();
    await app.stop();
    await node.stop();
  }
});

test('reports an invalid id without blaming a server', async ({ signedIn: page }) => {
  for (const kind of ['transaction', 'output', 'contract']) {
    await visit(page, `/chain/${kind}/xyz`);
    await expect(page.getByText('“xyz” is not an ID.')).toBeVisible();
    await expect(page.locator('[data-error]')).toHaveCount(0);
  }
});
