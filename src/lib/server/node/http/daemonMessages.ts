import type { DecodeError } from '$lib/api/http/errors';
import type { RuleCode } from '$lib/consensus/errors';

/** How a daemon words a request it cannot read. */
export function describeDecodeError({ exchange, field, reason }: DecodeError): string {
  if (field === 'maxdownloadspeed') return `unable to parse downloadspeed: ${reason}`;
  if (field === 'maxuploadspeed') return `unable to parse uploadspeed: ${reason}`;
  switch (exchange.path) {
    case '/consensus/blocks':
      return field === 'height' ? 'failed to parse block height' : 'failed to unmarshal blockid';
    case '/consensus/validate/transactionset':
      return `could not decode transaction set: ${named(field, reason)}`;
    case '/gateway/blocklist':
      return `invalid parameters: ${named(field, reason)}`;
    case '/host':
    case '/host/estimatescore':
      return `error parsing host settings: ${reason}`;
    case '/host/contracts/:id':
      return `error parsing storage contract id: ${reason}`;
    case '/hostdb/active':
      return `unable to parse numhosts: ${reason}`;
    case '/hostdb/filtermode':
      if (field === 'filtermode') return `unable to load filter mode from string: ${reason}`;
      return `invalid parameters: ${named(field, reason)}`;
    case '/renter':
      if (field === 'funds') return 'unable to parse funds';
      return `unable to parse ${field === 'expectedredundancy' ? 'expectedRedundancy' : field}: ${reason}`;
    case '/renter/bubble':
      return `unable to parse '${field}' parameter: ${reason}`;
    case '/renter/contract/cancel':
    case '/renter/contracts':
      return `unable to parse ${field}: ${reason}`;
    case '/host/storage/folders/add':
    case '/host/storage/folders/remove':
    case '/host/storage/folders/resize':
    case '/host/storage/sectors/delete/:merkleroot':
    case '/renter/backup':
    case '/renter/recoverbackup':
      return reason;
    default:
      return named(field, reason);
  }
}

const named = (field: string, reason: string): string => (field === '' ? reason : `${field}: ${reason}`);

const BLOCK_RULES: Partial<Record<RuleCode, string>> = {
  'header/too-early': 'block timestamp is too early',
  'header/nonce-factor': 'block does not meet nonce requirements',
  'header/insufficient-work': 'block does not meet target',
  'block/payout-sum': 'miner payout sum does not equal block subsidy'
};

/** The daemon's words for a rule a submitted block breaks, where it has its own. */
export const blockRuleMessage = (code: RuleCode): string | undefined => BLOCK_RULES[code];

const TRANSACTION_RULES: Partial<Record<RuleCode, string>> = {
  'txn/unknown-parent': 'transaction spends a nonexisting coin output',
  'txn/unbalanced-coins': 'coin inputs do not equal coin outputs for transaction',
  'txn/signature-invalid': 'invalid signature',
  'txn/wrong-unlock-conditions': 'invalid signature',
  'txn/signature-missing': 'transaction has inputs with missing signatures',
  'txn/signature-without-parent': 'transaction contains a frivolous signature',
  'txn/signature-redundant': 'transaction contains a frivolous signature',
  'txn/repeated-parent': 'transaction uses a parent object twice',
  'txn/double-spend': 'transaction uses a parent object twice',
  'txn/zero-value': 'transaction cannot have an output or payout that has zero value',
  'txn/too-heavy': 'transaction is too large to fit in a block'
};

/** The daemon's words for a rule a V1 transaction breaks, where it has its own. */
export const transactionRuleMessage = (code: RuleCode): string | undefined => TRANSACTION_RULES[code];
