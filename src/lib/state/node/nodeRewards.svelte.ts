import type { NodeRewards as Balance, NodeRewardsClient } from '$lib/api/quarry/nodeRewards';
import type { Address } from '$lib/chain/address';
import { Attempt } from '../reactive/attempt.svelte';
import { Live, pollWhileVisible } from '../reactive/live.svelte';

const EVERY_MS = 5_000;

/** Coins mined by the embedded node to its own key. */
export class NodeRewards {
  readonly balance: Live<Balance>;
  readonly moving = new Attempt();
  readonly #client: NodeRewardsClient;

  constructor(client: NodeRewardsClient) {
    this.#client = client;
    this.balance = new Live((signal) => client.balance({}, { signal }), Date.now, 3 * EVERY_MS);
  }

  /** Polls while the page is visible. @returns the stop function */
  follow(): () => void {
    return pollWhileVisible([this.balance], EVERY_MS);
  }

  /** Sends the mature coins to the address returned by `newAddress`. @returns whether the node accepted it */
  move(newAddress: () => Promise<Address>): Promise<boolean> {
    return this.moving.run(async () => {
      await this.#client.move({ body: { address: await newAddress() } });
      await this.balance.refreshAnew();
    });
  }
}
