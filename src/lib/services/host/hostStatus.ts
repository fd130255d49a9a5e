import type { HostStatus } from '$lib/api/daemon/host';

type Tone = 'good' | 'busy' | 'bad' | 'off';

/** One thing a host needs to earn, how it stands, and what to do about it. */
export interface HostCheck {
  readonly name: 'reached' | 'used' | 'accepting' | 'room';
  readonly tone: Tone;
  readonly words: string;
  /** What to do; left out where there is nothing to do. */
  readonly todo?: string;
  /** Where to do it. */
  readonly link?: { readonly href: string; readonly label: string };
}

/** The answer to "is my host earning?". */
export interface HostVerdict {
  readonly tone: Tone;
  readonly words: string;
  readonly checks: readonly HostCheck[];
}

export function hostStatus(status: HostStatus): HostVerdict {
  const checks = [reached(status), used(status), accepting(status), room(status)];
  return { ...overall(status, checks), checks };
}

function overall(status: HostStatus, checks: readonly HostCheck[]): Pick<HostVerdict, 'tone' | 'words'> {
  const open = status.financialMetrics.contractCount;
  const isBroken = checks.some(({ tone }) => tone === 'bad');
  if (open > 0 && isBroken) return { tone: 'bad', words: 'Has contracts, but they are in danger' };
  if (open > 0) return { tone: 'good', words: 'Yes, it is earning' };
  if (isBroken) return { tone: 'bad', words: 'No: something is wrong' };
  if (checks.some(({ tone }) => tone === 'off')) return { tone: 'off', words: 'Not yet: it is not set up' };
  if (checks.some(({ tone }) => tone === 'busy')) return { tone: 'busy', words: 'Not yet: still being checked' };
  return { tone: 'busy', words: 'Not yet: ready, and waiting for renters' };
}

function reached({ connectabilityStatus, internalSettings, externalSettings }: HostStatus): HostCheck {
  const name = 'reached';
  const address = externalSettings.netAddress || internalSettings.netAddress;
  switch (connectabilityStatus) {
    case 'connectable':
      return { name, tone: 'good', words: 'Can be reached' };
    case 'checking':
      return {
        name,
        tone: 'busy',
        words: 'Whether it can be reached is being checked',
        todo: 'That takes some minutes after a start.'
      };
    case 'not connectable':
      return {
        name,
        tone: 'bad',
        words: 'Cannot be reached',
        todo: `The daemon tried to call its own host${address === '' ? '' : ` at ${address}`} and got no answer. Forward its ports in the router, let them through the firewall, and see that the address is the right one.`,
        link: { href: '/host/settings#netAddress', label: 'Check the address' }
      };
    default:
      return { name, tone: 'busy', words: `Reachability: ${connectabilityStatus}` };
  }
}

function used({ workingStatus, financialMetrics }: HostStatus): HostCheck {
  const name = 'used';
  switch (workingStatus) {
    case 'working':
      return { name, tone: 'good', words: 'Renters are using it' };
    case 'checking':
      return { name, tone: 'busy', words: 'Whether renters use it is being checked' };
    case 'not working':
      // A host without contracts has nobody to call it: that alone is no fault.
      return {
        name,
        tone: financialMetrics.contractCount > 0 ? 'bad' : 'busy',
        words: 'No renter has called lately',
        todo: 'Renters look at every host now and then. When nobody calls for hours, the host cannot be reached or is not announced.'
      };
    default:
      return { name, tone: 'busy', words: `Use by renters: ${workingStatus}` };
  }
}

function accepting({ internalSettings }: HostStatus): HostCheck {
  const name = 'accepting';
  return internalSettings.acceptingContracts
    ? { name, tone: 'good', words: 'Accepts new contracts' }
    : {
        name,
        tone: 'off',
        words: 'Accepts no new contracts',
        todo: 'Contracts it has run on, but no new ones begin.',
        link: { href: '/host/settings#acceptingContracts', label: 'Accept contracts' }
      };
}

function room({ externalSettings: { totalStorage, remainingStorage } }: HostStatus): HostCheck {
  const name = 'room';
  const link = { href: '/host/storage', label: 'Add a folder' };
  if (totalStorage === 0n) {
    return { name, tone: 'off', words: 'Has no storage to sell', todo: 'Give it a folder to keep data in.', link };
  }
  if (remainingStorage === 0n) {
    return { name, tone: 'busy', words: 'Is full', todo: 'More can be earned only with more storage.', link };
  }
  return { name, tone: 'good', words: 'Has room for more data' };
}
