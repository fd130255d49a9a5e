import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Block } from '$lib/chain/block/block';
import type { Network } from '$lib/chain/network/network';
import { encodeHex } from '$lib/codec/bytes';
import { networkFile } from './privateChain';

/** The program in `./judge`, if it could be built. */
export const judgeBinary = process.env.COMPAT_JUDGE;

/** What the reference implementation says of a block. */
export interface Verdict {
  readonly kind: 'ok' | 'invalid' | 'undecodable' | 'panic';
  /** The encoded state after the block as hexadecimal, or the reason, with our terms. */
  readonly text: string;
}

/** The reference implementation in a process of its own, on a chain that grows block by block. */
export class Judge {
  readonly #program: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(program: ChildProcess) {
    this.#program = program;
    this.#lines = createInterface({ input: program.stdout! })[Symbol.asyncIterator]();
  }

  /** @returns the judge, and its verdict on genesis */
  static async start(network: Network, genesis: Block): Promise<[Judge, Verdict]> {
    const file = await networkFile(network, genesis);
    const judge = new Judge(spawn(judgeBinary!, [file], { stdio: ['pipe', 'pipe', 'inherit'] }));
    return [judge, await judge.#read()];
  }

  /** The verdict on an encoded block on top of the tip. */
  check = (block: Uint8Array): Promise<Verdict> => this.#ask('check', block);

  /** The same; a valid block becomes the tip. */
  add = (block: Uint8Array): Promise<Verdict> => this.#ask('add', block);

  /** A value of a kind, encoded; answers with its encoding and its id. */
  recode = (kind: string, bytes: Uint8Array): Promise<Verdict> => this.#ask(`recode ${kind}`, bytes);

  /** A text of a kind, in UTF-8; answers as it would be written. */
  read = (kind: string, text: Uint8Array): Promise<Verdict> => this.#ask(`read ${kind}`, text);

  /** The JSON of a value of a kind, in UTF-8; answers with its encoding. */
  parse = (kind: string, json: Uint8Array): Promise<Verdict> => this.#ask(`parse ${kind}`, json);

  end(): void {
    this.#program.kill();
  }

  #ask(act: string, block: Uint8Array): Promise<Verdict> {
    this.#program.stdin!.write(`${act} ${encodeHex(block)}\n`);
    return this.#read();
  }

  async #read(): Promise<Verdict> {
    const line = await this.#lines.next();
    if (line.done) throw new Error('the judge has stopped');
    const space = line.value.indexOf(' ');
    const kind = line.value.slice(0, space) as Verdict['kind'];
    return { kind, text: inOurTerms(line.value.slice(space + 1)) };
  }
}

const inOurTerms = (reason: string): string =>
  reason.replaceAll('siacoin', 'coin').replaceAll('siafund', 'fund').replaceAll('(scoid:', '(id:');
