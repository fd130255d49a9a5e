import { createHostClient, type HostStatus, type StorageFolder } from '$lib/api/daemon/host';
import { createRenterClient, type RenterStatus } from '$lib/api/daemon/renter';
import type { TransportOptions } from '$lib/api/http/transport';
import { pollWhileVisible, Live } from '../reactive/live.svelte';

const EVERY_MS = 5_000;
const LATE_MS = 15_000;

/** The overview page's data of host and renter; each part is polled, fails and is retried independently. */
export class StorageOverview {
  readonly host: Live<HostStatus>;
  readonly folders: Live<readonly StorageFolder[]>;
  readonly renter: Live<RenterStatus>;

  constructor(transport: TransportOptions) {
    const host = createHostClient(transport);
    const renter = createRenterClient(transport);
    this.host = new Live((signal) => host.status({}, { signal }), Date.now, LATE_MS);
    this.folders = new Live(async (signal) => (await host.folders({}, { signal })).folders, Date.now, LATE_MS);
    this.renter = new Live((signal) => renter.status({}, { signal }), Date.now, LATE_MS);
  }

  /** Polls while the page is visible. @returns the stop function */
  follow(): () => void {
    return pollWhileVisible([this.host, this.folders, this.renter], EVERY_MS);
  }
}
