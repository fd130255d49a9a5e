import { expect, test } from 'vitest';
import { ZERO_BLOCK_ID } from '$lib/chain/ids';
import { ConsensusError, type RuleCode } from '$lib/consensus/errors';
import { BlockRefusedError, WorkRefusedError } from '$lib/server/node/errors';
import { refusedSet, refusedWork } from '$lib/server/node/handlers/brokenRules';

const broken = (code: RuleCode) => new ConsensusError(code, 'the rule in words');
const blockRefused = (code: BlockRefusedError['code']) => new BlockRefusedError(code, ZERO_BLOCK_ID, 'refused');

test.each<[RuleCode, string]>([
  ['txn/unknown-parent', 'validation/unknown-parent'],
  ['txn/unbalanced-coins', 'validation/unbalanced-coins'],
  ['txn/signature-invalid', 'validation/signature-invalid'],
  ['txn/wrong-unlock-conditions', 'validation/signature-invalid'],
  ['txn/signature-missing', 'validation/signature-missing'],
  ['txn/signature-without-parent', 'validation/signature-frivolous'],
  ['txn/signature-redundant', 'validation/signature-frivolous'],
  ['txn/repeated-parent', 'validation/double-spend'],
  ['txn/double-spend', 'validation/double-spend'],
  ['txn/zero-value', 'validation/zero-output'],
  ['txn/too-heavy', 'validation/too-large'],
  ['txn/v1-not-allowed', 'validation/v1-not-allowed'],
  ['contract/wrong-tax', 'validation/rule']
])('a transaction set that breaks %s is rejected with %s', (rule, code) => {
  const error = broken(rule);
  expect(refusedSet(error)).toMatchObject({ code, cause: error });
});

test('a rule without a code of its own is reported as text', () => {
  expect(refusedSet(broken('v2/immature'))).toMatchObject({
    data: { rule: 'the rule in words' },
    message: expect.stringContaining('the rule in words') as string
  });
});

test.each<[string, Error, string]>([
  ['work that was never issued', new WorkRefusedError('work/unknown-header'), 'miner/unknown-header'],
  ['a nonce that is not a multiple of the factor', new WorkRefusedError('work/nonce-factor'), 'miner/nonce-factor'],
  ['insufficient work', new WorkRefusedError('work/above-target'), 'miner/above-target'],
  ['work on an old block', new WorkRefusedError('work/stale'), 'miner/stale-block'],
  ['a block before the median', broken('header/too-early'), 'miner/block-too-early'],
  ['a block with such a nonce', broken('header/nonce-factor'), 'miner/nonce-factor'],
  ['a block with insufficient work', broken('header/insufficient-work'), 'miner/above-target'],
  ['a block that pays too much', broken('block/payout-sum'), 'miner/payout-sum'],
  ['a block with an unknown parent', blockRefused('chain/unknown-parent'), 'miner/unknown-parent'],
  ['a block from the future', blockRefused('chain/future-timestamp'), 'miner/block-from-the-future']
])('%s is rejected', (_, error, code) => {
  expect(refusedWork(error)).toMatchObject({ code, cause: error });
});

test.each<[string, unknown]>([
  ['a rule without a code of its own', broken('block/too-heavy')],
  ['a block rejected for another reason', blockRefused('chain/known-invalid')],
  ['any other error', new Error('disk')]
])('%s is passed on unchanged', (_, error) => {
  expect(refusedWork(error)).toBe(error);
});
