import { expect, test } from 'vitest';
import type { HostStatus } from '$lib/api/daemon/host';
import { hostNotices } from '$lib/services/notifications/hostNotice';

const statusOf = (connectabilityStatus: string, totalStorage = 1n) =>
  ({
    connectabilityStatus,
    workingStatus: 'checking',
    internalSettings: { acceptingContracts: totalStorage > 0n, netAddress: '' },
    externalSettings: { netAddress: 'host.example:9982', totalStorage, remainingStorage: totalStorage },
    financialMetrics: { contractCount: 0 }
  }) as unknown as HostStatus;

const BAD = 'not connectable';

test.each<[string, HostStatus[], number]>([
  ['that cannot be reached', [statusOf(BAD), statusOf(BAD)], 1],
  ['that is checked again meanwhile', [statusOf(BAD), statusOf('checking'), statusOf(BAD)], 1],
  ['that could be reached meanwhile', [statusOf(BAD), statusOf('connectable'), statusOf(BAD)], 2],
  ['that can be reached', [statusOf('connectable')], 0],
  ['that is being checked', [statusOf('checking')], 0],
  ['that was never set up', [statusOf(BAD, 0n)], 0]
])('a host %s is reported once for each time', (_, statuses, times) => {
  let isReported = false;
  const notices = statuses.flatMap((status) => {
    const look = hostNotices(status, isReported, 5);
    isReported = look.isReported;
    return look.notices;
  });
  expect(notices).toHaveLength(times);
  for (const notice of notices) expect(notice).toMatchObject({ kind: 'host-unreachable', text: 'host.example:9982' });
});
