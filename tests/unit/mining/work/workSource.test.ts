import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { translateJsonKeys } from '$lib/api/dialect';
import { decodeJson } from '$lib/api/schemas/codec';
import { network as networkSchema } from '$lib/api/schemas/network';
import { VOID_ADDRESS } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import { chainState } from '$lib/chain/block/stateLayout';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { decodeHex } from '$lib/codec/bytes';
import type { JsonValue } from '$lib/codec/json';
import { decode } from '$lib/codec/layout';
import type { CheckedNonce } from '$lib/mining/grinder/verifySolution';
import type { TemplateParts } from '$lib/mining/work/template';
import {
  createHeaderSource,
  createIssuedBlocks,
  createTemplateSource,
  type ChainReader
} from '$lib/mining/work/workSource';
import { WORK_UNIT_BYTES, type WorkUnit } from '$lib/mining/work/workUnit';
import { loadVectors } from '../../../support/vectors';

const { signal } = new AbortController();
const idOf = (byte: number) => byte.toString(16).padStart(2, '0').repeat(32) as BlockId;

describe('work of a daemon', () => {
  /** A daemon whose headers extend these parents, one after another, with this tip. */
  function daemonOf(parents: readonly number[], tip: ChainIndex) {
    const submitted: Uint8Array[] = [];
    let asked = 0;
    const source = createHeaderSource(
      {
        getHeader: async () => {
          const unit = new Uint8Array(WORK_UNIT_BYTES).fill(1, 0, 32);
          return unit.fill(parents[asked++] ?? 0, 32, 64);
        },
        submitHeader: async (header) => (submitted.push(header), { accepted: true }),
        getNonceFactor: async () => 100_900_000n
      },
      { getTip: async () => tip } as unknown as ChainReader
    );
    return { source, submitted, asked: () => asked };
  }

  test('is for the block after the tip', async () => {
    const { source, asked } = daemonOf([7], { height: 41, id: idOf(7) });
    expect(await source.getWork(signal)).toMatchObject({ height: 42, nonceFactor: 100_900_000n });
    expect(asked()).toBe(1);
  });

  test('is fetched again if a block arrived meanwhile', async () => {
    const { source, asked } = daemonOf([5, 6, 7], { height: 41, id: idOf(7) });
    expect((await source.getWork(signal)).decoded.parentId).toBe(idOf(7));
    expect(asked()).toBe(3);
  });

  test('that never extends the tip is rejected', async () => {
    const { source, asked } = daemonOf([5, 5, 5, 7], { height: 41, id: idOf(7) });
    await expect(source.getWork(signal)).rejects.toMatchObject({ code: 'mining/malformed-work' });
    expect(asked()).toBe(3);
  });

  test('is submitted as the solved header', async () => {
    const { source, submitted } = daemonOf([], { height: 41, id: idOf(7) });
    const header = new Uint8Array(80).fill(9);
    expect(await source.submit({} as WorkUnit, { header } as CheckedNonce, signal)).toEqual({ accepted: true });
    expect(submitted).toEqual([header]);
  });
});

test('work built in the page is built in steps: a signal that aborts meanwhile ends it', async () => {
  // A state of a chain past every fork, with the network's own rules.
  const vectors = loadVectors<{ network: JsonValue; jobs: { v2: boolean; state: { hex: string } }[] }>('stratum');
  const network = decodeJson(networkSchema, translateJsonKeys(vectors.network, 'sia', 'svc'));
  const state = decode(chainState, decodeHex(vectors.jobs.find(({ v2 }) => v2)!.state.hex));
  const parts = { network, state, transactions: [], v2Transactions: [EMPTY_V2_TRANSACTION] };
  const source = (getTemplateParts: () => Promise<TemplateParts>) =>
    createTemplateSource(
      { getTemplateParts, submitBlock: async () => ({ accepted: true }) },
      {} as ChainReader,
      VOID_ADDRESS,
      {
        nowMs: () => 1_763_000_000_000,
        randomBytes: (n) => new Uint8Array(n)
      }
    );
  expect(await source(async () => parts).getWork(signal)).toMatchObject({ height: state.index.height + 1 });

  const leaving = new AbortController();
  const left = source(async () => {
    leaving.abort(new Error('left'));
    return parts;
  });
  await expect(left.getWork(leaving.signal)).rejects.toThrow('left');
});

test('issued blocks can be solved until work on another tip is issued', () => {
  const issued = createIssuedBlocks();
  const [first, second, later] = [{}, {}, {}] as [WorkUnit, WorkUnit, WorkUnit];
  const on = (parent: number, timestamp: number) => ({ parentId: idOf(parent), timestamp, nonce: 0n }) as Block;
  issued.add(first, on(1, 10));
  issued.add(second, on(1, 20));
  expect(issued.solved(first, 5n)).toEqual({ ...on(1, 10), nonce: 5n });
  expect(issued.solved(second, 6n)).toEqual({ ...on(1, 20), nonce: 6n });
  expect(issued.solved(later, 7n)).toBeUndefined();
  issued.add(later, on(2, 30));
  expect([first, second].map((work) => issued.solved(work, 5n))).toEqual([undefined, undefined]);
  expect(issued.solved(later, 7n)).toEqual({ ...on(2, 30), nonce: 7n });
});

test('issued blocks expire, however long the tip stays the same', async () => {
  const issued = createIssuedBlocks();
  const add = (timestamp: number): WeakRef<Block> => {
    const block = { parentId: idOf(1), timestamp, nonce: 0n } as Block;
    issued.add({} as WorkUnit, block);
    return new WeakRef(block);
  };
  const block = add(10);
  await new Promise((resolve) => setTimeout(resolve));
  collectGarbage();
  expect(block.deref()).toBeUndefined();
  // The table is still in use.
  expect(issued.solved({} as WorkUnit, 1n)).toBeUndefined();
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
