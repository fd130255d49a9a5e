import {
  SERVICES,
  type Connection,
  type ConnectionDraft,
  type Passwords,
  type Service
} from '$lib/api/quarry/connections';
import type { TestedService, TestRequest } from '$lib/api/quarry/connectionCheck';
import type { Dialect } from '$lib/api/dialect';

/** One service as it is typed. */
export interface ServiceFields {
  url: string;
  /** Empty: the one that is known stays. */
  password: string;
  dialect: Dialect | '';
  agent: string;
}

const fieldsOf = (connection: Connection | undefined, service: Service): ServiceFields => {
  const { url = '', dialect = '', agent = '' } = connection?.[service] ?? {};
  return { url, password: '', dialect, agent };
};

/** A connection while it is written or changed. */
export class ConnectionForm {
  name = $state('');
  services = $state<Record<Service, ServiceFields>>({
    daemon: fieldsOf(undefined, 'daemon'),
    wallet: fieldsOf(undefined, 'wallet'),
    signing: fieldsOf(undefined, 'signing'),
    mining: fieldsOf(undefined, 'mining')
  });
  poolUrl = $state('');
  poolUser = $state('');
  /** Empty: the one that is known stays. */
  poolPassword = $state('');
  /** The one that is changed; none for a new one. */
  readonly id: string | undefined;

  constructor(connection?: Connection) {
    this.id = connection?.id;
    if (!connection) return;
    this.name = connection.name;
    for (const service of SERVICES) this.services[service] = fieldsOf(connection, service);
    this.poolUrl = connection.pool?.url ?? '';
    this.poolUser = connection.pool?.user ?? '';
  }

  /** What is to be kept: services without an address are left out. */
  get draft(): ConnectionDraft {
    const draft: ConnectionDraft = { name: this.name };
    const passwords: Passwords = {};
    for (const service of SERVICES) {
      const { url, password, dialect, agent } = this.services[service];
      if (url.trim() === '') continue;
      draft[service] = { url, ...(dialect && { dialect }), ...(agent.trim() && { agent }) };
      if (password !== '') passwords[service] = withoutNewline(password);
    }
    if (this.poolUrl.trim() !== '') {
      draft.pool = { url: this.poolUrl, user: this.poolUser };
      if (this.poolPassword !== '') passwords.pool = withoutNewline(this.poolPassword);
    }
    return Object.keys(passwords).length > 0 ? { ...draft, passwords } : draft;
  }

  /** A test of a service as it is typed now; nothing without an address. */
  testOf(service: TestedService): TestRequest | undefined {
    if (service === 'pool') {
      if (this.poolUrl.trim() === '') return undefined;
      const [user, password] = [this.poolUser.trim(), withoutNewline(this.poolPassword)];
      return { service, url: this.poolUrl, ...(user && { user }), ...(password && { password }) };
    }
    const { url, password, dialect, agent } = this.services[service];
    if (url.trim() === '') return undefined;
    return {
      service,
      url,
      ...(dialect && { dialect }),
      ...(agent.trim() && { agent }),
      ...(password && { password: withoutNewline(password) })
    };
  }
}

/** The password file ends in a newline that is easily pasted along. */
const withoutNewline = (text: string): string => text.replace(/\r?\n$/, '');
