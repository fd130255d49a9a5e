import { beforeEach, describe, expect, test } from 'vitest';
import { BadRequestError } from '$lib/api/http/errors';
import { block as blockSchema } from '$lib/api/schemas/blocks';
import { decodeJson, encodeJson } from '$lib/api/schemas/codec';
import { network as networkSchema } from '$lib/api/schemas/network';
import { translateJsonKeys } from '$lib/api/dialect';
import type { Address } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import { chainState } from '$lib/chain/block/stateLayout';
import { blockWeight } from '$lib/chain/block/weight';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { hastings } from '$lib/chain/currency/currency';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { stringifyJson, type JsonValue } from '$lib/codec/json';
import { decode } from '$lib/codec/layout';
import { verifySolution } from '$lib/mining/grinder/verifySolution';
import type { WorkUnit } from '$lib/mining/work/workUnit';
import { openWorkSource } from '$lib/services/mining/sources/openWorkSource';
import type { MiningServices } from '$lib/services/mining/sources/services';
import { loadVectors } from '../support/vectors';

// The wallet server limits request bodies, and the JSON of a valid block can exceed that limit.
const vectors = loadVectors<{ network: JsonValue; jobs: { v2: boolean; state: { hex: string } }[] }>('stratum');
const network = decodeJson(networkSchema, translateJsonKeys(vectors.network, 'sia', 'svc'));
const state = decode(chainState, decodeHex(vectors.jobs.find(({ v2 }) => v2)!.state.hex));
const PAYEE = 'f142f904ab1d69fc3097fa51430f049dd09292c4710312541d355778006476cb07037fbd8c30' as Address;
const EXCHANGE = { method: 'POST', path: '/syncer/broadcast/block' };
const { signal } = new AbortController();

const hash = (seed: number) => encodeHex(new Uint8Array(32).fill(seed % 251).with(0, seed >> 8)) as never;

/** Ten inputs with proofs of `depth` hashes, each with its own fee. */
function transaction(seed: number, depth: number): V2Transaction {
  const merkleProof = Array.from({ length: depth }, (_, i) => hash(seed + i));
  return {
    ...EMPTY_V2_TRANSACTION,
    coinInputs: Array.from({ length: 10 }, (_, i) => ({
      parent: {
        id: hash(seed * 10 + i + 1000),
        stateElement: { leafIndex: BigInt(seed * 10 + i), merkleProof },
        output: { value: hastings(10n ** 24n), address: PAYEE },
        maturityHeight: 0n
      },
      satisfiedPolicy: { policy: { type: 'above', height: 1n }, signatures: [], preimages: [] }
    })),
    coinOutputs: [{ value: hastings(10n ** 24n), address: PAYEE }],
    minerFee: hastings(10n ** 20n + BigInt(seed) * 10n ** 18n)
  };
}

/** A wallet server with a pool, which rejects bodies above its limit like the real one. */
class ScriptedServer {
  readonly taken: Block[] = [];
  refused = 0;
  maxBytes: number;
  readonly source;

  constructor(maxBytes: number, v2Transactions: readonly V2Transaction[]) {
    this.maxBytes = maxBytes;
    const wallet = {
      network: async () => network,
      tipState: async () => state,
      poolTransactions: async () => ({ basis: state.index, transactions: [], v2Transactions }),
      broadcastBlock: async ({ body }: { body: Block }) => {
        if (bytesOf(body) > this.maxBytes) {
          this.refused++;
          throw new BadRequestError(EXCHANGE, 413, 'http: request body too large');
        }
        this.taken.push(body);
      }
    };
    const services = { wallet, nowMs: Date.now, randomBytes: (n: number) => new Uint8Array(n) };
    this.source = openWorkSource(services as unknown as MiningServices, { kind: 'wallet', address: PAYEE });
  }

  /** One block found, with the longest nonce. */
  async mine() {
    const work: WorkUnit = await this.source.getWork(signal);
    const solution = verifySolution({ header: work.header, target: new Uint8Array(32) }, 2n ** 64n - 1n, 1n);
    return this.source.submit(work, solution, signal);
  }
}

const bytesOf = (block: Block): number => Buffer.byteLength(stringifyJson(encodeJson(blockSchema, block)));
const idsOf = (block: Block | undefined) => block?.v2?.transactions.map(({ minerFee }) => minerFee) ?? [];

describe('a pool whose JSON exceeds the limit of the server', () => {
  const pool = Array.from({ length: 1300 }, (_, i) => transaction((i * 7919) % 1300, 14));
  let server: ScriptedServer;
  beforeEach(() => {
    server = new ScriptedServer(10_000_000, pool);
  });

  test('is mined in blocks that the server accepts, filled to its limit with the best-paying transactions', async () => {
    expect(await server.mine()).toEqual({ accepted: true });
    const [block] = server.taken;
    expect(bytesOf(block!)).toBeGreaterThan(9_900_000);
    expect(blockWeight(block!)).toBeLessThan(MAX_BLOCK_WEIGHT);
    const fees = idsOf(block).filter((fee) => fee > 0n);
    const best = pool
      .map(({ minerFee }) => minerFee)
      .toSorted((a, b) => (a < b ? 1 : -1))
      .slice(0, fees.length);
    // Near the end, a smaller one may fit where the next best does not.
    expect(best.slice(0, -5).filter((fee) => !fees.includes(fee))).toEqual([]);
    // In the pool's order, with the miner's own transaction last.
    expect(idsOf(block).slice(0, -1)).toEqual(pool.map(({ minerFee }) => minerFee).filter((fee) => fees.includes(fee)));
  });

  test('after a rejection the next blocks are smaller, and the reader learns why one was lost', async () => {
    server.maxBytes = 6_000_000;
    const refused = await server.mine();
    expect(refused).toMatchObject({ accepted: false, error: { code: 'mining/block-too-large' } });
    const answers = [await server.mine(), await server.mine()];
    expect(answers).toContainEqual({ accepted: true });
    expect(server.refused).toBeLessThanOrEqual(2);
    expect(bytesOf(server.taken[0]!)).toBeGreaterThan(3_000_000);
  });
});

test('a pool that fits is included completely, in order', async () => {
  const pool = Array.from({ length: 20 }, (_, i) => transaction((i * 7) % 20, 3));
  const server = new ScriptedServer(10_000_000, pool);
  await server.mine();
  expect(idsOf(server.taken[0]).slice(0, -1)).toEqual(pool.map(({ minerFee }) => minerFee));
});
