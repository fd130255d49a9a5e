import { formatQuantity, shortQuantity } from '$lib/chain/currency/quantity';
import type { ExportColumn } from '$lib/components/table/exportRows';
import { hostNumbersAt } from '$lib/services/hostdb/hostColumns';
import type { HostRow } from '$lib/services/hostdb/hostRows';

/** Exported hosts: language-independent names, exact figures in the page's units. */
export const exportColumns = (blockSeconds: number | undefined): readonly ExportColumn<HostRow>[] => [
  { name: 'address', value: ({ entry }) => entry.netAddress },
  { name: 'public key', value: ({ entry }) => entry.publicKey },
  { name: 'accepting contracts', value: ({ entry }) => entry.acceptingContracts },
  { name: 'filtered', value: ({ entry }) => entry.filtered },
  { name: 'subnets', value: ({ entry }) => entry.ipNets.join(' ') },
  { name: 'subnet conflict', value: ({ subnetProblem }) => subnetProblem },
  { name: 'version', value: ({ entry }) => entry.version },
  ...hostNumbersAt(blockSeconds).map(({ key, unit, of }) => ({
    name: unit ? `${key} (${unit.symbol})` : key,
    value: (row: HostRow) => {
      const value = of(row);
      return value === undefined || !unit ? value : (formatQuantity(value, unit) ?? shortQuantity(value, unit));
    }
  }))
];
