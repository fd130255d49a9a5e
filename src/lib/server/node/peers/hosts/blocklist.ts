import { BlockList, isIP } from 'node:net';
import type { SettingsTable } from '../../store/settings';

const KEY = 'gateway.blocklist';

/** Addresses, ranges and names that the user blocks. Entries are persisted and do not expire. */
export class PeerBlocklist {
  readonly #settings: SettingsTable;
  #refused: { readonly ranges: BlockList; readonly names: ReadonlySet<string> } | undefined;

  constructor(settings: SettingsTable) {
    this.#settings = settings;
  }

  get entries(): readonly string[] {
    return JSON.parse(this.#settings.get(KEY) ?? '[]') as string[];
  }

  set(entries: readonly string[]): void {
    this.#settings.set(KEY, JSON.stringify([...new Set(entries)]));
    this.#refused = undefined;
  }

  /** @param host an IP address or a name, without brackets */
  has(host: string): boolean {
    const { ranges, names } = (this.#refused ??= refusedBy(this.entries));
    const kind = isIP(host);
    return kind === 0 ? names.has(host.toLowerCase()) : ranges.check(host, kind === 6 ? 'ipv6' : 'ipv4');
  }
}

function refusedBy(entries: readonly string[]) {
  const ranges = new BlockList();
  const names = new Set<string>();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const kind = isIP(address);
    if (kind === 0) names.add(entry.toLowerCase());
    else if (bits === undefined) ranges.addAddress(address, kind === 6 ? 'ipv6' : 'ipv4');
    else if (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 6 ? 128 : 32)) {
      ranges.addSubnet(address, Number(bits), kind === 6 ? 'ipv6' : 'ipv4');
    }
  }
  return { ranges, names };
}
