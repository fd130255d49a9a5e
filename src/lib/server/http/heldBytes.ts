import type { Socket } from 'node:net';

/**
 * Bounds the bytes that requests or responses hold in memory. Above the limit, the connections that have held some for
 * the longest are closed: their clients do not finish a request or do not read a response.
 */
export class HeldBytes {
  readonly #limit: number;
  /** By connection, the one that has held some for the longest first. */
  readonly #held = new Map<Socket, number>();
  readonly #watched = new WeakSet<Socket>();
  #total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  hold(socket: Socket, bytes: number): void {
    if (socket.destroyed) return;
    this.#watch(socket);
    this.#add(socket, bytes);
    for (const oldest of this.#held.keys()) {
      if (this.#total <= this.#limit) return;
      oldest.destroy();
      this.#forget(oldest);
    }
  }

  /** Has no effect for a closed connection, which holds nothing. */
  release(socket: Socket, bytes: number): void {
    if (this.#held.has(socket)) this.#add(socket, -bytes);
  }

  #watch(socket: Socket): void {
    if (this.#watched.has(socket)) return;
    this.#watched.add(socket);
    socket.once('close', () => this.#forget(socket));
  }

  #add(socket: Socket, bytes: number): void {
    const held = (this.#held.get(socket) ?? 0) + bytes;
    this.#total += bytes;
    if (held > 0) this.#held.set(socket, held);
    else this.#held.delete(socket);
  }

  #forget(socket: Socket): void {
    this.#total -= this.#held.get(socket) ?? 0;
    this.#held.delete(socket);
  }
}
