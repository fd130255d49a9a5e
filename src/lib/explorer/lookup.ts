import type { WalletServer } from '$lib/api/wallet-server/client';
import type { Address } from '$lib/chain/address';
import type { BlockId, CoinOutputId, FileContractId, FundOutputId, Hash256 } from '$lib/chain/ids';
import { contractPayoutId } from '$lib/chain/transaction/transactionIds';
import { v2ContractOutputId } from '$lib/chain/transaction/v2TransactionIds';
import { toAppError, type AppError } from '$lib/errors';
import type { ChainReader } from './blockReader';
import type { SearchText } from './search';
import { undefinedIfNotFound } from '$lib/api/http/undefinedIfNotFound';

/** A thing of the chain and the page that shows it. */
export interface SearchHit {
  readonly kind: 'block' | 'transaction' | 'address' | 'coin output' | 'fund output' | 'contract';
  readonly label: string;
  readonly href: string;
}

/** What was found, and what was looked for with what went wrong, for when it is nothing. */
export interface SearchOutcome {
  readonly hits: readonly SearchHit[];
  readonly lookedFor: readonly string[];
  readonly problems: readonly AppError[];
  /** There is no wallet server, which alone knows transactions, outputs and addresses. */
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

/** Asks the servers what the text names, everything it can be at once; the hits are in the order of likelihood. */
export async function resolveSearch(
  search: SearchText,
  { reader, wallet }: SearchSources,
  signal?: AbortSignal
): Promise<SearchOutcome> {
  const none = { hits: [], lookedFor: [], problems: [], blocksOnly: wallet === undefined };
  switch (search.kind) {
    case 'nothing':
    case 'unclear':
      return none;
    case 'address': {
      const { address } = search;
      return { ...none, hits: [{ kind: 'address', label: 'Address', href: paths.address(address) }] };
    }
    case 'height': {
      const { height } = search;
      return gather(none, signal, [
        ['a block at this height', async () => ((await reader.byHeight(height, signal)) ? blockHit(height) : undefined)]
      ]);
    }
    case 'id':
      return gather(none, signal, idLookups(search.id, reader, wallet, signal));
  }
}

type Lookup = readonly [what: string, find: () => Promise<SearchHit | undefined>];

const blockHit = (of: BlockId | number): SearchHit => ({ kind: 'block', label: 'Block', href: paths.block(of) });

function idLookups(
  id: Hash256,
  reader: SearchSources['reader'],
  wallet: WalletServer | undefined,
  signal?: AbortSignal
): Lookup[] {
  const block: Lookup = [
    'a block',
    async () => ((await reader.byId(id as string as BlockId, signal)) ? blockHit(id as string as BlockId) : undefined)
  ];
  if (!wallet) return [block];
  const options = { signal };
  return [
    block,
    [
      'a transaction',
      async () => {
        const isTransaction = (await isTransactionEvent(wallet, id, signal)) || (await waitsInPool(wallet, id, signal));
        return isTransaction ? { kind: 'transaction', label: 'Transaction', href: paths.transaction(id) } : undefined;
      }
    ],
    [
      'a coin output',
      async () => {
        const params = { id: id as string as CoinOutputId };
        const found = await undefinedIfNotFound(wallet.coinOutputSpent({ params }, options));
        return found && { kind: 'coin output', label: 'Coin output', href: paths.output(id) };
      }
    ],
    [
      'a fund output',
      async () => {
        const params = { id: id as string as FundOutputId };
        const found = await undefinedIfNotFound(wallet.fundOutputSpent({ params }, options));
        return found && { kind: 'fund output', label: 'Fund output', href: paths.output(id) };
      }
    ],
    [
      'a storage contract that has ended',
      async () => {
        const ended = await contractEnd(wallet, id as string as FileContractId, signal);
        return ended && { kind: 'contract', label: 'Storage contract', href: paths.contract(id) };
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
 * How a contract ended, by what it paid: the ids of its payouts follow from its own. While it runs no server of ours
 * tells a contract by its id.
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
    lookedFor: lookups.map(([what]) => what),
    problems: answers.flatMap((answer) => (answer.status === 'rejected' ? [toAppError(answer.reason)] : []))
  };
}
