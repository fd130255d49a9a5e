import type { HostCheck } from '$lib/services/host/hostStatus';
import type messages from '../en/host/overview';
import { locale } from '../locale';

/** Texts of the pages of the host: navigation, status and earnings. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/host/overview.ts`)) as { default: typeof messages });
};

/** One requirement for earning: its state, what to do about it, and where. */
export function checkWords(check: HostCheck): { words: string; help?: string; link?: { href: string; label: string } } {
  const { checks, checkHelp, checkLinks } = m;
  switch (check.code) {
    case 'checkingReachability':
    case 'unused':
      return { words: checks[check.code], help: checkHelp[check.code] };
    case 'unreachable':
      return {
        words: checks.unreachable,
        help: check.address === '' ? checkHelp.noAddress : checkHelp.unreachable(check.address),
        link: { href: '/host/settings#netAddress', label: checkLinks.address }
      };
    case 'otherReachability':
    case 'otherUse':
      return { words: checks[check.code](check.status) };
    case 'notAccepting':
      return {
        words: checks.notAccepting,
        help: checkHelp.notAccepting,
        link: { href: '/host/settings#acceptingContracts', label: checkLinks.accept }
      };
    case 'noStorage':
    case 'full':
      return {
        words: checks[check.code],
        help: checkHelp[check.code],
        link: { href: '/host/storage', label: checkLinks.folder }
      };
    default:
      return { words: checks[check.code] };
  }
}
