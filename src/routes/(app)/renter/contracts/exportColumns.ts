import { hastings } from '$lib/chain/currency/currency';
import { formatCoins } from '$lib/chain/currency/currencyText';
import type { ExportColumn } from '$lib/components/table/exportRows';
import { CONTRACT_NUMBERS, type ContractNumber } from '$lib/services/renter/contractFilter';
import { isCountedElsewhere, type ContractRow } from '$lib/services/renter/contractLists';

const coins = (name: string, key: ContractNumber): ExportColumn<ContractRow> => ({
  name: `${name} (SC)`,
  value: (row) => formatCoins(hastings(CONTRACT_NUMBERS[key](row)))
});

/** Exported contracts: language-independent names, exact amounts in SC. */
export const EXPORT_COLUMNS: readonly ExportColumn<ContractRow>[] = [
  { name: 'contract', value: ({ contract }) => contract.id },
  { name: 'state', value: ({ category }) => category },
  { name: 'host', value: ({ contract }) => contract.netAddress },
  { name: 'host key', value: ({ contract }) => contract.hostPublicKey },
  { name: 'start (block)', value: ({ contract }) => contract.startHeight },
  { name: 'end (block)', value: ({ contract }) => contract.endHeight },
  { name: 'data (bytes)', value: ({ contract }) => contract.size },
  { name: 'data counted elsewhere', value: ({ category }) => isCountedElsewhere(category) },
  coins('remaining', 'funds'),
  coins('total cost', 'cost'),
  coins('spent', 'spent'),
  coins('storage', 'storage'),
  coins('upload', 'upload'),
  coins('download', 'download'),
  coins('accounts', 'accounts'),
  coins('maintenance', 'maintenance'),
  coins('fees', 'fees')
];
