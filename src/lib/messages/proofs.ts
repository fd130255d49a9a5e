import type { UnprovenReason } from '$lib/wallet/sync/outputProof';

/** Why nothing is proven of an output: in a word or two, and what it means. */
const WORDS: Readonly<Record<UnprovenReason, { readonly short: string; readonly long: string; readonly bad?: true }>> =
  {
    off: {
      short: 'not checked',
      long: 'This browser does not check the chain: what is shown is what the server says. Chain, Check switches it on.'
    },
    checking: { short: 'being checked', long: 'It is being compared with the chain that this browser checks.' },
    behind: {
      short: 'not checked this far',
      long: 'The check of the chain has not come to the block at which the wallet stands.'
    },
    'too-old': {
      short: 'wallet behind',
      long: 'The wallet stands at a block far behind the check. It is compared when the wallet has caught up.'
    },
    'other-branch': {
      short: 'other chain',
      long: 'The wallet was read from another chain than the one whose work was checked.',
      bad: true
    },
    'no-commitment': {
      short: 'first generation',
      long: 'Blocks of the first generation commit to no state, so their work proves no output.'
    },
    'no-proof': {
      short: 'no proof yet',
      long: 'The server showed no proof of this payout. It does when the payout has matured.'
    },
    'not-in-chain': {
      short: 'not in the chain',
      long: 'Its proof does not lead to the state that was checked: it was changed, was spent, or never existed.',
      bad: true
    },
    refused: {
      short: 'server refused',
      long: 'The server told something of the chain that is not true. Nothing it says after that counts as proven.',
      bad: true
    }
  };

export const unprovenWords = (why: UnprovenReason) => WORDS[why];
