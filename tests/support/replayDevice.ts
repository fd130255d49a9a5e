import { decodeHex, encodeHex } from '$lib/codec/bytes';
import type { DeviceLink } from '$lib/wallet/hardware/signerApp';

export type Exchange = readonly [command: string, answer: string];

/** A device that replays recorded exchanges in order and refuses any other command. */
export class ReplayDevice implements DeviceLink {
  readonly #waiting: Exchange[];

  constructor(...exchanges: readonly Exchange[]) {
    this.#waiting = [...exchanges];
  }

  exchange(command: Uint8Array): Promise<Uint8Array> {
    const [expected, answer] = this.#waiting.shift() ?? ['nothing', ''];
    const sent = encodeHex(command);
    if (sent !== expected) return Promise.reject(new Error(`sent ${sent}, expected ${expected}`));
    return Promise.resolve(decodeHex(answer));
  }

  get left(): number {
    return this.#waiting.length;
  }
}
