import { parseIp } from '$lib/codec/ipAddress';
import { isDialable, parseNetAddress, unmapHost } from '$lib/peers/address';
import type { SettingsTable } from '../store/settings';

const KEY = 'peers.addresses';
const MAX_ADDRESSES = 1_000;
/** Per /16 of IPv4 or /32 of IPv6, so that no single network can fill the book. */
const MAX_PER_SUBNET = 16;
const MAX_FAILURES = 5;
/** An address makes room only for one of a subnet with that many fewer: this evens out their numbers, and it terminates. */
const MIN_DIFFERENCE = 2;

/** As stored. */
interface Entry {
  readonly address: string;
  /** Consecutive failed dials. */
  failures: number;
  /** Whether a dial ever succeeded. */
  isTried?: boolean;
}

interface Known extends Entry {
  readonly subnet: string;
}

/** Known addresses of nodes, persisted across restarts. */
export class AddressBook {
  readonly #settings: SettingsTable;
  readonly #entries: Map<string, Known>;
  /** Addresses in each subnet. */
  readonly #inSubnet = new Map<string, number>();

  constructor(settings: SettingsTable) {
    this.#settings = settings;
    const stored = JSON.parse(settings.get(KEY) ?? '[]') as Entry[];
    this.#entries = new Map(stored.map((entry) => [entry.address, { ...entry, subnet: subnetOf(entry.address) }]));
    for (const { subnet } of this.#entries.values()) this.#count(subnet, 1);
  }

  get addresses(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /**
   * Adds addresses that can be dialed, up to the limits. In a full book, each takes the place of one that was never
   * connected, from the subnet with the most: whoever filled the book first must not keep all others out.
   */
  add(addresses: readonly string[]): void {
    let isChanged = false;
    for (const address of addresses) {
      if (!isDialable(address) || this.#entries.has(address)) continue;
      const subnet = subnetOf(address);
      if (this.#countIn(subnet) >= MAX_PER_SUBNET) continue;
      if (this.#entries.size >= MAX_ADDRESSES && !this.#makeRoom(subnet)) continue;
      this.#entries.set(address, { address, subnet, failures: 0 });
      this.#count(subnet, 1);
      isChanged = true;
    }
    if (isChanged) this.#store();
  }

  onConnected(address: string): void {
    const entry = this.#entries.get(address);
    if (entry === undefined) return;
    entry.failures = 0;
    if (entry.isTried) return;
    entry.isTried = true;
    this.#store();
  }

  /** Counts a failed dial. After {@link MAX_FAILURES} in a row, the address is removed. */
  onFailed(address: string): void {
    const entry = this.#entries.get(address);
    if (entry === undefined) return;
    entry.failures++;
    if (entry.failures < MAX_FAILURES) return;
    this.#remove(entry);
    this.#store();
  }

  /** Removes the newest untried address of the subnet that has the most, unless that has hardly more than this one. */
  #makeRoom(subnet: string): boolean {
    let most = this.#countIn(subnet) + MIN_DIFFERENCE;
    if (Math.max(...this.#inSubnet.values()) < most) return false;
    let chosen: Known | undefined;
    for (const entry of this.#entries.values()) {
      const count = entry.isTried ? 0 : this.#countIn(entry.subnet);
      if (count >= most) [chosen, most] = [entry, count];
    }
    if (chosen !== undefined) this.#remove(chosen);
    return chosen !== undefined;
  }

  #remove({ address, subnet }: Known): void {
    this.#entries.delete(address);
    this.#count(subnet, -1);
  }

  #countIn(subnet: string): number {
    return this.#inSubnet.get(subnet) ?? 0;
  }

  #count(subnet: string, change: 1 | -1): void {
    const count = this.#countIn(subnet) + change;
    if (count > 0) this.#inSubnet.set(subnet, count);
    else this.#inSubnet.delete(subnet);
  }

  #store(): void {
    this.#settings.remember(KEY, JSON.stringify([...this.#entries.values()].map(({ subnet: _, ...entry }) => entry)));
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
