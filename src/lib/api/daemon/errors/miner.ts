import type { ErrorTable } from '$lib/api/http/errorTable';

export const minerErrors = {
  'miner/stale-block': {
    wire: 'block does not extend the longest fork',
    reads: [/^block does not extend the longest fork/]
  },
  'miner/above-target': { wire: 'block does not meet target', reads: [/^block does not meet target/] },
  'miner/nonce-factor': {
    wire: 'block does not meet nonce requirements',
    reads: [/^block does not meet nonce requirements/]
  },
  'miner/unknown-header': { wire: 'header is old, block could not be recovered', reads: [/^header is old/] },
  'miner/block-from-the-future': {
    wire: 'block timestamp too far in future, discarded',
    reads: [/^block timestamp too far in future/]
  },
  'miner/block-too-early': { wire: 'block timestamp is too early', reads: [/^block timestamp is too early/] },
  'miner/header-cut-short': {
    wire: 'could not decode type types.BlockHeader: {reason}',
    reads: [/^could not decode type \S*BlockHeader: (?<reason>.*)/]
  },
  'miner/block-cut-short': {
    wire: 'could not decode type types.Block: {reason}',
    reads: [/^could not decode type \S*Block: (?<reason>.*)/]
  },
  'miner/payout-sum': {
    wire: 'miner payout sum does not equal block subsidy',
    reads: [/^miner payout sum does not equal/]
  },
  'miner/unknown-parent': { wire: 'block has no known parent', reads: [/^block has no known parent/] }
} as const satisfies ErrorTable;
