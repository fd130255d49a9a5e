import { parseIp } from '$lib/codec/ipAddress';
import { isDialable, parseNetAddress, unmapHost } from '$lib/peers/address';
import type { SettingsTable } from '../store/settings';

const KEY = 'peers.addresses';
const MAX_ADDRESSES = 1_000;
/** Per /16 of IPv4 or /32 of IPv6, so that no single network can fill the book. */
const MAX_PER_SUBNET = 16;
const MAX_FAILURES = 5;

interface Entry {
  readonly address: string;
  /** Consecutive failed dials. */
  failures: number;
}

/** Known addresses of nodes, persisted across restarts. */
export class AddressBook {
  readonly #settings: SettingsTable;
  readonly #entries: Map<string, Entry>;
  /** Addresses in each subnet. */
  readonly #inSubnet = new Map<string, number>();

  constructor(settings: SettingsTable) {
    this.#settings = settings;
    const stored = JSON.parse(settings.get(KEY) ?? '[]') as Entry[];
    this.#entries = new Map(stored.map((entry) => [entry.address, entry]));
    for (const address of this.#entries.keys()) this.#count(subnetOf(address), 1);
  }

  get addresses(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** Adds addresses that can be dialed, up to the limits. */
  add(addresses: readonly string[]): void {
    let isChanged = false;
    for (const address of addresses) {
      if (!isDialable(address) || this.#entries.has(address)) continue;
      if (this.#entries.size >= MAX_ADDRESSES) break;
      const subnet = subnetOf(address);
      if ((this.#inSubnet.get(subnet) ?? 0) >= MAX_PER_SUBNET) continue;
      this.#entries.set(address, { address, failures: 0 });
      this.#count(subnet, 1);
      isChanged = true;
    }
    if (isChanged) this.#store();
  }

  onConnected(address: string): void {
    const entry = this.#entries.get(address);
    if (entry !== undefined) entry.failures = 0;
  }

  /** Counts a failed dial. After {@link MAX_FAILURES} in a row, the address is removed. */
  onFailed(address: string): void {
    const entry = this.#entries.get(address);
    if (entry === undefined) return;
    entry.failures++;
    if (entry.failures < MAX_FAILURES) return;
    this.#entries.delete(address);
    this.#count(subnetOf(address), -1);
    this.#store();
  }

  #count(subnet: string, change: 1 | -1): void {
    const count = (this.#inSubnet.get(subnet) ?? 0) + change;
    if (count > 0) this.#inSubnet.set(subnet, count);
    else this.#inSubnet.delete(subnet);
  }

  #store(): void {
    this.#settings.remember(KEY, JSON.stringify([...this.#entries.values()]));
  }
}

/** The subnet of an address, `host:port`; see {@link subnetOfHost}. */
export const subnetOf = (address: string): string => subnetOfHost(parseNetAddress(address).host);

/** The /16 of an IPv4 address, mapped or not, or /32 of an IPv6 address; a name is a subnet of its own. */
export function subnetOfHost(host: string): string {
  const ip = parseIp(unmapHost(host));
  if (ip === undefined) return host.toLowerCase();
  return ip.bits === 32 ? `4:${ip.value >> 16n}` : `6:${ip.value >> 96n}`;
}
