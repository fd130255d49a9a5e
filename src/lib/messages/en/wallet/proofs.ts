import type { UnprovenReason } from '$lib/wallet/sync/outputProof';
import { formatCount } from '../../format';

/** Why an output is not verified: briefly, and explained. */
const reasons: Record<UnprovenReason, { readonly short: string; readonly long: string }> = {
  off: {
    short: 'verification off',
    long: 'This browser does not verify the chain; the data comes from the server. Enable verification under Chain.'
  },
  checking: { short: 'verifying', long: 'The output is being compared with the verified chain.' },
  behind: {
    short: 'chain not verified this far',
    long: 'Verification has not reached the block height of the wallet yet.'
  },
  'too-old': {
    short: 'wallet behind',
    long: 'The wallet is far behind the verified chain. Its outputs are verified once it has synced.'
  },
  'other-branch': { short: 'other chain', long: 'The wallet was synced from a different chain than the verified one.' },
  'no-commitment': {
    short: 'V1 block',
    long: 'V1 blocks do not commit to the state, so their proof of work proves no output.'
  },
  'no-proof': {
    short: 'no proof yet',
    long: 'The server provides no proof of this payout until it has matured.'
  },
  'not-in-chain': {
    short: 'not in the chain',
    long: 'The proof does not match the verified state: the output was changed, spent, or never existed.'
  },
  refused: {
    short: 'invalid server data',
    long: 'The server sent invalid chain data. Its later responses are not trusted.'
  }
};

export default {
  reasons,
  verified: (height: number) => `verified at block ${formatCount(height)}`,
  verifiedTitle: (height: number) =>
    `Unspent in the state that the header after block ${formatCount(height)} commits to`,
  waiting: 'waiting for the next block',
  waitingTitle: 'Created in the latest block. The header of the next block will commit to it.',
  unverified: (reason: string) => `unverified: ${reason}`
};
