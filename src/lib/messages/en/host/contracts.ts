import { plural } from '../../plural';

export default {
  pageTitle: 'Host contracts',
  loading: 'Loading…',
  notLoaded: 'Contracts unavailable',
  notRefreshed: 'Contracts could not be refreshed',
  states: {
    open: 'Open',
    succeeded: 'Succeeded',
    failed: 'Failed',
    rejected: 'Rejected',
    stale: 'Stale'
  },
  meanings: {
    open: 'The contract is active or awaits its storage proof. Its revenue is pending, its collateral locked.',
    succeeded: 'The contract is complete. Its revenue is earned, its collateral released.',
    failed: 'No storage proof was accepted in time. Revenue and risked collateral are lost.',
    rejected: 'The contract was never confirmed on the chain. Nothing was gained or lost.',
    stale:
      'The proof deadline has passed, but the host has not reported the outcome. Until it does, the contract counts neither as earned nor as lost.'
  },
  list: {
    title: 'Contracts',
    caption: 'Contracts of this host',
    none: 'No contracts yet. Renters form contracts with hosts that are <link>announced and reachable, accept contracts and have free storage</link>.',
    noneMatching: (count: number) =>
      plural(count, {
        one: 'The only contract does not match the filter.',
        other: 'None of the # contracts match the filter.'
      }),
    showAll: 'Show all'
  },
  columns: {
    id: 'Contract',
    state: 'State',
    size: 'Data',
    sectors: 'Sectors',
    sectorsHint: 'Pieces of data',
    revenue: 'Revenue',
    revenueHint: 'Total revenue: pending while open, earned once succeeded',
    fees: 'Fee',
    storage: 'Storage',
    upload: 'Upload',
    download: 'Download',
    accounts: 'Accounts',
    accountsHint: 'Deposits into ephemeral accounts',
    locked: 'Locked',
    lockedHint: 'Collateral locked by this host',
    risked: 'Risked',
    riskedHint: 'Part of the collateral that is lost if the data is lost',
    added: 'Fees added',
    addedHint: 'Transaction fees added by the host',
    formed: 'Formed',
    formedHint: 'Block height of the negotiation and its estimated date',
    expires: 'Ends',
    expiresHint: 'Block height from which the storage proof is due',
    proof: 'Proof deadline',
    proofHint: 'Block height by which the storage proof must be confirmed',
    life: 'Timeline',
    lifeHint: 'All contracts on one scale of block heights',
    revisions: 'Revision',
    revisionsHint: 'Revision number',
    proofs: 'Confirmed'
  },
  confirmed: {
    contract: 'contract',
    revision: 'revision',
    proof: 'proof',
    none: 'none'
  },
  filter: {
    id: 'ID',
    idHint: 'any part of the ID',
    state: 'State',
    formed: 'Formed at',
    expires: 'Ends at',
    proof: 'Proof deadline',
    revenue: 'Revenue',
    locked: 'Locked',
    risked: 'Risked',
    size: 'Data'
  },
  totals: {
    all: 'Totals of all contracts',
    filtered: 'Totals of matching contracts',
    revenueOfAll: 'Revenue of all contracts',
    revenueOfFiltered: 'Revenue of matching contracts',
    contracts: (count: number, size: string) =>
      plural(count, { one: `# contract, ${size} of data`, other: `# contracts, ${size} of data` }),
    fees: 'Contract fees',
    feesAdded: 'Fees added'
  },
  detail: {
    pageTitle: (id: string) => `Contract ${id}`,
    back: 'All contracts',
    title: 'Contract',
    notLoaded: 'Contract unavailable',
    unknown: 'Contract not found',
    unknownLead: '<id/> is not a contract of this host. It may belong to another host or to a renter on this node.',
    invalidLead: '“<id/>” is not a contract ID. An ID has 64 hexadecimal digits. Select a contract from the list.'
  },
  standing: {
    title: 'Status',
    open: 'Pending revenue',
    stale: 'Revenue, outcome unknown',
    succeeded: 'Earned',
    failed: 'Lost revenue',
    rejected: 'Agreed revenue',
    updated: 'Updated',
    contractId: 'contract ID',
    endsIn: (time: string) => `Ends in about ${time}. The storage proof is due then.`,
    proofDue: (time: string) => `Storage proof due: it must be confirmed within about ${time}.`,
    formed: 'Formed',
    ends: 'Ends',
    proofBy: 'Proof deadline',
    block: (height: string) => `block ${height}`
  },
  outcomes: {
    title: 'Payouts',
    lead: 'Payouts depend on whether a storage proof is accepted.',
    atStake: 'Without the proof, the host receives <amount/> less.',
    wasAtStake: 'Without the proof, the host received <amount/> less.',
    nothingAtStake: 'No collateral is at risk yet: the contract holds no data.',
    caption: 'Contract payouts with and without a storage proof',
    recipient: 'Recipient',
    address: 'Address',
    withProof: 'With proof',
    withoutProof: 'Without proof',
    none: 'The host reports no payouts.',
    renter: 'Renter',
    host: 'Host',
    void: 'Void (burned)',
    output: (number: number) => `Output ${number}`,
    addressOf: (party: string) => `address: ${party}`
  },
  facts: {
    title: 'Details',
    locked: 'Locked collateral',
    risked: 'Risked collateral',
    feesAdded: 'Transaction fees added by the host',
    data: 'Data',
    dataIn: (size: string, sectors: number) =>
      plural(sectors, { one: `${size} in # sector`, other: `${size} in # sectors` }),
    revision: 'Revision',
    transaction: 'Transaction',
    transactionId: 'transaction ID',
    originConfirmed: 'Contract confirmed',
    revisionConstructed: 'Last revision created',
    revisionConfirmed: 'Last revision confirmed',
    proofConstructed: 'Storage proof created',
    proofConfirmed: 'Storage proof confirmed',
    yes: 'Yes',
    no: 'No'
  }
};
