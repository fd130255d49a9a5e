import { expect, test } from 'vitest';
import type { Alert } from '$lib/api/daemon/daemon';
import { alertKey, severityOf, worstFirst } from '$lib/services/node/alerts';

const alert = (severity: string, message = severity): Alert => ({
  severity,
  message,
  cause: 'cause',
  module: 'renter'
});

test.each([
  ['critical', 'critical'],
  ['ERROR', 'error'],
  ['Warning', 'warning'],
  ['grave', 'info']
])('severity %s counts as %s', (word, severity) => {
  expect(severityOf(alert(word))).toBe(severity);
});

test('the most severe come first, equal ones in the daemon’s order', () => {
  const sorted = worstFirst([alert('info', 'a'), alert('error', 'b'), alert('critical', 'c'), alert('Error', 'd')]);
  expect(sorted.map(({ message }) => message)).toEqual(['c', 'b', 'd', 'a']);
});

test.each(['severity', 'message', 'cause', 'module'] as const)('an alert with another %s is another alert', (field) => {
  const one = alert('error');
  expect(alertKey({ ...one, [field]: 'changed' })).not.toBe(alertKey(one));
});

test('of an alert of a megabyte, the beginning and the length count', () => {
  const [one, two] = [alert('error', 'x'.repeat(1_000_000)), alert('error', `${'x'.repeat(1_000_000)}y`)];
  expect(alertKey(one).length).toBeLessThan(600);
  expect(alertKey(one)).not.toBe(alertKey(two));
});
