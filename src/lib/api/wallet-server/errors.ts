import { createErrorReader, type DataByCode, type ErrorTable } from '../http/errorTable';

/** The wallet server's errors by code. Loaded with the first error response. */
export const walletServerErrors = {
  // Requests
  'wallet-server/body-unreadable': {
    wire: "couldn't decode request body: {reason}",
    reads: [/^couldn't decode request type \S+: (?<reason>.*)/]
  },
  'wallet-server/id-unreadable': { wire: 'invalid block ID: {reason}' },
  'wallet-server/parameter-unreadable': { wire: `couldn't parse param "{parameter}": {reason}` },
  'wallet-server/query-unreadable': {
    wire: 'invalid form value "{parameter}": {reason}',
    reads: [/^couldn't parse form value "(?<parameter>[^"]*)": (?<reason>.*)/]
  },
  'wallet-server/body-too-large': {
    wire: 'request body too large',
    status: 413,
    reads: [/^http: request body too large/]
  },
  'wallet-server/limit-out-of-range': { wire: 'limit must be between {least:integer} and {most:integer}' },
  'wallet-server/too-many-addresses-asked': { wire: 'at most {most:integer} addresses can be asked about' },
  'wallet-server/too-many-addresses-added': { wire: 'at most {most:integer} addresses can be added at a time' },

  // The chain
  'wallet-server/block-not-found': { wire: "couldn't find block", status: 404 },
  'wallet-server/height-not-found': { wire: 'height not found', status: 404 },
  'wallet-server/before-first-block': {
    wire: 'the blocks of this node begin at height {first:integer}: earlier ones are not stored'
  },
  'wallet-server/event-not-found': { wire: 'event not found', status: 404 },
  'wallet-server/output-not-found': { wire: "couldn't load output: not found", status: 500 },
  'wallet-server/tip-too-old': {
    wire: 'the newest block is {minutes:integer} minutes old',
    status: 500
  },
  'wallet-server/not-syncing': { wire: 'last block timestamp {time} is too old: not syncing', status: 500 },
  'wallet-server/no-peers-to-add': { wire: 'this node has no peers: it keeps a chain of its own', status: 500 },
  'wallet-server/unknown-basis': { wire: "couldn't get updates: missing block at index {index}", status: 500 },
  'wallet-server/basis-not-moved': { wire: "couldn't update v2 transaction set: {reason}", status: 500 },

  // Wallets of the server
  'wallet-server/wallet-not-found': { wire: "couldn't {action}: not found", status: 500 },
  'wallet-server/not-found': { wire: 'not found', status: 404 },
  'wallet-server/change-address-missing': { wire: 'change address must be specified' },
  'wallet-server/zero-output': { wire: '{kind} output {index:integer} has zero value' },
  'wallet-server/void-output': { wire: '{kind} output {index:integer} has void address' },
  'wallet-server/no-recipients': { wire: 'no inputs provided' },
  'wallet-server/v1-over': { wire: 'v1 transactions are not allowed after the v2 require height' },
  'wallet-server/v2-not-yet': { wire: 'v2 transactions are not allowed before the v2 allow height' },
  'wallet-server/insufficient-funds': {
    wire: 'failed to select {kind} elements: insufficient funds',
    status: 500,
    reads: [/^couldn't get (?<kind>.*?)utxos to fund transaction: insufficient funds/]
  },
  'wallet-server/output-reserved': {
    wire: `couldn't reserve outputs: failed to lock output "{id}": output already reserved`,
    status: 500
  },
  'wallet-server/policy-unknown': {
    wire: 'no spend policy that fits is stored with address {address}',
    reads: [/^address "(?<address>[^"]*)" has (?:no|v2-only) spend policy/]
  },

  // Broadcasts
  'wallet-server/pays-void': {
    wire: 'transaction pays the void address, where coins are lost; allowVoid=true sends it anyway',
    reads: [/^cannot send to void address/]
  },
  'wallet-server/no-peers': { wire: 'failed to broadcast {what}: no peers available', status: 500 },
  'wallet-server/proof-invalid': {
    wire: "couldn't get transaction set: failed to update transaction set basis: transaction {id} is invalid: coin input parent has invalid Merkle proof",
    status: 500
  },
  'wallet-server/v1-not-allowed': {
    wire: 'invalid transaction set: transaction {id} is invalid: v1 transactions are not allowed after v2 hardfork is complete'
  },
  'wallet-server/double-spend': {
    wire: 'invalid v2 transaction set: v2 transaction {id} is invalid: {input} double-spends parent output (previously spent in {spentIn})',
    reads: [
      /^invalid transaction set: transaction (?<id>\w+) is invalid: (?<input>.*?) double-spends parent output \(previously spent in (?<spentIn>\w+)\)/
    ]
  },
  'wallet-server/transaction-invalid': { wire: 'invalid transaction set: transaction {id} is invalid: {rule}' },
  'wallet-server/v2-transaction-invalid': {
    wire: 'invalid v2 transaction set: v2 transaction {id} is invalid: {rule}'
  },
  'wallet-server/pool-full': {
    wire: 'The transaction pool is full ({size:integer} of {maxSize:integer}). Try again after the next blocks',
    status: 500
  },
  'wallet-server/set-too-long': { wire: 'a set can have at most {most:integer} transactions' },
  'wallet-server/block-invalid': { wire: 'block is invalid: {rule}', status: 500 },
  'wallet-server/v1-block': { wire: 'v1 blocks are unsupported' }
} as const satisfies ErrorTable;
export type WalletServerErrorData = DataByCode<typeof walletServerErrors>;

/** Maps the wallet server's error text to one of {@link walletServerErrors}. */
export const readError = createErrorReader(walletServerErrors);

/** The text, with status 401, with which wallet, mining and signing servers reject a missing or wrong password. */
export const UNAUTHORIZED = 'unauthorized';
export const isUnauthorized = (words: string): boolean => words.trim() === UNAUTHORIZED;
