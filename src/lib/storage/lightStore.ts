import type { Network } from '$lib/chain/network/network';
import type { Height } from '$lib/chain/time';
import { followFrom, lightTip, type VerifiedState, type LightPosition } from '$lib/consensus/light/lightChain';
import type { Database, WriteTransaction } from './database';
import { StaleWriteError } from '$lib/services/errors';
import type { CheckedStateRow, CheckRow } from './tables';
import type { VerifiedChain } from '$lib/services/light/verifiedChain';
import type { LightStorage } from '$lib/services/light/ports';

/** Blocks between permanently stored states, for deep reorganizations. */
const SNAPSHOT_INTERVAL = 1_000;
const TABLES = ['checks', 'checkedStates'] as const;

/** Progress of the light client, per chain and start; every step is one transaction. */
export class LightStore implements LightStorage {
  readonly #database: Database;
  readonly #scope: string;

  /** @param scope identifies the chain and the start */
  constructor(database: Database, scope: string) {
    this.#database = database;
    this.#scope = scope;
  }

  /** The position with the newest states; undefined before the start. */
  async load(): Promise<VerifiedChain | undefined> {
    const found = await this.#read();
    if (!found) return undefined;
    const { check, rows } = found;
    // Rows that a browser has lost: what is left could never be continued.
    if (rows.at(-1)!.state.index.id !== check.tip.id) return undefined;
    const gap = rows.findLastIndex((row, i) => i > 0 && rows[i - 1]!.height !== row.height - 1);
    return verifiedChain(check, rows.slice(Math.max(0, gap)));
  }

  /** The position at the newest stored state below a height. */
  async loadBelow(height: Height): Promise<VerifiedChain | undefined> {
    const found = await this.#read();
    const row = found?.rows.findLast((each) => each.height < height);
    return found && row && verifiedChain(found.check, [row]);
  }

  /** Starts over, deleting previous progress. */
  begin({ network, position }: VerifiedChain): Promise<void> {
    return this.#database.write(TABLES, async (at) => {
      await at.deleteAll('checkedStates', [this.#scope]);
      await this.#put(at, network, position, position.trail);
    });
  }

  /**
   * Stores a step.
   * @throws {StaleWriteError} another tab changed the position in the meantime; nothing is written
   */
  save(before: LightPosition, { network, position }: VerifiedChain): Promise<void> {
    const known = new Set(before.trail);
    const kept = new Set(position.trail.map(({ state }) => state.index.height));
    return this.#database.write(TABLES, async (at) => {
      const check = await at.get('checks', [this.#scope]);
      if (check?.tip.id !== lightTip(before).index.id) throw new StaleWriteError();
      for (const { state } of before.trail) {
        const { height } = state.index;
        if (!kept.has(height) && !this.#isSnapshot(height, before))
          await at.delete('checkedStates', [this.#scope, height]);
      }
      const added = position.trail.filter((followed) => !known.has(followed));
      await this.#put(at, network, position, added);
      await this.#deleteAbove(at, lightTip(position).index.height);
    });
  }

  /** Returns to an earlier state after a reorganization deeper than the newest states. */
  goBack(to: VerifiedChain): Promise<void> {
    return this.#database.write(TABLES, async (at) => {
      await this.#deleteAbove(at, lightTip(to.position).index.height);
      await this.#put(at, to.network, to.position, []);
    });
  }

  clear(): Promise<void> {
    return this.#database.write(TABLES, async (at) => {
      await at.deleteAll('checkedStates', [this.#scope]);
      await at.delete('checks', [this.#scope]);
    });
  }

  #isSnapshot(height: Height, { start }: LightPosition): boolean {
    // A checkpoint block is verified from the state before it.
    return height % SNAPSHOT_INTERVAL === 0 || height === start.height || height === start.height - 1;
  }

  async #put(at: WriteTransaction, network: Network, position: LightPosition, states: readonly VerifiedState[]) {
    const scope = this.#scope;
    const { start, best } = position;
    for (const { state, commits } of states) {
      await at.put('checkedStates', { scope, height: state.index.height, state, commits });
    }
    await at.put('checks', { scope, network, start, best, tip: lightTip(position).index });
  }

  async #deleteAbove(at: WriteTransaction, height: Height): Promise<void> {
    const above = await at.range('checkedStates', { prefix: [this.#scope], after: [this.#scope, height] });
    for (const row of above) await at.delete('checkedStates', [this.#scope, row.height]);
  }

  #read(): Promise<{ check: CheckRow; rows: CheckedStateRow[] } | undefined> {
    return this.#database.read(TABLES, async (at) => {
      const check = await at.get('checks', [this.#scope]);
      const rows = await at.range('checkedStates', { prefix: [this.#scope] });
      return check && rows.length > 0 ? { check, rows } : undefined;
    });
  }
}

function verifiedChain({ network, start, best }: CheckRow, rows: readonly CheckedStateRow[]): VerifiedChain {
  const [first] = rows;
  const trail = rows.map(({ state, commits }) => ({ state, commits }));
  return { network, position: { ...followFrom(start, first!.state), trail, best } };
}
