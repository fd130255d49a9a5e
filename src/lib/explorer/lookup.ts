import type { WalletServer } from '$lib/api/wallet-server/client';
import type { Address } from '$lib/chain/address';
import type { BlockId, CoinOutputId, FileContractId, FundOutputId, Hash256 } from '$lib/chain/ids';
import { contractPayoutId } from '$lib/chain/transaction/transactionIds';
import { v2ContractOutputId } from '$lib/chain/transaction/v2TransactionIds';
import { toAppError, type AppError } from '$lib/errors';
import type { ChainReader } from './blockReader';
import type { SearchText } from './search';
import { undefinedIfNotFound } from '$lib/api/http/undefinedIfNotFound';

export type SearchHitKind = 'block' | 'transaction' | 'address' | 'coinOutput' | 'fundOutput' | 'contract';

/** Something on the chain, and its page. */
export interface SearchHit {
  readonly kind: SearchHitKind;
  readonly href: string;
}

/** What a lookup searches for; contracts are found only after their end. */
export type LookupKind = 'blockAtHeight' | 'block' | 'transaction' | 'coinOutput' | 'fundOutput' | 'endedContract';

/** Results; and what was searched and what failed, to explain an empty result. */
export interface SearchOutcome {
  readonly hits: readonly SearchHit[];
  readonly searched: readonly LookupKind[];
  readonly problems: readonly AppError[];
  /** There is no wallet server; daemons do not index transactions, outputs and addresses. */
  readonly blocksOnly: boolean;
}

export interface SearchSources {
  readonly reader: Pick<ChainReader, 'byId' | 'byHeight'>;
  readonly wallet: WalletServer | undefined;
}

const paths = {
  block: (id: BlockId | number) => `/chain/${id}`,
  transaction: (id: string) => `/chain/transaction/${id}`,
  address: (address: Address) => `/chain/address/${address}`,
  output: (id: string) => `/chain/output/${id}`,
  contract: (id: string) => `/chain/contract/${id}`
};

/** Queries the servers for everything that the text may mean; results in order of likelihood. */
export async function resolveSearch(
  search: SearchText,
  { reader, wallet }: SearchSources,
  signal?: AbortSignal
): Promise<SearchOutcome> {
  const none = { hits: [], searched: [], problems: [], blocksOnly: wallet === undefined };
  switch (search.kind) {
    case 'nothing':
    case 'invalid':
      return none;
    case 'address': {
      const { address } = search;
      return { ...none, hits: [{ kind: 'address', href: paths.address(address) }] };
    }
    case 'height': {
      const { height } = search;
      return gather(none, signal, [
        ['blockAtHeight', async () => ((await reader.byHeight(height, signal)) ? blockHit(height) : undefined)]
      ]);
    }
    case 'id':
      return gather(none, signal, idLookups(search.id, reader, wallet, signal));
  }
}

type Lookup = readonly [kind: LookupKind, find: () => Promise<SearchHit | undefined>];

const blockHit = (of: BlockId | number): SearchHit => ({ kind: 'block', href: paths.block(of) });

function idLookups(
  id: Hash256,
  reader: SearchSources['reader'],
  wallet: WalletServer | undefined,
  signal?: AbortSignal
): Lookup[] {
  const block: Lookup = [
    'block',
    async () => ((await reader.byId(id as string as BlockId, signal)) ? blockHit(id as string as BlockId) : undefined)
  ];
  if (!wallet) return [block];
  const options = { signal };
  return [
    block,
    [
      'transaction',
      async () => {
        const isTransaction = (await isTransactionEvent(wallet, id, signal)) || (await waitsInPool(wallet, id, signal));
        return isTransaction ? { kind: 'transaction', href: paths.transaction(id) } : undefined;
      }
    ],
    [
      'coinOutput',
      async () => {
        const params = { id: id as string as CoinOutputId };
        const found = await undefinedIfNotFound(wallet.coinOutputSpent({ params }, options));
        return found && { kind: 'coinOutput', href: paths.output(id) };
      }
    ],
    [
      'fundOutput',
      async () => {
        const params = { id: id as string as FundOutputId };
        const found = await undefinedIfNotFound(wallet.fundOutputSpent({ params }, options));
        return found && { kind: 'fundOutput', href: paths.output(id) };
      }
    ],
    [
      'endedContract',
      async () => {
        const ended = await contractEnd(wallet, id as string as FileContractId, signal);
        return ended && { kind: 'contract', href: paths.contract(id) };
      }
    ]
  ];
}

async function isTransactionEvent(wallet: WalletServer, id: Hash256, signal?: AbortSignal): Promise<boolean> {
  const event = await undefinedIfNotFound(wallet.event({ params: { id } }, { signal }));
  return event?.data.type === 'v1Transaction' || event?.data.type === 'v2Transaction';
}

async function waitsInPool(wallet: WalletServer, id: Hash256, signal?: AbortSignal): Promise<boolean> {
  const waiting = await undefinedIfNotFound(wallet.poolEvents({}, { signal }));
  return waiting?.some((event) => event.id === id) ?? false;
}

const MOST_V1_PARTIES = 2;
const MISSED_V1_PARTIES = 3;

/**
 * How a contract ended, by its payouts, whose ids derive from the contract's. No server finds an open contract by its
 * id.
 */
export async function contractEnd(wallet: WalletServer, id: FileContractId, signal?: AbortSignal) {
  const payouts = [
    ...(['renter', 'host'] as const).map((party) => v2ContractOutputId(id, party)),
    ...Array.from({ length: MOST_V1_PARTIES }, (_, i) => contractPayoutId(id, true, i)),
    ...Array.from({ length: MISSED_V1_PARTIES }, (_, i) => contractPayoutId(id, false, i))
  ];
  const asked = payouts.map((payout) =>
    undefinedIfNotFound(wallet.event({ params: { id: payout as string as Hash256 } }, { signal }))
  );
  const events = (await Promise.all(asked)).filter((event) => event !== undefined);
  return events.length > 0 ? events : undefined;
}

async function gather(
  none: SearchOutcome,
  signal: AbortSignal | undefined,
  lookups: readonly Lookup[]
): Promise<SearchOutcome> {
  const answers = await Promise.allSettled(lookups.map(([, find]) => find()));
  signal?.throwIfAborted();
  return {
    ...none,
    hits: answers.flatMap((answer) => (answer.status === 'fulfilled' && answer.value ? [answer.value] : [])),
    searched: lookups.map(([kind]) => kind),
    problems: answers.flatMap((answer) => (answer.status === 'rejected' ? [toAppError(answer.reason)] : []))
  };
}
