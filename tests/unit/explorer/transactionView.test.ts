import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { daemonBlock } from '$lib/api/daemon/consensus';
import { ChangeDecoder } from '$lib/api/daemon/changes/changeStream';
import { NETWORK_DIALECT, OUR_DIALECT, translateJsonKeys } from '$lib/api/dialect';
import { encodeUtf8, decodeHex } from '$lib/codec/bytes';
import { parseJson } from '$lib/codec/json';
import { v2Transaction } from '$lib/chain/transaction/v2Transaction';
import {
  lineOfTransaction,
  readableBytes,
  transactionsOf,
  viewOfTransaction,
  type TransactionView
} from '$lib/explorer/transactionView';
import { recordedExchanges } from '../../support/recordedDaemon';
import { fromHex, loadVectors } from '../../support/vectors';

const viewsOf = (block: Parameters<typeof transactionsOf>[0]) =>
  transactionsOf(block).map((any) => viewOfTransaction(any));

describe('a V1 transaction', () => {
  test('has the same ids as in a daemon’s block', () => {
    const { response } = recordedExchanges('consensus').find(
      ({ name }) => name === 'consensus.block_with_filecontracts'
    )!;
    const json = translateJsonKeys(parseJson(response.body as string), NETWORK_DIALECT, OUR_DIALECT);
    type Printed = { id: string }[];
    const printed = (json as unknown as { transactions: Record<string, Printed & string>[] }).transactions;
    const views = viewsOf(z.parse(daemonBlock, json));
    expect(views.map(({ id }) => id as string)).toEqual(printed.map(({ id }) => id));
    expect(views.flatMap(({ outputList }) => outputList.map(({ id }) => id))).toEqual(
      printed.flatMap(({ svccoinoutputs }) => svccoinoutputs!.map(({ id }) => id))
    );
    const formed = views.flatMap(({ contracts }) => contracts);
    const contracts = printed.flatMap(({ filecontracts }) => filecontracts as unknown as Record<string, Printed>[]);
    expect(formed.map(({ contractId }) => contractId as string)).toEqual(contracts.map(({ id }) => id));
    expect(formed.flatMap(({ payouts }) => payouts.flatMap(({ outputs }) => outputs.map(({ id }) => id)))).toEqual(
      contracts.flatMap(({ validproofoutputs, missedproofoutputs }) =>
        [...validproofoutputs!, ...missedproofoutputs!].map(({ id }) => id)
      )
    );
  });

  test('creates the outputs listed in the change stream', () => {
    const stream = new Uint8Array(
      readFileSync(join(import.meta.dirname, '../../samples/daemon/subscribe-first64k.bin'))
    );
    let compared = 0;
    for (const { change } of new ChangeDecoder().push(stream)) {
      const views: TransactionView[] = change.applied.flatMap(viewsOf);
      const added = new Set(
        change.appliedDiffs.flatMap(({ coins, funds, contracts }) =>
          [...coins, ...funds, ...contracts].filter(({ direction }) => direction).map(({ id }) => id as string)
        )
      );
      for (const { outputList, contracts } of views) {
        for (const { id } of outputList) expect(added).toContain(id);
        for (const { act, contractId } of contracts) {
          if (act !== 'proved') expect(added).toContain(contractId);
        }
        compared += outputList.length + contracts.length;
      }
    }
    expect(compared).toBeGreaterThan(10);
  });

  test('has the values of its inputs only if they are known', () => {
    const stream = new Uint8Array(
      readFileSync(join(import.meta.dirname, '../../samples/daemon/subscribe-first64k.bin'))
    );
    const any = new ChangeDecoder()
      .push(stream)
      .flatMap(({ change }) => change.applied.flatMap(transactionsOf))
      .find(({ transaction }) => transaction.coinInputs.length > 0)!;
    const [input] = viewOfTransaction(any).inputList;
    expect(input).toMatchObject({ kind: 'coins', value: undefined, signatures: undefined });
    expect(lineOfTransaction(any).inputs).toBeGreaterThan(0);
  });
});

describe('a V2 transaction', () => {
  interface Row {
    readonly name: string;
    readonly hex: string;
    readonly id: string;
    readonly ids: readonly { kind: string; id: string }[] | null;
    readonly weight: string;
  }
  const { transactions } = loadVectors<{ transactions: Row[] }>('v2txn');

  test.each(transactions.map((row) => [row.name, row] as const))('%s', (_, { hex, id, ids, weight }) => {
    const view = viewOfTransaction({ generation: 2, transaction: fromHex(v2Transaction, hex) });
    expect([view.id as string, view.weight, view.byteLength]).toEqual([id, Number(weight), decodeHex(hex).length]);
    const shown = new Set([
      ...view.outputList.map((output) => output.id),
      ...view.contracts.flatMap(({ contractId, facts }) => [contractId, ...facts.map(({ value }) => value)]),
      ...view.contracts.flatMap(({ payouts }) => payouts.flatMap(({ outputs }) => outputs.map((output) => output.id))),
      ...view.attestations.map((attestation) => attestation.id)
    ]);
    const elsewhere = ['claim'];
    for (const made of ids ?? []) {
      if (!elsewhere.some((kind) => made.kind.toLowerCase().includes(kind)))
        expect(shown, made.kind).toContain(made.id);
    }
  });

  test('lists all actions on an existing contract', () => {
    const acts = transactions.flatMap(({ hex }) =>
      viewOfTransaction({ generation: 2, transaction: fromHex(v2Transaction, hex) }).contracts.map(({ act }) => act)
    );
    expect(new Set(acts)).toEqual(new Set(['revised', 'renewed', 'proved', 'expired']));
  });
});

test.each([
  [encodeUtf8('A few words, Grüße\n'), { text: 'A few words, Grüße\n', isText: true }],
  [Uint8Array.of(0, 255), { text: '00ff', isText: false }],
  [encodeUtf8('bell \u0007'), { text: '62656c6c2007', isText: false }],
  [new Uint8Array(0), { text: '', isText: true }],
  // Its marks would cover the lines beside it.
  [encodeUtf8(`a${'\u0336'.repeat(7)}`), { text: `61${'ccb6'.repeat(7)}`, isText: false }],
  [encodeUtf8(`a${'\u0336'.repeat(6)}`), { text: `a${'\u0336'.repeat(6)}`, isText: true }]
])('shows bytes as text if they are text: %#', (bytes, expected) => expect(readableBytes(bytes)).toEqual(expected));
