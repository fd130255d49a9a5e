import type { HostStatus } from '$lib/api/daemon/host';
import { hostStatus } from '../host/hostStatus';
import type { Notice } from './notices';

/**
 * A notice if a host that was set up cannot be reached: once, until it can be.
 * @param isReported whether it was reported before @returns whether it is now
 */
export function hostNotices(
  status: HostStatus,
  isReported: boolean,
  nowMs: number
): { readonly isReported: boolean; readonly notices: readonly Notice[] } {
  const { checks } = hostStatus(status);
  // Until the daemon has checked again, what it found before still holds.
  if (checks.some(({ code }) => code === 'checkingReachability' || code === 'otherReachability'))
    return { isReported, notices: [] };
  const found = checks.find(({ code, tone }) => code === 'unreachable' && tone === 'bad');
  if (found?.code !== 'unreachable') return { isReported: false, notices: [] };
  const notice = {
    kind: 'host-unreachable',
    group: '',
    atMs: nowMs,
    count: 1,
    text: found.address,
    href: '/host'
  } as const;
  return { isReported: true, notices: isReported ? [] : [notice] };
}
