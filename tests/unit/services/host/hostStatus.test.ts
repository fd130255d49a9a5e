import { expect, test } from 'vitest';
import type { HostStatus } from '$lib/api/daemon/host';
import { checkWords } from '$lib/messages/host/overview';
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

/** A healthy host with contracts, except for the changes in a row. */
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
  [{}, 'good', 'earning'],
  // Existing contracts still earn, though there are no new ones.
  [{ accepting: false }, 'good', 'earning'],
  [{ remaining: 0 }, 'good', 'earning'],
  [{ connectability: 'not connectable' }, 'bad', 'atRisk'],
  [{ working: 'not working' }, 'bad', 'atRisk'],
  [{ contracts: 0 }, 'busy', 'waiting'],
  [{ contracts: 0, working: 'not working' }, 'busy', 'checking'],
  [{ contracts: 0, connectability: 'checking' }, 'busy', 'checking'],
  [{ contracts: 0, accepting: false }, 'off', 'notSetUp'],
  [{ contracts: 0, total: 0, remaining: 0 }, 'off', 'notSetUp'],
  [{ contracts: 0, connectability: 'not connectable' }, 'bad', 'needsAttention'],
  // It was never set up: being unreachable is not a problem.
  [{ contracts: 0, total: 0, remaining: 0, accepting: false, connectability: 'not connectable' }, 'off', 'notSetUp'],
  [{ contracts: 0, total: 0, remaining: 0, connectability: 'not connectable' }, 'bad', 'needsAttention'],
  [{ connectability: 'levitating' }, 'good', 'earning']
])('%j', (facts, tone, code) => {
  const verdict = hostStatus(aHost(facts));
  expect(verdict.tone).toBe(tone);
  expect(verdict.code).toBe(code);
});

test('every problem has instructions', () => {
  const verdict = hostStatus(
    aHost({ connectability: 'not connectable', working: 'not working', accepting: false, total: 0, remaining: 0 })
  );
  expect(verdict.checks.map((check) => [check.code, checkWords(check).help !== undefined])).toEqual([
    ['unreachable', true],
    ['unused', true],
    ['notAccepting', true],
    ['noStorage', true]
  ]);
  expect(checkWords(verdict.checks[0]!).help).toContain('127.0.0.1:9992');
});

test('a host without an address is told to get one, not to forward ports', () => {
  const host = aHost({ connectability: 'not connectable', accepting: false, total: 0, remaining: 0 });
  const withoutAddress: HostStatus = {
    ...host,
    externalSettings: { ...host.externalSettings, netAddress: '' },
    internalSettings: { ...host.internalSettings, netAddress: '' }
  };
  expect(checkWords(hostStatus(withoutAddress).checks[0]!)).toMatchObject({
    help: 'The host has no address yet. Set one, or announce the host at the one where renters reach it.',
    link: { href: '/host/settings#netAddress' }
  });
});
