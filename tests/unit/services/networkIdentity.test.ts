import { describe, expect, test } from 'vitest';
import { decodeJson, encodeJson } from '$lib/api/schemas/codec';
import { network as networkJson } from '$lib/api/schemas/network';
import type { BlockId } from '$lib/chain/ids';
import { NEVER, type Network } from '$lib/chain/network/network';
import { MAINNET, publicGenesis, publicNetwork } from '$lib/chain/network/publicNetworks';
import type { JsonObject } from '$lib/codec/json';
import { mergeRules, readNetwork } from '$lib/services/networkIdentity';

const MAIN = '25f6e3b9295a61f69fcb956aca9f0076234ecf2e02d399db5448b6e22f26e81c' as BlockId;
const ZEN = '172fb3d508c86ac628f93c3362ba60312251466c77d63a8c99ea87717e4112c3' as BlockId;
const OTHER = 'ab'.repeat(32) as BlockId;

const from = (height: number): Network => ({
  ...MAINNET,
  hardforkV2: { ...MAINNET.hardforkV2, ephemeralOutputHeight: height }
});
const serverOf = (genesis: BlockId, network: Network) => ({
  indexAt: async () => ({ height: 0, id: genesis }),
  network: async () => network
});

test('a server that does not report the ephemeral output rule does not have it', () => {
  const json = encodeJson(networkJson, MAINNET) as { hardforkV2: JsonObject };
  const { ephemeralOutputHeight, ...rest } = json.hardforkV2;
  expect(ephemeralOutputHeight).toBe(583_000);
  const read = decodeJson(networkJson, { ...json, hardforkV2: rest } as unknown as JsonObject);
  expect(read.hardforkV2.ephemeralOutputHeight).toBe(NEVER);
  expect(encodeJson(networkJson, read)).toEqual({ ...json, hardforkV2: rest });
});

describe('the network of a server', () => {
  test.each([
    [MAIN, 'mainnet', 583_000],
    [ZEN, 'zen', 48_000]
  ])('of a public network uses built-in rules: %s', async (genesis, name, height) => {
    const lying = { ...from(NEVER), name, maturityDelay: 0 };
    const { network } = await readNetwork(serverOf(genesis, lying));
    expect(network).toMatchObject({ name, maturityDelay: 144, hardforkV2: { ephemeralOutputHeight: height } });
    expect([publicNetwork(genesis), publicGenesis(name)]).toEqual([network, genesis]);
  });

  test('must not use a public network’s name with another genesis', async () => {
    await expect(readNetwork(serverOf(OTHER, MAINNET))).rejects.toMatchObject({
      code: 'wallet/other-genesis',
      network: 'mainnet',
      expected: MAIN,
      actual: OTHER
    });
  });

  test('of a private network is as reported by its server', async () => {
    const network = { ...from(7), name: 'mine' };
    expect(await readNetwork(serverOf(OTHER, network))).toEqual({ network, genesis: OTHER });
  });
});

describe('rules reported later', () => {
  test.each([
    ['the rule is learned when the server is updated', NEVER, 50, 50],
    ['a stored 0 may mean that it was not reported', 0, NEVER, NEVER],
    ['or that it was 0', 0, 0, 0],
    ['a server that does not report it changes nothing', 50, NEVER, 50],
    ['another height is a different rule', 50, 60, undefined],
    ['including an earlier one', 50, 0, undefined]
  ])('%s', (_, stored, reported, expected) => {
    expect(mergeRules(from(stored), from(reported))?.hardforkV2.ephemeralOutputHeight).toBe(expected);
  });

  test('any other constant must stay the same', () => {
    expect(mergeRules(MAINNET, { ...MAINNET, maturityDelay: 1 })).toBeUndefined();
    expect(
      mergeRules(MAINNET, { ...MAINNET, hardforkASIC: { ...MAINNET.hardforkASIC, nonceFactor: 1n } })
    ).toBeUndefined();
  });
});
