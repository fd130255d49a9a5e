import { afterAll, beforeAll, expect, test } from 'vitest';
import { NETWORK_DIALECT } from '$lib/api/dialect';
import { createWalletServer } from '$lib/api/wallet-server/client';
import { readConfig } from '$lib/server/config';
import { beginSession } from '$lib/server/connections/handlers';
import { createContainer, type Container } from '$lib/server/container';
import { listen, type Listener } from '$lib/server/node/listen';
import { serveDialect } from '$lib/server/dialect/serveDialect';
import { mine, PASSWORD as NODE_PASSWORD } from '../support/node';
import { send, stubPage, World } from '../support/walletWorld';
import { fetchFrom } from '$lib/server/http/fetchMessages';
import { temporaryFolder } from '../support/temporary';

stubPage();

// The complete path of a page: its wallet, our server, a socket, and a wallet server with the real network's dialect
// that has no peers and therefore reports an error for every broadcast that it accepts.
let world: World;
let listener: Listener;
let quarry: Container;

beforeAll(async () => {
  world = await World.open({ failWithoutPeers: true });
  const { node } = world.node;
  listener = await listen({ answer: serveDialect(NETWORK_DIALECT, node.answer) }, 0);
  const dataDir = temporaryFolder('dialect');
  quarry = await createContainer(
    readConfig({ WALLET_URL: `http://127.0.0.1:${listener.port}`, QUARRY_DATA_DIR: dataDir })
  );
});
afterAll(async () => {
  await listener.close();
  await quarry.close();
  await world.end();
});

test('coins are found, sent to two recipients and confirmed', async () => {
  const session = beginSession(quarry, await quarry.signIn.signIn({ password: NODE_PASSWORD }, '127.0.0.1'));
  const server = createWalletServer({
    fetch: fetchFrom((request) => quarry.pass('wallet', request, session)),
    baseUrl: 'http://quarry'
  });
  const owner = await world.restored(undefined, world.browser(server));
  expect(owner.counts.coins).toBeGreaterThan(0);
  const { wallet: payee } = await world.created(world.browser(server));
  const { address } = await payee.newAddress();
  const flow = await send(owner, address, 5n * 10n ** 24n);
  expect(flow.status).toMatchObject({ step: 'following' });
  await mine(world.node);
  await world.inStep(owner, payee);
  expect(await payee.holdings().then(({ coins }) => coins.some(({ output }) => output.value === 5n * 10n ** 24n))).toBe(
    true
  );
});
