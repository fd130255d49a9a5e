import { afterAll, expect, test } from 'vitest';
import { alertCause, alertMessage } from '$lib/messages/severity';
import { nodeAlerts } from '$lib/server/node/peers/nodeAlerts';
import { loadMessages } from '../../support/messages';

afterAll(() => loadMessages('en'));

const MARKET = { module: 'market', message: 'simulated storage market', cause: 'its own words' };
const DISK = { module: 'consensus', message: 'low disk space', cause: '0.4 GB are left' };

test.each([
  ['en', 'Simulated storage market', 'Low disk space'],
  ['de', 'Simulierter Speichermarkt', 'Wenig Speicherplatz auf dem Datenträger']
] as const)('alerts of Quarry’s own node are in the page’s language: %s', async (language, market, disk) => {
  await loadMessages(language);
  expect(alertMessage(MARKET.message)).toEqual({ text: market });
  expect(alertCause(MARKET)).toEqual({ text: expect.not.stringContaining(MARKET.cause) as string });
  expect(alertMessage(DISK.message)).toEqual({ text: disk });
  expect(alertCause(DISK)).toEqual({ text: 'consensus: 0.4 GB are left', lang: 'en' });
});

test.each([
  ['en', 'The data folder is gone'],
  ['de', 'Der Datenordner ist verschwunden']
] as const)('every alert about the node itself is in the page’s language: %s', async (language, folder) => {
  await loadMessages(language);
  const peers = {
    aloneMs: Infinity,
    trouble: { clockSkewMs: 1, reorganized: 1, refusedHosts: 1, deepForkHosts: 1 },
    failures: []
  };
  const titles = nodeAlerts({ peers, freeBytes: 0, isFolderGone: true }).map(({ message }) => alertMessage(message));
  expect(titles).toHaveLength(7);
  for (const title of titles) expect(title).not.toHaveProperty('lang');
  expect(titles.at(-1)).toEqual({ text: folder });
});

test.each([
  [{ module: 'host', message: 'disk failing', cause: 'see its log' }, 'host: see its log'],
  [{ module: '', message: 'constructor', cause: '' }, '']
])('any other alert keeps the daemon’s message: %o', (alert, cause) => {
  expect(alertMessage(alert.message)).toEqual({ text: alert.message, lang: 'en' });
  expect(alertCause(alert)).toEqual({ text: cause, lang: 'en' });
});

test('what an alert quotes neither reverses nor covers the text beside it, nor fills the page', () => {
  const quoted = `a\u202eb${'\u0301'.repeat(100)}`;
  const shown = `ab${'\u0301'.repeat(6)}`;
  expect(alertMessage(quoted).text).toBe(shown);
  const alert = { module: 'renter', message: 'host failed', cause: quoted };
  expect(alertCause(alert).text).toBe(`renter: ${shown}`);
  expect(alertCause({ ...alert, cause: 'x'.repeat(1e6) }).text).toHaveLength(2_001);
});
