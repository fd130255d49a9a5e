import type { HostdbEntry } from '$lib/api/daemon/hostdb';
import { median } from '$lib/chain/currency/median';
import type { Prices } from './estimate';

/** Median prices of these hosts; undefined without hosts. */
export function medianPrices(hosts: readonly HostdbEntry[]): Prices | undefined {
  const of = (price: (host: HostdbEntry) => bigint) => median(hosts.map(price));
  const storage = of(({ storagePrice }) => storagePrice);
  const upload = of(({ uploadBandwidthPrice }) => uploadBandwidthPrice);
  const download = of(({ downloadBandwidthPrice }) => downloadBandwidthPrice);
  const contract = of(({ contractPrice }) => contractPrice);
  if (storage === undefined || upload === undefined || download === undefined || contract === undefined)
    return undefined;
  return { storage, upload, download, contract };
}
