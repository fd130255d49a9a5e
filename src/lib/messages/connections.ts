import type { Outcome, TestResult, Warning } from '$lib/api/services/check/result';
import type { ServiceId } from '$lib/api/services/ids';
import { isStratum } from '$lib/api/services/services';
import type messages from './en/connections';
import { locale } from './locale';

/** Texts of the Connections page, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`./${locale()}/connections.ts`)) as { default: typeof messages });
};

export interface CheckText {
  readonly title: string;
  readonly action?: string;
  readonly tone: 'good' | 'busy' | 'bad';
}

type TextOf = (service: ServiceId, result: TestResult) => CheckText;

const TEXTS: Readonly<Record<Outcome, TextOf>> = {
  ok: () => ({ ...m.check.ok, tone: 'good' }),
  'invalid-address': (service) => {
    const { title, http, pool } = m.check.invalidAddress;
    return { title, action: isStratum(service) ? pool : http, tone: 'bad' };
  },
  'unknown-name': () => ({ ...m.check.unknownName, tone: 'bad' }),
  refused: () => ({ ...m.check.refused, tone: 'bad' }),
  timeout: () => ({ ...m.check.timeout, tone: 'bad' }),
  unreachable: () => ({ ...m.check.unreachable, tone: 'bad' }),
  certificate: () => ({ ...m.check.certificate, tone: 'bad' }),
  'no-tls': (service) => {
    const { title, http, pool } = m.check.noTls;
    return { title, action: isStratum(service) ? pool : http, tone: 'bad' };
  },
  'forbidden-address': () => ({ ...m.check.forbiddenAddress, tone: 'bad' }),
  'no-password': (service) => ({ ...m.check.noPassword, action: passwordHelp(service), tone: 'busy' }),
  'wrong-password': (service) => {
    const { title, poolTitle } = m.check.wrongPassword;
    return { title: isStratum(service) ? poolTitle : title, action: passwordHelp(service), tone: 'bad' };
  },
  'wrong-service': (service, { found = 'other' }) => {
    const { found: titles, checkAddress, otherField } = m.check.wrongService;
    const isService = found !== 'web-page' && found !== 'other';
    return {
      title: titles[found],
      action: isService ? otherField(m.services[found]) : checkAddress[service],
      tone: 'bad'
    };
  },
  'wrong-agent': () => ({ ...m.check.wrongAgent, tone: 'bad' }),
  'module-off': () => ({ ...m.check.moduleOff, tone: 'bad' }),
  starting: () => ({ ...m.check.starting, tone: 'busy' }),
  outdated: (_, { version }) => {
    const { title, titleOf, action } = m.check.outdated;
    return { title: version === undefined ? title : titleOf(version), action, tone: 'bad' };
  },
  failing: () => ({ ...m.check.failing, tone: 'bad' })
};

function passwordHelp(service: ServiceId): string {
  const { daemon, server, pool } = m.check.passwordHelp;
  if (isStratum(service)) return pool;
  return service === 'daemon' ? daemon : server;
}

/** The result of a test, and what to do about it. */
export const resultText = (service: ServiceId, result: TestResult): CheckText => TEXTS[result.outcome](service, result);

export function warningText(warning: Warning, { off = [], dialect }: TestResult): string {
  const { warnings } = m.check;
  switch (warning) {
    case 'plain-http':
      return warnings.plainHttp;
    case 'other-dialect':
      return warnings.otherDialect(dialect ?? '');
    case 'modules-off':
      return warnings.modulesOff(off.join(', '));
    case 'not-synced':
      return warnings.notSynced;
    case 'partial-index':
      return warnings.partialIndex;
  }
}
