import { describe, expect, test } from 'vitest';
import { decodeJson } from '$lib/api/schemas/codec';
import { v2Transaction as v2TransactionJson } from '$lib/api/schemas/v2transactions';
import type { Block } from '$lib/chain/block/block';
import { transaction } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION, v2Transaction, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { decodeHex } from '$lib/codec/bytes';
import type { JsonValue } from '$lib/codec/json';
import { decode } from '$lib/codec/layout';
import { applyV2Transaction } from '$lib/consensus/apply/applyTransaction';
import { BlockEffects } from '$lib/consensus/apply/blockEffects';
import type { RuleCode } from '$lib/consensus/errors';
import { validateBlock, validateOrphan } from '$lib/consensus/validate/validateBlock';
import { validateTransaction } from '$lib/consensus/validate/validateTransaction';
import { validateV2Transaction } from '$lib/consensus/validate/validateV2Transaction';
import {
  decodeBlock,
  decodeNetwork,
  decodeState,
  decodeSupplement,
  decodeTransactionSupplement,
  loadVectors,
  type BlockRow,
  type SupplementRow,
  type TransactionSupplementRow
} from './vectors';

interface Row {
  readonly name: string;
  readonly state: 'early' | 'tip' | 'v1tip';
  readonly valid: boolean;
  readonly error?: string;
  readonly zeroArbitraryData?: string;
}
interface V1Row extends Row {
  readonly hex: string;
  readonly supplement: TransactionSupplementRow;
}
interface V2Row extends Row {
  readonly hex?: string;
  readonly appliedBefore?: JsonValue[];
}
interface InvalidBlockRow extends Row {
  readonly block?: BlockRow;
  readonly supplement?: SupplementRow;
  readonly orphanValid?: boolean;
  readonly nonce?: string;
  readonly commitment?: string;
}
interface Vectors {
  readonly network: JsonValue;
  readonly states: Record<Row['state'], { readonly state: { readonly hex: string } }>;
  readonly v1transactions: V1Row[];
  readonly v2transactions: V2Row[];
  readonly blocks: InvalidBlockRow[];
}

const vectors = loadVectors<Vectors>('invalid');
const network = decodeNetwork(vectors.network);
const stateOf = (row: Row) => decodeState(vectors.states[row.state].state.hex);

/** The rule that each invalid row breaks. */
const CODES: Record<string, RuleCode> = {
  'v2 before the allow height': 'v2/not-allowed',
  empty: 'v2/empty',
  'miner fee only (weight counts no fee)': 'v2/empty',
  'too heavy (construct it: arbitraryData = zeroArbitraryData zero bytes, nothing else)': 'v2/too-heavy',
  'outputs exceed inputs': 'v2/unbalanced-coins',
  'fee changed after signing': 'v2/policy-unsatisfied',
  'fee overflow': 'v2/overflow',
  'zero valued output': 'v2/zero-value',
  'superfluous signature': 'v2/policy-unsatisfied',
  'signature over the transaction id instead of the input hash': 'v2/policy-unsatisfied',
  'wrong policy for address': 'v2/wrong-policy',
  'uc policy of the same key': 'v2/wrong-policy',
  'opaque policy': 'v2/wrong-policy',
  'double spend within one transaction': 'v2/repeated-parent',
  'tampered parent value': 'v2/unknown-parent',
  'tampered parent maturity height': 'v2/unknown-parent',
  'tampered parent id': 'v2/unknown-parent',
  'empty merkle proof': 'v2/unknown-parent',
  'nonexistent ephemeral parent': 'v2/unknown-ephemeral',
  'foundation update without authority': 'v2/foundation-unauthorized',
  'attestation with empty key': 'v2/attestation-key',
  'attestation with invalid signature': 'v2/attestation-signature',
  'immature parent': 'v2/immature',
  'ephemeral parent with a wrong maturity height (recorded as the reference behaves)': 'v2/wrong-ephemeral',
  'after(median)': 'v2/policy-unsatisfied',
  'threshold unmet': 'v2/policy-unsatisfied',
  'unlock conditions inside a threshold': 'v2/policy-unsatisfied',
  'siafund zero output': 'v2/zero-value',
  'siafund output above 10000': 'v2/overflow',
  'siafund claim start tampered': 'v2/unknown-parent',
  'ephemeral siafund parent (recorded as the reference behaves)': 'v2/ephemeral-fund',
  'contract expiration not after proof height': 'v2-contract/no-time',
  'contract missed host value too high': 'v2-contract/missed-host-value',
  'contract tax not paid': 'v2/unbalanced-coins',
  'revision changes sum': 'v2-contract/revision-changes-sum',
  'revision decreases capacity': 'v2-contract/revision-capacity',
  'revision raises missed host value': 'v2-contract/missed-host-value',
  'revision modifies collateral': 'v2-contract/collateral',
  'already resolved contract': 'v2-contract/already-resolved',
  'storage proof with wrong leaf': 'v2-contract/proof-invalid',
  'storage proof with wrong proof index height': 'v2-contract/proof-index',
  'storage proof too early': 'v2-contract/proof-early',
  'v1 after the require height': 'txn/v1-not-allowed',
  'v1 bad signature': 'txn/signature-invalid',
  'v1 missing signature': 'txn/signature-missing',
  'v1 redundant signature': 'txn/signature-redundant',
  'v1 zero output': 'txn/zero-value',
  'v1 unknown parent': 'txn/unknown-parent',
  'v1 overflow': 'txn/overflow',
  'v1 same input twice': 'txn/repeated-parent',
  'v1 signature with the replay prefix of an older height': 'txn/signature-invalid',
  'wrong parent': 'header/wrong-parent',
  'timestamp before the median': 'header/too-early',
  'insufficient work': 'header/insufficient-work',
  'nonce not divisible by 1009': 'header/nonce-factor',
  'wrong commitment': 'block/wrong-commitment',
  'commitment without the transaction': 'block/wrong-commitment',
  'payout too high': 'block/payout-sum',
  'payout without the fees': 'block/payout-sum',
  'two payouts': 'block/payout-count',
  'contains an invalid transaction': 'v2/policy-unsatisfied',
  'second transaction double-spends': 'v2/double-spend',
  'too heavy: the control block plus a transaction of 2000000 zero bytes of arbitrary data (construct it)':
    'block/too-heavy',
  'v1 transaction after the require height': 'block/supplement'
};

/** The recorded text with our terms for coins and funds. */
const inOurWords = (text: string): string => text.replaceAll('siacoin', 'coin').replaceAll('siafund', 'fund');

/** A row that is not listed is compared by its text only. */
const codeOf = ({ name }: Row): unknown => CODES[name] ?? expect.any(String);

/** Expects the row's verdict: acceptance, or the code of the rule with the recorded message. */
function expectVerdict(row: Row, validate: () => void): void {
  let error: unknown;
  try {
    validate();
  } catch (caught) {
    error = caught;
  }
  if (row.valid) expect(error).toBeUndefined();
  else {
    expect(error).toMatchObject({ name: 'ConsensusError', code: codeOf(row) });
    expect((error as Error).message).toBe(inOurWords(row.error ?? ''));
  }
}

const zeroData = (length: string): V2Transaction => ({
  ...EMPTY_V2_TRANSACTION,
  arbitraryData: new Uint8Array(Number(length))
});

test('every rule has a test row', () => {
  const rows: Row[] = [...vectors.v1transactions, ...vectors.v2transactions, ...vectors.blocks];
  expect(rows.filter(({ valid }) => !valid).map(({ name }) => name)).toEqual(
    expect.arrayContaining(Object.keys(CODES))
  );
  expect(rows.filter(({ valid }) => valid).length).toBeGreaterThanOrEqual(8);
});

test.each(vectors.v2transactions.map((row) => [row.name, row] as const))('V2: %s', (_, row) => {
  const txn = row.hex === undefined ? zeroData(row.zeroArbitraryData!) : decode(v2Transaction, decodeHex(row.hex));
  const effects = new BlockEffects(network, stateOf(row));
  for (const json of row.appliedBefore ?? []) applyV2Transaction(effects, decodeJson(v2TransactionJson, json));
  expectVerdict(row, () => validateV2Transaction({ effects, verifySignature }, txn));
});

test.each(vectors.v1transactions.map((row) => [row.name, row] as const))('V1: %s', (_, row) => {
  const txn = decode(transaction, decodeHex(row.hex));
  const effects = new BlockEffects(network, stateOf(row));
  const supplement = decodeTransactionSupplement(row.supplement);
  expectVerdict(row, () => validateTransaction({ effects, verifySignature }, txn, supplement));
});

describe('blocks', () => {
  /** The last valid block of the file, with a transaction of zeros appended. */
  function heavyBlock(row: InvalidBlockRow): Block {
    const control = decodeBlock(vectors.blocks.find(({ name }) => name === 'payout too high')!.block!);
    return {
      ...control,
      nonce: BigInt(row.nonce!),
      v2: { ...control.v2!, transactions: [...control.v2!.transactions, zeroData(row.zeroArbitraryData!)] }
    };
  }

  test.each(vectors.blocks.map((row) => [row.name, row] as const))('%s', (_, row) => {
    const state = stateOf(row);
    const block = row.block === undefined ? heavyBlock(row) : decodeBlock(row.block);
    expectVerdict(row, () =>
      validateBlock(network, state, block, decodeSupplement(row.supplement), { verifySignature })
    );
    const asOrphan = () => validateOrphan(network, state, block);
    if (row.orphanValid) expect(asOrphan).not.toThrow();
    else expect(asOrphan).toThrow(expect.objectContaining({ code: codeOf(row) }));
  });
});
