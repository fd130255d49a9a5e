import type { ExportColumn } from '$lib/components/table/exportRows';
import type { ContractRow } from '$lib/services/host/obligations';

/** Exported contracts: exact amounts in hastings, sizes in bytes, times as block heights. */
export const EXPORT_COLUMNS: readonly ExportColumn<ContractRow>[] = [
  { name: 'id', value: (row) => row.id },
  { name: 'state', value: (row) => row.state },
  { name: 'status', value: ({ obligation }) => obligation.obligationStatus },
  { name: 'data (bytes)', value: ({ obligation }) => obligation.dataSize },
  { name: 'sectors', value: ({ obligation }) => obligation.sectorRootsCount },
  { name: 'revenue (H)', value: ({ revenue }) => revenue.total },
  { name: 'contract fee (H)', value: ({ revenue }) => revenue.fees },
  { name: 'storage revenue (H)', value: ({ revenue }) => revenue.storage },
  { name: 'upload revenue (H)', value: ({ revenue }) => revenue.upload },
  { name: 'download revenue (H)', value: ({ revenue }) => revenue.download },
  { name: 'account funding (H)', value: ({ revenue }) => revenue.accounts },
  { name: 'locked collateral (H)', value: ({ obligation }) => obligation.lockedCollateral },
  { name: 'risked collateral (H)', value: ({ obligation }) => obligation.riskedCollateral },
  { name: 'transaction fees added (H)', value: ({ obligation }) => obligation.transactionFeesAdded },
  { name: 'negotiation height', value: ({ obligation }) => obligation.negotiationHeight },
  { name: 'expiration height', value: ({ obligation }) => obligation.expirationHeight },
  { name: 'proof deadline', value: ({ obligation }) => obligation.proofDeadline },
  { name: 'revision', value: ({ obligation }) => obligation.revisionNumber },
  { name: 'contract confirmed', value: ({ obligation }) => obligation.originConfirmed },
  { name: 'revision confirmed', value: ({ obligation }) => obligation.revisionConfirmed },
  { name: 'proof confirmed', value: ({ obligation }) => obligation.proofConfirmed },
  { name: 'transaction', value: ({ obligation }) => obligation.transactionId }
];
