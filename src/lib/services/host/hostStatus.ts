import type { HostStatus } from '$lib/api/daemon/host';

export type Tone = 'good' | 'busy' | 'bad' | 'off';

/** A prerequisite for earning. */
export type HostCheck =
  | { readonly code: 'reachable'; readonly tone: Tone }
  | { readonly code: 'checkingReachability'; readonly tone: Tone }
  /** The daemon could not connect to its own host at this address; empty if it has none. */
  | { readonly code: 'unreachable'; readonly tone: Tone; readonly address: string }
  /** An unknown status. */
  | { readonly code: 'otherReachability'; readonly tone: Tone; readonly status: string }
  | { readonly code: 'used'; readonly tone: Tone }
  | { readonly code: 'checkingUse'; readonly tone: Tone }
  | { readonly code: 'unused'; readonly tone: Tone }
  | { readonly code: 'otherUse'; readonly tone: Tone; readonly status: string }
  | { readonly code: 'accepting'; readonly tone: Tone }
  | { readonly code: 'notAccepting'; readonly tone: Tone }
  | { readonly code: 'noStorage'; readonly tone: Tone }
  | { readonly code: 'full'; readonly tone: Tone }
  | { readonly code: 'freeStorage'; readonly tone: Tone };

/** Overall state of the host; `atRisk` has contracts that may fail. */
export type VerdictCode = 'earning' | 'atRisk' | 'needsAttention' | 'notSetUp' | 'checking' | 'waiting';

export interface HostVerdict {
  readonly tone: Tone;
  readonly code: VerdictCode;
  readonly checks: readonly HostCheck[];
}

/** Whether the host earns, and each prerequisite for it. */
export function hostStatus(status: HostStatus): HostVerdict {
  const checks = [reachability(status), use(status), acceptance(status), storage(status)];
  return { ...overall(status, checks), checks };
}

function overall(status: HostStatus, checks: readonly HostCheck[]): Pick<HostVerdict, 'tone' | 'code'> {
  const open = status.financialMetrics.contractCount;
  const isBroken = checks.some(({ tone }) => tone === 'bad');
  if (open > 0 && isBroken) return { tone: 'bad', code: 'atRisk' };
  if (open > 0) return { tone: 'good', code: 'earning' };
  if (isBroken) return { tone: 'bad', code: 'needsAttention' };
  if (checks.some(({ tone }) => tone === 'off')) return { tone: 'off', code: 'notSetUp' };
  if (checks.some(({ tone }) => tone === 'busy')) return { tone: 'busy', code: 'checking' };
  return { tone: 'busy', code: 'waiting' };
}

/** No storage, no contracts, and none accepted. */
const isUntouched = ({ externalSettings, internalSettings, financialMetrics }: HostStatus): boolean =>
  externalSettings.totalStorage === 0n && financialMetrics.contractCount === 0 && !internalSettings.acceptingContracts;

function reachability(status: HostStatus): HostCheck {
  const { connectabilityStatus, internalSettings, externalSettings } = status;
  switch (connectabilityStatus) {
    case 'connectable':
      return { code: 'reachable', tone: 'good' };
    case 'checking':
      return { code: 'checkingReachability', tone: 'busy' };
    case 'not connectable':
      return {
        code: 'unreachable',
        // A host that was never set up is not expected to be reachable.
        tone: isUntouched(status) ? 'off' : 'bad',
        address: externalSettings.netAddress || internalSettings.netAddress
      };
    default:
      return { code: 'otherReachability', tone: 'busy', status: connectabilityStatus };
  }
}

function use({ workingStatus, financialMetrics }: HostStatus): HostCheck {
  switch (workingStatus) {
    case 'working':
      return { code: 'used', tone: 'good' };
    case 'checking':
      return { code: 'checkingUse', tone: 'busy' };
    case 'not working':
      // A host without contracts receives no calls: this alone is not a problem.
      return { code: 'unused', tone: financialMetrics.contractCount > 0 ? 'bad' : 'busy' };
    default:
      return { code: 'otherUse', tone: 'busy', status: workingStatus };
  }
}

const acceptance = ({ internalSettings }: HostStatus): HostCheck =>
  internalSettings.acceptingContracts ? { code: 'accepting', tone: 'good' } : { code: 'notAccepting', tone: 'off' };

function storage({ externalSettings: { totalStorage, remainingStorage } }: HostStatus): HostCheck {
  if (totalStorage === 0n) return { code: 'noStorage', tone: 'off' };
  return remainingStorage === 0n ? { code: 'full', tone: 'busy' } : { code: 'freeStorage', tone: 'good' };
}
