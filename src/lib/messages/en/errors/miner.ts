import { text, type ErrorTexts } from '../../errorText';

export default {
  'miner/stale-block': text(
    'Stale block',
    'Another block took its place in the chain, or it was already submitted. Mining continues at the new tip.'
  ),
  'miner/above-target': text('Not a solution', 'The hash is above the target. Nothing is lost; mining continues.'),
  'miner/nonce-factor': text(
    'Forbidden nonce',
    'Nonces are multiples of 1009. Something between here and the node changed this one.'
  ),
  'miner/unknown-header': text(
    'This work has expired',
    'The node keeps only the latest headers that it issued, and none after a restart. Mining continues with new work.'
  ),
  'miner/block-from-the-future': text(
    'A clock is fast',
    'The block’s timestamp is ahead of the node’s time. Check the clocks of both machines.'
  ),
  'miner/block-too-early': text(
    'A clock is slow',
    'The block’s timestamp is before those of its ancestors. Check the clock of this machine.'
  ),
  'miner/header-cut-short': text(
    'The block arrived incomplete',
    'Its end is missing. Mining continues; if this persists, a proxy truncates requests.'
  ),
  'miner/block-cut-short': text(
    'The block arrived incomplete',
    'Its end is missing. Mining continues; if this persists, a proxy truncates requests.'
  ),
  'miner/payout-sum': text(
    'The block does not fit the chain',
    'It was built on another chain or pays another reward. Reload the page to start again.'
  ),
  'miner/unknown-parent': text(
    'The block does not fit the chain',
    'It was built on another chain or pays another reward. Reload the page to start again.'
  )
} satisfies ErrorTexts<`miner/${string}`>;
