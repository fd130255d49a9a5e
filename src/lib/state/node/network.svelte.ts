import type { Daemon } from '$lib/api/daemon/client';
import type { Bandwidth, GatewayStatus } from '$lib/api/daemon/gateway';
import { toAppError } from '$lib/errors';
import { Attempt } from '../reactive/attempt.svelte';
import { pollWhileVisible, Live } from '../reactive/live.svelte';
import { BandwidthMeter } from './bandwidthMeter.svelte';
import type { BlocklistAction } from '$lib/services/node/blocklist';

const STATUS_EVERY_MS = 2_000;
const BLOCKLIST_EVERY_MS = 10_000;

/** New limits in bytes per second, 0 for unlimited; omitted limits are unchanged. */
export interface SpeedLimitChanges {
  readonly maxdownloadspeed?: bigint;
  readonly maxuploadspeed?: bigint;
}

/** The node's peers; each part is polled, fails and is retried independently. */
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

  /** Polls while the page is visible. @returns the stop function */
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

  /** The peer remains known and may reconnect. A peer that is gone already counts as disconnected. */
  disconnect(netaddress: string): Promise<boolean> {
    return this.disconnecting.run(async () => {
      try {
        await this.#gateway.disconnect({ params: { netaddress } });
      } catch (error) {
        // The embedded node disconnects peers itself when they are blocked.
        if (toAppError(error).code !== 'gateway/not-a-peer') throw error;
      }
      await this.status.refreshAnew();
    });
  }

  changeBlocklist(action: BlocklistAction, addresses: readonly string[]): Promise<boolean> {
    return this.blocking.run(async () => {
      await this.#gateway.changeBlocklist({ body: { action, addresses: [...addresses] } });
      await this.blocklist.refreshAnew();
    });
  }

  /** @throws {AppError} nothing was changed */
  async limit(changes: SpeedLimitChanges): Promise<void> {
    await this.#gateway.configure({ body: changes });
    await this.status.refreshAnew();
  }
}
