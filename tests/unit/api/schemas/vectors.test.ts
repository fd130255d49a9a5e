import { describe, expect, test } from 'vitest';
import { block } from '$lib/api/schemas/blocks';
import type { JsonCodec } from '$lib/api/schemas/codec';
import { network } from '$lib/api/schemas/network';
import { satisfiedPolicy, spendPolicy, unlockConditions } from '$lib/api/schemas/policies';
import { chainState } from '$lib/api/schemas/state';
import { transaction } from '$lib/api/schemas/transactions';
import { v2FileContractResolution, v2Transaction } from '$lib/api/schemas/v2transactions';
import { v1Block } from '$lib/chain/block/block';
import { v2Block } from '$lib/chain/block/blockLayout';
import { unlockConditions as unlockConditionsLayout } from '$lib/chain/policy/policy';
import { spendPolicy as spendPolicyLayout } from '$lib/chain/policy/policyLayout';
import { chainState as chainStateLayout } from '$lib/chain/block/stateLayout';
import { transaction as transactionLayout } from '$lib/chain/transaction/transaction';
import { v2Transaction as v2TransactionLayout } from '$lib/chain/transaction/v2Transaction';
import { encodeHex } from '$lib/codec/bytes';
import type { JsonObject, JsonValue } from '$lib/codec/json';
import { CodecError } from '$lib/codec/errors';
import { encode, type Layout } from '$lib/codec/layout';
import { at, decodeRecorded, loadVectors, printAsServer, rows, withoutEmpty } from './wire';

/** JSON → value → the same JSON, and the value encodes to the row's bytes. */
function expectBothWays<T>(schema: JsonCodec<T>, json: JsonValue, layout?: Layout<T>, hex?: JsonValue): void {
  const value = decodeRecorded(schema, json);
  expect(withoutEmpty(printAsServer(schema, value))).toEqual(withoutEmpty(json));
  if (layout) expect(encodeHex(encode(layout, value))).toBe(hex);
}

const address = loadVectors('address.json');
const v1txn = loadVectors('v1txn.json');
const v2txn = loadVectors('v2txn.json');
const merkle = loadVectors('merkle.json');
const header = loadVectors('header.json');
const invalid = loadVectors('invalid.json');
const chains = ['accumulator.json', 'accumulator2.json'].flatMap((name) => rows(loadVectors(name), 'blocks'));
const reorg = loadVectors('accumulator-reorg.json');
const reorgRows = [...rows(reorg, 'applied'), ...rows(reorg, 'reverted')];

const numbered = (list: JsonObject[]): [number, JsonObject][] => list.map((row, i) => [i, row]);

describe('policies', () => {
  test.each(numbered(rows(address, 'standard')))('standard unlock conditions %i', (_, row) => {
    expectBothWays(unlockConditions, row.unlockConditions!, unlockConditionsLayout, row.unlockConditionsHex);
  });
  test.each(numbered(rows(address, 'unlockConditions')))('unlock conditions %i', (_, row) => {
    expectBothWays(unlockConditions, row.json!, unlockConditionsLayout, row.hex);
    expectBothWays(spendPolicy, at(row, 'policy', 'json'), spendPolicyLayout, at(row, 'policy', 'hex'));
  });
  test.each(numbered(rows(address, 'policies')))('policy %i', (_, row) => {
    expectBothWays(spendPolicy, row.json!, spendPolicyLayout, row.hex);
  });
  test.each(numbered(rows(address, 'verify')))('satisfied policy %i', (_, row) => {
    expectBothWays(satisfiedPolicy, row.satisfiedPolicy!);
  });
});

describe('transactions', () => {
  test.each(numbered([...rows(v1txn, 'transactions'), ...rows(invalid, 'v1transactions')]))('V1 %i', (_, row) => {
    expectBothWays(transaction, row.json!, transactionLayout, row.hex);
  });
  const v2rows = [...rows(v2txn, 'transactions'), ...rows(invalid, 'v2transactions')];
  test.each(numbered(v2rows.filter((row) => row.json !== undefined)))('V2 %i', (_, row) => {
    expectBothWays(v2Transaction, row.json!, v2TransactionLayout, row.hex);
  });

  const resolved = v2rows.find(
    (row) => row.json !== undefined && 'fileContractResolutions' in (row.json as JsonObject)
  );
  // It has no fields, but the reference, too, reads it only from an object.
  test.each([undefined, 1, '1', false, []])('an expiration written as %j is malformed', (resolution) => {
    const [{ parent }] = at(resolved!, 'json', 'fileContractResolutions') as [JsonObject];
    const absent = { parent: parent!, type: 'expiration' };
    const read = (json: JsonObject) => decodeRecorded(v2FileContractResolution, json);
    expect(read({ ...absent, resolution: {} })).toMatchObject({ resolution: { type: 'expiration' } });
    expect(() => read(resolution === undefined ? absent : { ...absent, resolution })).toThrow(CodecError);
  });
});

describe('blocks', () => {
  test.each(numbered(rows(merkle, 'v1')))('Merkle row %i', (_, row) => {
    expectBothWays(block, row.block!, v1Block, row.hex);
  });
  test.each(numbered(rows(merkle, 'v2')))('commitment row %i', (_, row) => {
    expectBothWays(block, row.block!, v2Block, row.hex);
  });
  test.each(['mainnet', 'zen'])('genesis of %s', (name) => {
    const genesis = at(header, 'genesis', name);
    expectBothWays(block, at(genesis, 'block'), v1Block, at(genesis, 'blockHexV1'));
    expectBothWays(network, withEphemeralHeight(at(genesis, 'network')));
  });
  // Two rows of invalid.json exist as bytes only: they have no JSON form.
  const blockRows = [...chains, ...reorgRows, ...rows(invalid, 'blocks')].filter((row) => row.block !== undefined);
  test.each(numbered(blockRows))('scripted chain %i', (_, row) => {
    const { json, v1hex, v2hex } = row.block as JsonObject;
    if (v1hex !== undefined) expectBothWays(block, json!, v1Block, v1hex);
    else expectBothWays(block, json!, v2Block, v2hex);
  });
});

/** Servers without the rule do not print the height. */
const withEphemeralHeight = (json: JsonValue): JsonValue => {
  const { hardforkV2, ...rest } = json as JsonObject;
  return { ...rest, hardforkV2: { ephemeralOutputHeight: 0, ...(hardforkV2 as JsonObject) } };
};

describe('states', () => {
  const genesisStates = ['mainnet', 'zen'].flatMap((name) => [
    at(header, 'genesis', name, 'preGenesisState'),
    at(header, 'genesis', name, 'stateAfterGenesis')
  ]);
  const states: JsonValue[] = [
    ...genesisStates,
    at(merkle, 'state'),
    at(loadVectors('accumulator.json'), 'genesisState'),
    ...[...chains, ...reorgRows].map((row) => at(row, 'state')),
    ...['early', 'tip', 'v1tip'].map((name) => at(invalid, 'states', name, 'state'))
  ];
  test.each(states.map((state, i): [number, JsonValue] => [i, state]))('state %i', (_, state) => {
    expectBothWays(chainState, at(state, 'json'), chainStateLayout, at(state, 'hex'));
  });
});
