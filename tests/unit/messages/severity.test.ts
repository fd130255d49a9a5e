import { afterAll, expect, test } from 'vitest';
import { alertMessage, alertWords } from '$lib/messages/severity';
import { loadMessages } from '../../support/messages';

const OWN = { module: 'market', message: 'simulated storage market', cause: 'its own words' };

afterAll(() => loadMessages('en'));

test.each([
  ['en', 'Simulated storage market'],
  ['de', 'Simulierter Speichermarkt']
] as const)('an alert of Quarry’s own node is in the page’s language: %s', async (language, message) => {
  await loadMessages(language);
  expect(alertMessage(OWN.message)).toBe(message);
  expect(alertWords(OWN)).toMatchObject({ message, cause: expect.not.stringContaining(OWN.cause) as string });
  expect(alertWords(OWN)).not.toHaveProperty('lang');
});

test.each([
  [{ module: 'host', message: 'low disk', cause: '5 GB left' }, 'host: 5 GB left'],
  [{ module: '', message: 'constructor', cause: '' }, '']
])('any other alert keeps the daemon’s words: %o', (alert, cause) => {
  expect(alertWords(alert)).toEqual({ message: alert.message, cause, lang: 'en' });
  expect(alertMessage(alert.message)).toBe(alert.message);
});
