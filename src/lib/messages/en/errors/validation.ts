import { formatCount } from '../../format';
import { text, type ErrorTexts } from '../../errorText';

export default {
  'validation/address-length': text(
    'An address has the wrong length',
    'Addresses have 76 characters. The last 12 are a checksum.'
  ),
  'validation/address-checksum': text(
    'An address is mistyped',
    'Its checksum (the last 12 characters) does not match. Copy the address again.'
  ),
  'validation/id-unreadable': text(
    'Invalid ID',
    'Check the IDs of parent outputs. An ID has 64 characters: digits and letters from a to f. Copy the whole ID.'
  ),
  'validation/amount-negative': text('An amount is negative', 'Amounts in transactions are 0 or more.'),
  'validation/set-cut-short': text(
    'The transaction set is incomplete',
    'Paste the whole list of transactions, from its first to its last bracket.'
  ),
  'validation/not-json': ({ position }) =>
    text(
      'The transaction set is not JSON',
      `There is a syntax error at character ${formatCount(position)}. Paste only a JSON list of transactions.`
    ),
  'validation/invalid-character': text(
    'The transaction set is not JSON',
    'Paste only a JSON list of transactions, with nothing before or after it.'
  ),
  'validation/not-a-list': text(
    'A list of transactions is required',
    'Enclose the transaction, or the transactions, in square brackets.'
  ),
  'validation/set-unreadable': text(
    'The transaction set could not be read',
    'A field does not have the expected type. See the details for the field.'
  ),
  'validation/unknown-parent': text(
    'An output to be spent does not exist',
    'It was spent already or was never created. In a set, parents come before their children.'
  ),
  'validation/unbalanced-coins': text(
    'Inputs and outputs do not balance',
    'The inputs of a transaction must equal the sum of its outputs, contracts and fees.'
  ),
  'validation/signature-invalid': text(
    'Invalid signature',
    'It was made with another key, or the transaction changed after it was signed. Sign it again.'
  ),
  'validation/signature-missing': text(
    'A signature is missing',
    'Each input needs as many signatures as its unlock conditions require.'
  ),
  'validation/signature-frivolous': text(
    'Unneeded signature',
    'It belongs to no input that still needs one. Remove it, or check its parent ID.'
  ),
  'validation/double-spend': text(
    'Double spend',
    'The same output or contract is used more than once. Remove one of the uses.'
  ),
  'validation/zero-output': text(
    'An output has no value',
    'Every output, payout and fee must be above 0. Remove those that are 0.'
  ),
  'validation/zero-fee': text('A miner fee is 0', 'Fees are above 0. To pay none, leave the fee out.'),
  'validation/too-large': text('Too large for a block', 'Split it into several transactions.'),
  'validation/contract-window-past': text(
    'The proof window of a contract starts in the past',
    'It must start after the height of the tip.'
  ),
  'validation/contract-window-empty': text(
    'The proof window of a contract is empty',
    'It must end at least one block after it starts.'
  ),
  'validation/contract-sums': text(
    'The payouts of a contract do not add up',
    'The sum of its payouts, with and without proof, must be its payout less the tax.'
  ),
  'validation/proof-unknown-contract': text(
    'Storage proof for an unknown contract',
    'The contract is not on the chain, or has already ended.'
  ),
  'validation/v1-not-allowed': text(
    'V1 transactions are no longer accepted',
    'The chain has passed the V2 hard fork. Create the transaction again as V2.'
  ),
  'validation/rule': text(
    'The transaction set breaks a consensus rule',
    'The node would not accept it. See the details for the rule.'
  )
} satisfies ErrorTexts<`validation/${string}`>;
