import * as z from 'zod/mini';
import type { Transaction } from '$lib/chain/transaction/transaction';
import {
  coinOutputId,
  contractPayoutId,
  fileContractId,
  fundOutputId,
  transactionId
} from '$lib/chain/transaction/transactionIds';
import { get, json } from '../http/route';
import type { JsonCodec } from '../schemas/codec';
import { blockFields, blockQuery, consensusRoutes, type DaemonBlock } from './consensus';
import { record } from './shapes/record';
import { transaction } from './shapes/transactions';
import { list } from './shapes/values';

/** A JSON object as written by {@link transaction}. */
type Wire = Readonly<Record<string, unknown>>;

/**
 * A V1 transaction in a block. Daemons add the ids of the transaction and of its outputs, which are derived and
 * therefore ignored when decoding. Arbitrary data is encoded as byte arrays, as documented, and also decoded from
 * base64, the daemons' form.
 */
const blockTransaction: JsonCodec<Transaction> = z.pipe(
  z.codec(z.unknown(), z.unknown(), { decode: (wire) => wire, encode: (wire) => printed(wire as Wire) }),
  transaction
);

function printed(wire: Wire): Wire {
  const txn = z.parse(transaction, wire);
  const contracts = (wire.filecontracts as Wire[]).map((contract, i): Wire => {
    const id = fileContractId(txn, i);
    return {
      id,
      ...contract,
      validproofoutputs: withIds(contract.validproofoutputs, (j) => contractPayoutId(id, true, j)),
      missedproofoutputs: withIds(contract.missedproofoutputs, (j) => contractPayoutId(id, false, j))
    };
  });
  return {
    id: transactionId(txn),
    ...wire,
    svccoinoutputs: withIds(wire.svccoinoutputs, (i) => coinOutputId(txn, i)),
    filecontracts: contracts,
    svcfundoutputs: withIds(wire.svcfundoutputs, (i) => fundOutputId(txn, i)),
    arbitrarydata: txn.arbitraryData.map((bytes) => [...bytes])
  };
}

const withIds = (items: unknown, idOf: (index: number) => string): Wire[] =>
  (items as Wire[]).map((item, index) => ({ id: idOf(index), ...item }));

/** A block with derived ids, for servers. Clients use `daemonBlock`, which needs no hash function. */
export const printedBlock: JsonCodec<DaemonBlock> = record({ ...blockFields, transactions: list(blockTransaction) });

/** The consensus routes for servers. */
export const printingConsensusRoutes = {
  ...consensusRoutes,
  block: get('/consensus/blocks', json(printedBlock), blockQuery)
};
