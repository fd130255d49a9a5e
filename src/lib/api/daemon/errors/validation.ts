import type { ErrorTable } from '$lib/api/http/errorTable';

/** Errors of `/consensus/validate/transactionset`: first malformed input, then violated rules. */
export const validationErrors = {
  'validation/address-length': {
    wire: 'could not decode transaction set: marshalled unlock hash is the wrong length',
    reads: [/^could not decode transaction set:.*(?:unlock hash is the wrong length|must be 76 characters)/]
  },
  'validation/address-checksum': {
    wire: 'could not decode transaction set: provided unlock hash has an invalid checksum',
    reads: [/^could not decode transaction set:.*checksum/]
  },
  'validation/id-unreadable': {
    wire: 'could not decode transaction set: encoded value has the wrong length to be a hash',
    reads: [/^could not decode transaction set:.*(?:to be a hash|unmarshal hash|64 hexadecimal)/]
  },
  'validation/amount-negative': {
    wire: 'could not decode transaction set: negative currency not allowed',
    reads: [/^could not decode transaction set:.*negative/]
  },
  'validation/set-cut-short': {
    wire: 'could not decode transaction set: unexpected EOF',
    reads: [/^could not decode transaction set: (?:unexpected )?(?:EOF$|end)/]
  },
  'validation/not-json': {
    wire: 'could not decode transaction set: malformed JSON at position {position:integer}',
    reads: [/^could not decode transaction set:.*malformed JSON(?: at position (?<position>\d+))/]
  },
  'validation/invalid-character': {
    wire: 'could not decode transaction set: invalid character {reason}',
    reads: [/^could not decode transaction set:.*invalid character (?<reason>.*)/]
  },
  'validation/not-a-list': {
    wire: 'could not decode transaction set: json: cannot unmarshal object into Go value of type []types.Transaction',
    reads: [
      /^could not decode transaction set:.*cannot unmarshal object into.*\[\]|^could not decode transaction set: Invalid input/
    ]
  },
  'validation/set-unreadable': { wire: 'could not decode transaction set: {reason}' },

  'validation/unknown-parent': {
    wire: 'transaction set validation failed: transaction spends a nonexisting coin output',
    reads: [/^transaction set validation failed: transaction spends a nonexisting/]
  },
  'validation/unbalanced-coins': {
    wire: 'transaction set validation failed: coin inputs do not equal coin outputs for transaction',
    reads: [/^transaction set validation failed: coin inputs do not equal/]
  },
  'validation/signature-invalid': {
    wire: 'transaction set validation failed: invalid signature',
    reads: [/^transaction set validation failed: invalid signature/]
  },
  'validation/signature-missing': {
    wire: 'transaction set validation failed: transaction has inputs with missing signatures',
    reads: [/^transaction set validation failed: transaction has inputs with missing signatures/]
  },
  'validation/signature-frivolous': {
    wire: 'transaction set validation failed: transaction contains a frivolous signature',
    reads: [/^transaction set validation failed: transaction contains a frivolous signature/]
  },
  'validation/double-spend': {
    wire: 'transaction set validation failed: transaction uses a parent object twice',
    reads: [/^transaction set validation failed: transaction uses a parent object twice/]
  },
  'validation/zero-output': {
    wire: 'transaction set validation failed: transaction cannot have an output or payout that has zero value',
    reads: [/^transaction set validation failed: transaction cannot have an output or payout that has zero/]
  },
  'validation/zero-fee': {
    wire: 'transaction set validation failed: transaction has a zero value miner fee',
    reads: [/^transaction set validation failed: transaction has a zero value miner fee/]
  },
  'validation/too-large': {
    wire: 'transaction set validation failed: transaction is too large to fit in a block',
    reads: [/^transaction set validation failed: transaction is too large/]
  },
  'validation/contract-window-past': {
    wire: 'transaction set validation failed: file contract window must start in the future',
    reads: [/^transaction set validation failed: file contract window must start/]
  },
  'validation/contract-window-empty': {
    wire: 'transaction set validation failed: file contract window must end at least one block after it starts',
    reads: [/^transaction set validation failed: file contract window must end/]
  },
  'validation/contract-sums': {
    wire: 'transaction set validation failed: file contract has invalid output sums',
    reads: [/^transaction set validation failed: file contract has invalid output sums/]
  },
  'validation/proof-unknown-contract': {
    wire: 'transaction set validation failed: cannot fetch storage proof segment for unknown file contract',
    reads: [/^transaction set validation failed: cannot fetch storage proof segment/]
  },
  'validation/v1-not-allowed': {
    wire: 'transaction set validation failed: v1 transactions are not allowed after v2 hardfork is complete',
    reads: [/v1 transactions? (?:are|is) not allowed|after v2 hardfork/i]
  },
  'validation/rule': { wire: 'transaction set validation failed: {rule}' }
} as const satisfies ErrorTable;
