import { expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { unixSeconds } from '$lib/chain/time';
import { constantGroups, type Constants } from '$lib/messages/daemon/constants';
import { moduleRows } from '$lib/messages/daemon/modules';
import { plainSpaces } from '../../support/plainSpaces';

const constants: Constants = {
  blockFrequency: 600,
  blockSizeLimit: 2_000_000,
  extremeFutureThreshold: 18_000,
  futureThreshold: 10_800,
  genesisTimestamp: unixSeconds(1_433_600_000),
  maturityDelay: 144,
  medianTimestampWindow: 11,
  fundCount: 10_000n,
  fundPortion: '39/1000',
  targetWindow: 1_000,
  initialCoinbase: 300_000,
  minimumCoinbase: 30_000,
  rootTarget: 1n << 224n,
  rootDepth: (1n << 256n) - 1n,
  defaultAllowance: undefined,
  maxTargetAdjustmentUp: '5/2',
  maxTargetAdjustmentDown: '2/5',
  coinPrecision: 10n ** 24n
};

const valuesOf = (given: Constants) =>
  Object.fromEntries(
    constantGroups(given).flatMap(({ rows }) =>
      rows.map(({ name, value, exact }) => [name, [plainSpaces(value), exact && plainSpaces(exact)]])
    )
  );

test('constants are shown in readable units, with the exact value', () => {
  expect(valuesOf(constants)).toMatchObject({
    'Target block time': ['10 min', '600 s'],
    'Block size limit': ['2 MB', '2,000,000 bytes'],
    'Clock tolerance': ['3 h', '10,800 s'],
    'Median time span': ['11 blocks', undefined],
    'Initial block reward': ['300,000 SC', undefined],
    'Maturity delay': ['144 blocks', 'about 1 d'],
    Decimals: ['24', undefined],
    'Contract tax': ['3.9%', '39/1000'],
    'Initial difficulty': ['4.29 G', '4,294,967,295'],
    'Minimum difficulty': ['1', undefined],
    'Original maximum step up': ['250%', '5/2'],
    'Original maximum step down': ['40%', '2/5']
  });
});

test('missing constants have no row; an unusual fraction is shown unchanged', () => {
  const names = valuesOf({
    ...constants,
    targetWindow: 0,
    maxTargetAdjustmentUp: '',
    maxTargetAdjustmentDown: '1/0',
    fundPortion: 'a little'
  });
  expect(names).not.toHaveProperty('Original adjustment window');
  expect(names).not.toHaveProperty('Original maximum step up');
  expect(names).toMatchObject({
    'Original maximum step down': ['1/0', undefined],
    'Contract tax': ['a little', undefined]
  });
  expect(constantGroups(constants).map(({ title }) => title)).not.toContain('Default allowance');
});

test('the suggested allowance is shown in coins, sizes and monthly rates', () => {
  const defaultAllowance = {
    funds: hastings(2_500n * 10n ** 24n),
    hosts: 50n,
    period: 12_096n,
    renewWindow: 4_032n,
    expectedStorage: 10n ** 12n,
    expectedUpload: 1_653_439n,
    expectedDownload: 0n,
    expectedRedundancy: 3
  };
  expect(valuesOf({ ...constants, defaultAllowance })).toMatchObject({
    Funds: ['2,500 SC', undefined],
    Period: ['12,096 blocks', 'about 84 d'],
    'Expected storage': ['1 TB', '1,000,000,000,000 bytes'],
    'Expected upload': ['7.14 GB/month', '1,653,439 bytes per block'],
    'Expected download': ['0 B/month', '0 bytes per block'],
    Redundancy: ['3 ×', undefined]
  });
});

test('modules have a fixed order, with unknown ones at the end', () => {
  const rows = moduleRows({ futuristic: true, host: false, consensus: true });
  expect(rows.map(({ name, label, on }) => [name, label, on])).toEqual([
    ['consensus', 'Consensus', true],
    ['host', 'Host', false],
    ['futuristic', 'futuristic', true]
  ]);
});
