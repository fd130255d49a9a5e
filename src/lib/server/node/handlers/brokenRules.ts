import { ConsensusError, type RuleCode } from '$lib/consensus/errors';
import { BlockRefusedError, refusal, WorkRefusedError, type Refusal, type ServiceErrorCode } from '../errors';

type PlainCode = Extract<ServiceErrorCode, `validation/${string}` | `miner/${string}`>;

/** Rules for which daemons have a specific error. */
const TRANSACTION_RULES = {
  'txn/unknown-parent': 'validation/unknown-parent',
  'txn/unbalanced-coins': 'validation/unbalanced-coins',
  'txn/signature-invalid': 'validation/signature-invalid',
  'txn/wrong-unlock-conditions': 'validation/signature-invalid',
  'txn/signature-missing': 'validation/signature-missing',
  'txn/signature-without-parent': 'validation/signature-frivolous',
  'txn/signature-redundant': 'validation/signature-frivolous',
  'txn/repeated-parent': 'validation/double-spend',
  'txn/double-spend': 'validation/double-spend',
  'txn/zero-value': 'validation/zero-output',
  'txn/too-heavy': 'validation/too-large',
  'txn/v1-not-allowed': 'validation/v1-not-allowed'
} as const satisfies Partial<Record<RuleCode, PlainCode>>;

const BLOCK_RULES = {
  'header/too-early': 'miner/block-too-early',
  'header/nonce-factor': 'miner/nonce-factor',
  'header/insufficient-work': 'miner/above-target',
  'block/payout-sum': 'miner/payout-sum'
} as const satisfies Partial<Record<RuleCode, PlainCode>>;

const WORK = {
  'work/unknown-header': 'miner/unknown-header',
  'work/nonce-factor': 'miner/nonce-factor',
  'work/above-target': 'miner/above-target',
  'work/stale': 'miner/stale-block'
} as const;

const has = <Table extends object>(table: Table, code: PropertyKey): code is keyof Table => Object.hasOwn(table, code);

/** Maps a violated rule of a transaction set to the daemon's error. */
export function refusedSet(error: ConsensusError): Refusal {
  if (has(TRANSACTION_RULES, error.code)) return refusal(TRANSACTION_RULES[error.code], {}, error);
  return refusal('validation/rule', { rule: error.message }, error);
}

/** Maps the error of a miner's block or header to the daemon's; unknown errors are returned unchanged. */
export function refusedWork(error: unknown): unknown {
  if (error instanceof WorkRefusedError) return refusal(WORK[error.code], {}, error);
  if (error instanceof ConsensusError) {
    return has(BLOCK_RULES, error.code) ? refusal(BLOCK_RULES[error.code], {}, error) : error;
  }
  if (!(error instanceof BlockRefusedError)) return error;
  if (error.code === 'chain/unknown-parent') return refusal('miner/unknown-parent', {}, error);
  return error.code === 'chain/future-timestamp' ? refusal('miner/block-from-the-future', {}, error) : error;
}
