/** What an error means to the reader, and what they can do about it. */
export interface Advice {
  readonly title: string;
  /** Left out where the error's own message says it best. */
  readonly todo?: string;
  /** A state of the node rather than a fault. */
  readonly calm?: true;
  /** Where to do it. */
  readonly link?: { readonly href: string; readonly label: string };
}

/**
 * Words by error code. Errors carry their own message for the details; here stands what a person at this page does next.
 * A code that is missing here shows the error's own message.
 */
const ADVICE: Readonly<Record<string, Advice>> = {
  'api/unreachable': {
    title: 'The node cannot be reached',
    todo: 'See whether Quarry still runs in its terminal, and whether the node it talks to is up.'
  },
  'api/stopped': {
    title: 'The node is stopped',
    todo: 'It was stopped on the Daemon page. Start it again to go on.',
    calm: true
  },
  'api/connection-closed': {
    title: 'The node closed the connection',
    todo: 'It broke off before its answer was complete: it may be stopping or starting again. Try again in a moment.'
  },
  'api/timeout': {
    title: 'The node takes too long to answer',
    todo: 'It may be busy catching up with the network.'
  },
  'api/unauthorized': {
    title: 'You are signed out',
    todo: 'The password is missing or is no longer the right one. Sign in again; that of a node you added goes on the Connections page.',
    link: { href: '/login?again', label: 'Sign in' }
  },
  'api/forbidden': {
    title: 'The request was refused',
    todo: 'Open Quarry at the address that its start command printed, and reload this page.'
  },
  'api/module-loading': {
    title: 'The node is still starting',
    todo: 'This part of it is not loaded yet. Nothing to do but wait.',
    calm: true
  },
  'api/module-disabled': {
    title: 'This part of the node is switched off',
    todo: 'Start the daemon with this module enabled to see it here.',
    calm: true
  },
  'api/not-configured': {
    title: 'No address for this service',
    todo: 'This connection has no server for it. Give its address on the Connections page, or add another connection.',
    link: { href: '/connections', label: 'Connections' }
  },
  'api/user-agent-refused': {
    title: 'The daemon turned Quarry away',
    todo: 'It expects another User-Agent. Compare its agent setting with that of Quarry.'
  },
  'api/server-error': {
    title: 'The node failed to answer',
    todo: 'The fault is on its side; its log tells more.'
  },
  'api/bad-request': {
    title: 'The server said no'
  },
  'api/not-found': {
    title: 'There is no such thing',
    todo: 'The server does not know what was asked for. It may be gone, or never have been there.'
  },
  'api/method-not-allowed': {
    title: 'The server does not offer this',
    todo: 'It knows the address but not this use of it: it may be of another version. The details name the call.'
  },
  'api/redirected': {
    title: 'The server points elsewhere',
    todo: 'Quarry follows no redirects. See that its address for the server is the exact one.'
  },
  'api/not-json': {
    title: 'The answer is plain text, not one of a node',
    todo: 'Something else answers at this address: a proxy or another program.'
  },
  'api/html': {
    title: 'The answer is a web page, not one of a node',
    todo: 'Something else answers at this address: a sign-in page, a proxy, or another program.'
  },
  'api/cut-short': {
    title: 'The answer is cut short',
    todo: 'Its end is missing: the node or something on the way stopped in the middle. Try again.'
  },
  'api/unsafe-number': {
    title: 'A number is too large to be exact',
    todo: 'Rather than show a wrong one, Quarry shows none of this answer. The details name the field.'
  },
  'api/decode': {
    title: 'The answer has an unknown shape',
    todo: 'The node may be of a version that Quarry does not know. The details name the field.'
  },
  'api/too-large': {
    title: 'The answer is too large',
    todo: 'Quarry reads no more than it can hold. The details name the call.'
  },
  'connection/unknown': {
    title: 'This connection was removed',
    todo: 'The tab was opened with a node that Quarry does not know any more. Reload the page to go on with another.',
    link: { href: '/connections', label: 'Connections' }
  },
  'connection/fixed': { title: 'This connection cannot be changed here' },
  'connection/invalid': { title: 'Something in it cannot be used' },
  'connection/too-many': { title: 'No more connections' },
  'connection/forbidden-address': { title: 'Quarry does not ask at this address' },
  'session/full': { title: 'No room for more passwords' },
  'session/wrong-password': { title: 'Wrong password' },
  'session/used-link': { title: 'This sign-in link no longer works' },
  'session/too-many-attempts': { title: 'Too many attempts' },
  'mining/no-engine': {
    title: 'No engine works in this browser',
    todo: 'Neither the GPU, nor WebAssembly, nor JavaScript could search. Reload the page, or try another browser.'
  },
  'mining/engine-failed': { title: 'A faster engine was given up' },
  'mining/faulty-engine': { title: 'The engine computed wrongly' },
  'mining/malformed-work': {
    title: 'The node handed out work that cannot be mined',
    todo: 'Nothing to do: the tab keeps asking, and mines again when the work is right.'
  },
  'mining/impossible-target': {
    title: 'The node handed out a target that no hash can meet',
    todo: 'Nothing to do: the tab keeps asking, and mines again when the work is right.'
  },
  'mining/template': { title: 'No block can be built from what the server says' },
  'pool/away': { title: 'No connection to the pool' },
  'pool/untrusted': { title: 'The pool cannot show that it is the pool' },
  'pool/worker-refused': { title: 'The pool does not accept the worker' },
  'pool/malformed': { title: 'The pool cannot be understood' },
  'pool/reconnect': { title: 'Connecting to the pool again', calm: true },
  'gpu/device-lost': { title: 'The GPU went away' },
  'wallet/insufficient-funds': { title: 'Not enough coins' },
  'wallet/fee-too-low': { title: 'The fee is too low' },
  'wallet/fee-too-high': { title: 'The fee is too high' },
  'wallet/transaction-too-large': { title: 'Too much for one transaction' },
  'wallet/nothing-to-consolidate': { title: 'Nothing to join' },
  'wallet/zero-amount': { title: 'An amount is missing' },
  'wallet/no-address': { title: 'No address to use' },
  'wallet/wrong-proof': {
    title: 'The server gave a wrong proof',
    todo: 'What it says about this output cannot be true. Nothing of its answer was used. Try another server.'
  },
  'wallet/feed': {
    title: 'The server contradicts itself',
    todo: 'Its account of the chain does not fit together. Nothing of it was used. Try another server.'
  },
  'wallet/partial-index': { title: 'The server does not know every address' },
  'wallet/foreign-output': { title: 'The server contradicts itself' },
  'wallet/unknown-block': { title: 'The server is on another chain' },
  'wallet/other-network': { title: 'The server is on another network' },
  'wallet/restless-chain': { title: 'The chain moves too fast to be read', calm: true },
  'wallet/no-network': { title: 'The network is not known yet' },
  'wallet/not-synced': { title: 'Not read yet', calm: true },
  'wallet/input-gone': { title: 'An output is not there any more' },
  'wallet/unsound-transfer': { title: 'This must not be signed' },
  'wallet/wrong-network': { title: 'Made for another network' },
  'wallet/other-transfer': { title: 'This is another transfer' },
  'wallet/incomplete-transfer': { title: 'Signatures are missing' },
  'wallet/upgrade-passed': { title: 'The chain has moved on to version 2' },
  'send/refused': { title: 'The server refused it' },
  'send/no-peers': { title: 'Taken, but not passed on yet', calm: true },
  'keystore/wrong-password': { title: 'Wrong password' },
  'keystore/damaged': { title: 'The stored keys are damaged' },
  'keystore/truncated': { title: 'The stored keys are incomplete' },
  'keystore/newer-version': { title: 'Written by a newer Quarry' },
  'keystore/no-keys': { title: 'No keys in this browser' },
  'keystore/locked': { title: 'The wallet is locked' },
  'keystore/unknown-passkey': { title: 'Not a passkey of this wallet' },
  'keystore/passkey-unavailable': { title: 'No passkeys here' },
  'keystore/passkey-refused': { title: 'The passkey was not used' },
  'keystore/worker-failed': { title: 'The keys were lost from memory' },
  'signing/no-key': { title: 'Not a key of the signing server' },
  'signing/wrong-signature': { title: 'The signing server signed something else' },
  'signing/wrong-address': { title: 'The signing server contradicts itself' },
  'storage/blocked': { title: 'Nothing can be kept in this browser' },
  'storage/full': { title: 'No room left in this browser' },
  'storage/outdated-tab': { title: 'Another version of Quarry is open' },
  'storage/unknown-wallet': { title: 'No such wallet in this browser' },
  'changes/truncated': {
    title: 'The stream of changes broke off',
    todo: 'The daemon or something between stopped in the middle of a change. Go on from the last whole one.'
  },
  'changes/malformed': {
    title: 'The stream of changes cannot be read',
    todo: 'Something that is no change came. Nothing after it was taken.'
  },
  'changes/too-large': {
    title: 'The stream of changes cannot be read',
    todo: 'A change announced more than any can hold. Nothing after it was taken.'
  },
  'app/unexpected': {
    title: 'Something unforeseen happened',
    todo: 'Try again; if it stays, reload the page. The details help whoever looks into it.'
  }
};

export const adviceFor = (code: string): Advice | undefined => ADVICE[code];
