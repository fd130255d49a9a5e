import { describe, expect, test } from 'vitest';
import { maxBaseRpcPrice, maxSectorAccessPrice } from '$lib/api/daemon/hostLimits';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import { isReachable, netAddressProblem } from '$lib/server/node/host/netAddress';
import {
  changedSettings,
  DEFAULT_HOST_SETTINGS,
  requireAddress,
  type SettingsParameters
} from '$lib/server/node/host/settings';

const download = DEFAULT_HOST_SETTINGS.minDownloadBandwidthPrice;
const more = (amount: Hastings) => hastings(amount + 1n);
const RATIO = 'error parsing host settings: invalid ratio between the download price and the';
const ADDRESS = 'internal settings not updated, invalid NetAddress:';

describe('settings', () => {
  test('change only the given fields', () => {
    const changes: SettingsParameters = {
      acceptingcontracts: true,
      maxduration: 1_000n,
      minstorageprice: hastings(7n),
      netaddress: 'host.example:9982',
      ephemeralaccountexpiry: 0n
    };
    expect(changedSettings(DEFAULT_HOST_SETTINGS, changes)).toEqual({
      ...DEFAULT_HOST_SETTINGS,
      acceptingContracts: true,
      maxDuration: 1_000n,
      minStoragePrice: 7n,
      netAddress: 'host.example:9982',
      ephemeralAccountExpiry: 0n
    });
    expect(changedSettings(DEFAULT_HOST_SETTINGS, {})).toEqual(DEFAULT_HOST_SETTINGS);
  });

  test('every setting can be changed', () => {
    for (const [name, value] of Object.entries(DEFAULT_HOST_SETTINGS)) {
      const other =
        typeof value === 'bigint' ? value / 2n + 16_384n : typeof value === 'boolean' ? !value : 'a.example:1';
      const registry = name === 'registrySize' ? 16_384n : other;
      const changed = changedSettings(DEFAULT_HOST_SETTINGS, {
        // High enough for any call price.
        mindownloadbandwidthprice: hastings(10n ** 30n),
        [name.toLowerCase()]: registry
      });
      expect([name, changed[name as keyof typeof changed]]).toEqual([name, registry]);
    }
  });

  const good: SettingsParameters = {
    minbaserpcprice: maxBaseRpcPrice(download),
    minsectoraccessprice: maxSectorAccessPrice(download),
    netaddress: 'host.example:9982',
    maxduration: 5n
  };
  test('are accepted at their limits', () => {
    expect(changedSettings(DEFAULT_HOST_SETTINGS, good).maxDuration).toBe(5n);
  });
  test.each<[string, SettingsParameters, string, string]>([
    [
      'a call price above the ratio',
      { minbaserpcprice: more(maxBaseRpcPrice(download)) },
      'host/base-rpc-price-ratio',
      `${RATIO} base RPC price, base cost of 100M request should be cheaper than downloading 4TB`
    ],
    [
      'a sector price above the ratio',
      { minsectoraccessprice: more(maxSectorAccessPrice(download)) },
      'host/sector-access-price-ratio',
      `${RATIO} sector access price, base cost of 10M accesses should be cheaper than downloading 4TB`
    ],
    [
      'a download price too low for the call prices',
      { mindownloadbandwidthprice: hastings(download - 1n) },
      'host/base-rpc-price-ratio',
      `${RATIO} base RPC price, base cost of 100M request should be cheaper than downloading 4TB`
    ]
  ])('%s is rejected', (_, corruption, code, message) => {
    expect(() => changedSettings(DEFAULT_HOST_SETTINGS, { ...good, ...corruption })).toThrow(
      expect.objectContaining({ code, message })
    );
  });

  test.each([
    ['no port', 'foo', 'host/address-invalid', `${ADDRESS} address foo: missing port in address`],
    ['the unspecified address', '0.0.0.0:1', 'host/address-unspecified', `${ADDRESS} host is the unspecified address`]
  ])('%s is rejected', (_, netAddress, code, message) => {
    expect(() => requireAddress({ ...DEFAULT_HOST_SETTINGS, netAddress })).toThrow(
      expect.objectContaining({ code, message, parameter: 'netaddress' })
    );
  });

  test.each([
    [0n, 0n],
    [1n, 16_384n],
    [16_385n, 16_384n],
    [40_000n, 32_768n]
  ])('a registry of %d bytes is rounded to %d', (registrysize, kept) => {
    expect(changedSettings(DEFAULT_HOST_SETTINGS, { registrysize }).registrySize).toBe(kept);
  });
});

describe('net addresses', () => {
  test.each([
    'host.example:1',
    'HOST.example.:65535',
    '127.0.0.1:9982',
    '[::1]:9982',
    'localhost:9982',
    'a-b.example:80',
    'a.example:1',
    `${'a'.repeat(63)}.example:65535`
  ])('%s is valid', (address) => expect(netAddressProblem(address)).toBeUndefined());
  test.each([
    ['foo', 'address foo: missing port in address'],
    ['[::1]', 'address [::1]: missing port in address'],
    ['::1:9982', 'address ::1:9982: too many colons in address'],
    ['x[::1]:9982', 'address x[::1]:9982: too many colons in address'],
    ['[::1]x:9982', 'address [::1]x:9982: missing port in address'],
    ['[::1]:9982\nx', 'port is not an integer'],
    ['host.example:', 'port is not an integer'],
    ['host.example:http', 'port is not an integer'],
    ['host.example:0', 'port is invalid'],
    ['host.example:65536', 'port is invalid'],
    ['0.0.0.0:1', 'host is the unspecified address'],
    ['[::]:1', 'host is the unspecified address'],
    [':9982', 'invalid hostname length'],
    [`${'a.'.repeat(127)}a:1`, 'invalid hostname length'],
    ['-a.example:1', 'hostname contains label that starts or ends with a hyphen'],
    ['a..example:1', 'hostname contains label with invalid length'],
    ['a b.example:1', 'host contains invalid characters'],
    ['storage:9982', 'unqualified hostname'],
    [`${'a'.repeat(64)}.example:1`, 'hostname contains label with invalid length']
  ])('%s is invalid', (address, problem) => expect(netAddressProblem(address)).toBe(problem));

  test('reserved names are valid but not reachable', () => {
    expect(netAddressProblem('nowhere.invalid:1')).toBeUndefined();
    for (const address of ['nowhere.invalid:1', 'nowhere.INVALID.:1', 'invalid:1', 'foo']) {
      expect(isReachable(address), address).toBe(false);
    }
    for (const address of ['invalid.example:1', 'notinvalid:1']) expect(isReachable(address), address).toBe(true);
  });
});
