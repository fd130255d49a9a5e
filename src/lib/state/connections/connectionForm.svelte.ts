import type { Connection, ConnectionDraft, Passwords } from '$lib/api/quarry/connections';
import type { TestRequest } from '$lib/api/quarry/connectionCheck';
import type { Dialect } from '$lib/api/dialect';
import { SERVICE_IDS, type ServiceId } from '$lib/api/services/ids';
import { isHttp } from '$lib/api/services/services';
import type { PoolSettings, RemoteSettings } from '$lib/api/services/settings';

/** Form fields of one service; servers have no user, pools neither dialect nor agent. */
export interface ServiceFields {
  url: string;
  /** Empty: keep the stored password. */
  password: string;
  dialect: Dialect | '';
  agent: string;
  /** Pool account. */
  user: string;
}

const EMPTY: ServiceFields = { url: '', password: '', dialect: '', agent: '', user: '' };

/** The form of a new or existing connection. */
export class ConnectionForm {
  name = $state('');
  services = $state(fieldsOf(undefined));
  /** The edited connection; undefined for a new one. */
  readonly id: string | undefined;

  constructor(connection?: Connection) {
    this.id = connection?.id;
    this.name = connection?.name ?? '';
    this.services = fieldsOf(connection);
  }

  /** The connection to save: services without an address are omitted. */
  get draft(): ConnectionDraft {
    const typed = SERVICE_IDS.filter((id) => this.services[id].url.trim() !== '');
    const passwords: Passwords = Object.fromEntries(
      typed.flatMap((id) => {
        const { password } = this.services[id];
        return password === '' ? [] : [[id, withoutNewline(password)]];
      })
    );
    return {
      name: this.name,
      ...Object.fromEntries(typed.map((id) => [id, this.#settingsOf(id)])),
      ...(Object.keys(passwords).length > 0 && { passwords })
    };
  }

  /** A test request for a service's current fields; undefined without an address. */
  testOf(id: ServiceId): TestRequest | undefined {
    const { url, password } = this.services[id];
    if (url.trim() === '') return undefined;
    return { service: id, ...this.#settingsOf(id), ...(password && { password: withoutNewline(password) }) };
  }

  #settingsOf(id: ServiceId): RemoteSettings | PoolSettings {
    const { url, dialect, agent, user } = this.services[id];
    if (!isHttp(id)) return { url, user: user.trim() };
    return { url, ...(dialect && { dialect }), ...(agent.trim() && { agent }) };
  }
}

const fieldsOf = (connection: Connection | undefined) =>
  Object.fromEntries(SERVICE_IDS.map((id) => [id, { ...EMPTY, ...connection?.[id] }])) as Record<
    ServiceId,
    ServiceFields
  >;

/** The password file ends with a newline, which is easily pasted along with it. */
const withoutNewline = (text: string): string => text.replace(/\r?\n$/, '');
