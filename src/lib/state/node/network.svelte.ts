import type { Daemon } from '$lib/api/daemon/client';
import type { Bandwidth, GatewayStatus } from '$lib/api/daemon/gateway';
import { Attempt } from '../reactive/attempt.svelte';
import { pollWhileVisible, Live } from '../reactive/live.svelte';
import { BandwidthMeter } from './bandwidthMeter.svelte';
import type { BlocklistAction } from '$lib/services/node/blocklist';

const STATUS_EVERY_MS = 2_000;
const BLOCKLIST_EVERY_MS = 10_000;

/** New limits in bytes per second, 0 for none; what is left out stays as it is. */
export interface SpeedLimitChanges {
  readonly maxdownloadspeed?: number;
  readonly maxuploadspeed?: number;
}

/** The node's connections to others, as their page watches them; each part is read, fails and is retried on its own. */
export class Network {
  readonly status: Live<GatewayStatus>;
  readonly bandwidth: Live<Bandwidth>;
  readonly blocklist: Live<readonly string[]>;
  readonly meter = new BandwidthMeter();

  readonly connecting = new Attempt();
  readonly disconnecting = new Attempt();
  readonly blocking = new Attempt();

  readonly #gateway: Daemon['gateway'];

  constructor({ gateway }: Pick<Daemon, 'gateway'>) {
    this.#gateway = gateway;
    this.status = new Live((signal) => gateway.status({}, { signal }));
    this.bandwidth = new Live(async (signal) => {
      const bandwidth = await gateway.bandwidth({}, { signal });
      this.meter.add(bandwidth, Date.now());
      return bandwidth;
    });
    this.blocklist = new Live(async (signal) => (await gateway.blocklist({}, { signal })).blocklist, Date.now, 20_000);
  }

  /** Keeps all of it fresh while the page is looked at; returns what ends that. */
  follow(): () => void {
    const ends = [
      pollWhileVisible([this.status, this.bandwidth], STATUS_EVERY_MS),
      pollWhileVisible([this.blocklist], BLOCKLIST_EVERY_MS)
    ];
    return () => ends.forEach((end) => end());
  }

  connect(netaddress: string): Promise<boolean> {
    return this.connecting.run(async () => {
      await this.#gateway.connect({ params: { netaddress } });
      await this.status.refreshAnew();
    });
  }

  /** The node stays known and may be called again. */
  disconnect(netaddress: string): Promise<boolean> {
    return this.disconnecting.run(async () => {
      await this.#gateway.disconnect({ params: { netaddress } });
      await this.status.refreshAnew();
    });
  }

  changeBlocklist(action: BlocklistAction, addresses: readonly string[]): Promise<boolean> {
    return this.blocking.run(async () => {
      await this.#gateway.changeBlocklist({ body: { action, addresses: [...addresses] } });
      await this.blocklist.refreshAnew();
    });
  }

  /** @throws {AppError} with nothing changed */
  async limit(changes: SpeedLimitChanges): Promise<void> {
    await this.#gateway.configure({ body: changes });
    await this.status.refreshAnew();
  }
}
