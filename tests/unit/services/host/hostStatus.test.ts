import { expect, test } from 'vitest';
import type { HostStatus } from '$lib/api/daemon/host';
import { hostStatus } from '$lib/services/host/hostStatus';
import { recordedHost } from './support';

const recorded = await recordedHost('host', 'host.get');

interface Facts {
  readonly connectability?: string;
  readonly working?: string;
  readonly accepting?: boolean;
  readonly contracts?: number;
  readonly total?: number;
  readonly remaining?: number;
}

/** A healthy host with contracts, but for what a row says. */
const aHost = ({
  connectability = 'connectable',
  working = 'working',
  accepting = true,
  contracts = 5,
  total = 10,
  remaining = 5
}: Facts): HostStatus => ({
  ...recorded,
  connectabilityStatus: connectability,
  workingStatus: working,
  internalSettings: { ...recorded.internalSettings, acceptingContracts: accepting },
  externalSettings: { ...recorded.externalSettings, totalStorage: BigInt(total), remainingStorage: BigInt(remaining) },
  financialMetrics: { ...recorded.financialMetrics, contractCount: contracts }
});

test.each<[Facts, string, string]>([
  [{}, 'good', 'Yes'],
  // What it has still earns, though nothing new comes.
  [{ accepting: false }, 'good', 'Yes'],
  [{ remaining: 0 }, 'good', 'Yes'],
  [{ connectability: 'not connectable' }, 'bad', 'in danger'],
  [{ working: 'not working' }, 'bad', 'in danger'],
  [{ contracts: 0 }, 'busy', 'waiting for renters'],
  [{ contracts: 0, working: 'not working' }, 'busy', 'still being checked'],
  [{ contracts: 0, connectability: 'checking' }, 'busy', 'still being checked'],
  [{ contracts: 0, accepting: false }, 'off', 'not set up'],
  [{ contracts: 0, total: 0, remaining: 0 }, 'off', 'not set up'],
  [{ contracts: 0, connectability: 'not connectable' }, 'bad', 'something is wrong'],
  [{ connectability: 'levitating' }, 'good', 'Yes']
])('%j', (facts, tone, words) => {
  const verdict = hostStatus(aHost(facts));
  expect(verdict.tone).toBe(tone);
  expect(verdict.words).toContain(words);
});

test('whatever is wrong says what to do', () => {
  const verdict = hostStatus(
    aHost({ connectability: 'not connectable', working: 'not working', accepting: false, total: 0, remaining: 0 })
  );
  expect(verdict.checks.map(({ name, todo }) => [name, todo !== undefined])).toEqual([
    ['reached', true],
    ['used', true],
    ['accepting', true],
    ['room', true]
  ]);
  expect(verdict.checks[0]?.todo).toContain('127.0.0.1:9992');
});
