import { describe, expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { VOID_ADDRESS } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { Hash256 } from '$lib/chain/ids';
import { v1Commitment } from '$lib/chain/block/commitment';
import { chainState } from '$lib/chain/block/stateLayout';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { decodeHex } from '$lib/codec/bytes';
import { decode } from '$lib/codec/layout';
import { network as networkSchema } from '$lib/api/schemas/network';
import { decodeJson } from '$lib/api/schemas/codec';
import { translateJsonKeys } from '$lib/api/dialect';
import { assembleTemplate, nextTarget } from '$lib/mining/work/template';
import {
  blockOfTemplate,
  workOfTemplate,
  type TemplateChain,
  type BlockTemplate
} from '$lib/mining/work/servedTemplate';
import { loadVectors } from '../../../support/vectors';
import type { JsonValue } from '$lib/codec/json';

// States of a chain that crosses every fork, with the network's own rules.
const vectors = loadVectors<{ network: JsonValue; jobs: { v2: boolean; state: { hex: string } }[] }>('stratum');
const network = decodeJson(networkSchema, translateJsonKeys(vectors.network, 'sia', 'svc'));
const stateOf = (v2: boolean) => decode(chainState, decodeHex(vectors.jobs.find((job) => job.v2 === v2)!.state.hex));

const SERVER = '69ce00a894bade19376b4e32678923944e0d2ce8d93bd0b79763b1ab541059ead4738eead0f2' as Address;
const OURS = 'f142f904ab1d69fc3097fa51430f049dd09292c4710312541d355778006476cb07037fbd8c30' as Address;
const fixed = (n: number) => new Uint8Array(n).fill(7);

function serve(v2: boolean): { template: BlockTemplate; chain: TemplateChain } {
  const state = stateOf(v2);
  const parts = { network, state, transactions: [], v2Transactions: [] };
  const { block, header } = assembleTemplate(parts, SERVER, unixSeconds(1_763_000_000));
  return {
    chain: { network, state },
    template: {
      version: v2 ? 2 : 1,
      height: state.index.height + 1,
      parentId: header.parentId,
      timestamp: header.timestamp,
      target: nextTarget({ network, state }),
      commitment: header.commitment,
      minerPayouts: block.minerPayouts,
      transactions: [],
      v2Transactions: []
    }
  };
}

describe.each([
  ['V1', false],
  ['V2', true]
])('a template of %s', (_, v2) => {
  test('pays the server’s or a given address, and contains random data either way', () => {
    const { template, chain } = serve(v2);
    for (const [payout, payee] of [
      [undefined, SERVER],
      [OURS, OURS]
    ] as const) {
      const { block, work } = workOfTemplate(template, chain, payout, fixed);
      expect(block.minerPayouts).toEqual([{ value: template.minerPayouts[0]!.value, address: payee }]);
      expect([...block.transactions, ...(block.v2?.transactions ?? [])]).toHaveLength(1);
      expect(work).toMatchObject({ height: template.height, nonceFactor: 1009n });
      expect(work.decoded.commitment).not.toBe(template.commitment);
    }
  });

  test('without chain state is mined unchanged, with the default nonce factor', () => {
    const { template } = serve(v2);
    const { work, block } = workOfTemplate(template, undefined, undefined, fixed);
    expect(work).toMatchObject({ nonceFactor: 1009n, decoded: { commitment: template.commitment } });
    expect(block.minerPayouts).toEqual(template.minerPayouts);
    expect(() => workOfTemplate(template, undefined, OURS, fixed)).toThrow(
      expect.objectContaining({ code: 'mining/unproven-payout' })
    );
  });

  test.each<[string, (served: ReturnType<typeof serve>) => BlockTemplate]>([
    ['a commitment to something else', ({ template }) => ({ ...template, commitment: '0'.repeat(64) as Hash256 })],
    [
      'another payout address than its commitment',
      ({ template }) => ({ ...template, minerPayouts: [{ ...template.minerPayouts[0]!, address: VOID_ADDRESS }] })
    ],
    ['no payout', ({ template }) => ({ ...template, minerPayouts: [] })],
    ['another height', ({ template }) => ({ ...template, height: template.height + 1 })],
    ['an easier target than the chain’s', ({ template }) => ({ ...template, target: template.target + 1n })]
  ])('that has %s is rejected', (_, corrupt) => {
    const served = serve(v2);
    expect(() => workOfTemplate(corrupt(served), served.chain, undefined, fixed)).toThrow(
      expect.objectContaining({ code: 'mining/malformed-work' })
    );
  });

  test('on another tip than the state is rejected', () => {
    const { template } = serve(v2);
    const chain = { network, state: stateOf(!v2) };
    // The version determines which of two errors is reported first.
    expect(() => workOfTemplate({ ...template, version: v2 ? 1 : 2 }, chain, OURS, fixed)).toThrow();
  });
});

const REFUSED = expect.objectContaining({ code: 'mining/unproven-payout' }) as unknown;

test('a V2 template that claims to pay the given address is refused unless the chain state proves it', () => {
  const { template, chain } = serve(true);
  const claimed = { ...template, minerPayouts: [{ ...template.minerPayouts[0]!, address: OURS }] };
  const { hardforkV2 } = chain.network;
  const early = { ...chain.network, hardforkV2: { ...hardforkV2, allowHeight: 10 ** 6 } };
  for (const reported of [undefined, { ...chain, network: early }]) {
    expect(() => workOfTemplate(claimed, reported, OURS, fixed)).toThrow(REFUSED);
  }
});

test('a V1 template without chain state is mined to a given address if it pays nothing else', () => {
  const { template } = serve(false);
  const value = template.minerPayouts[0]!.value;
  const paying = (...minerPayouts: BlockTemplate['minerPayouts']) => ({
    ...template,
    minerPayouts,
    commitment: v1Commitment(minerPayouts, [])
  });
  const ours = paying({ value, address: OURS });
  expect(workOfTemplate(ours, undefined, OURS, fixed).block.minerPayouts).toEqual(ours.minerPayouts);
  const little = { value: hastings(1n), address: OURS };
  const stolen = paying(little, { value: hastings(value - 1n), address: SERVER });
  expect(() => workOfTemplate(stolen, undefined, OURS, fixed)).toThrow(REFUSED);
});

test('a V1 template with a wrong commitment is rejected even without chain state', () => {
  const { template } = serve(false);
  const other = { ...template, commitment: '0'.repeat(64) as Hash256 };
  expect(() => workOfTemplate(other, undefined, undefined, fixed)).toThrow(
    expect.objectContaining({ code: 'mining/malformed-work' })
  );
});

test('a payout value that differs from reward and fees is rejected', () => {
  const { template, chain } = serve(true);
  const [payout] = template.minerPayouts;
  const greedy = { ...template, minerPayouts: [{ ...payout!, value: hastings(payout!.value + 1n) }] };
  const { block } = workOfTemplate(greedy, chain, undefined, fixed);
  expect(block.minerPayouts[0]!.value).toBe(payout!.value);
});

test('a block whose reward and fees exceed the maximum is not built', () => {
  const greedy = { ...EMPTY_V2_TRANSACTION, minerFee: hastings(2n ** 128n - 1n) };
  const parts = { network, state: stateOf(true), transactions: [], v2Transactions: [greedy] };
  expect(() => assembleTemplate(parts, SERVER, unixSeconds(1_763_000_000))).toThrow(
    expect.objectContaining({ code: 'mining/template' })
  );
});

test('the block of a template has a V2 part in that version only', () => {
  expect(blockOfTemplate(serve(false).template)).not.toHaveProperty('v2');
  const { height, commitment } = serve(true).template;
  expect(blockOfTemplate(serve(true).template)).toMatchObject({ nonce: 0n, v2: { height, commitment } });
});
