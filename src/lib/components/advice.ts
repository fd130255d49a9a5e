/** What an error means to the reader, and what they can do about it. */
interface Advice {
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
  'api/timeout': {
    title: 'The node takes too long to answer',
    todo: 'It may be busy catching up with the network.'
  },
  'api/unauthorized': {
    title: 'You are signed out',
    todo: 'The password is missing or is no longer the right one. Sign in again.',
    link: { href: '/login?again', label: 'Sign in' }
  },
  'api/forbidden': {
    title: 'The request was refused',
    todo: 'Open Quarry at the address that its start command printed, and reload this page.'
  },
  'api/module-loading': {
    title: 'The node is still starting',
    todo: 'This part of it is not loaded yet. Nothing to do: the page keeps asking.',
    calm: true
  },
  'api/module-disabled': {
    title: 'This part of the node is switched off',
    todo: 'Start the daemon with this module enabled to see it here.',
    calm: true
  },
  'api/not-configured': {
    title: 'No address for this service',
    todo: 'Quarry was started without it. Set DAEMON_URL and WALLET_URL, then start Quarry again.'
  },
  'api/user-agent-refused': {
    title: 'The daemon turned Quarry away',
    todo: 'It expects another User-Agent. Compare its agent setting with that of Quarry.'
  },
  'api/server-error': {
    title: 'The node failed to answer',
    todo: 'The fault is on its side; its log tells more.'
  },
  'api/not-json': {
    title: 'The answer is not one of a node',
    todo: 'Something else answers at this address: a proxy, a sign-in page, or another program.'
  },
  'api/decode': {
    title: 'The answer has an unknown shape',
    todo: 'The node may be of a version that Quarry does not know. The details name the field.'
  },
  'api/too-large': {
    title: 'The answer is too large',
    todo: 'Quarry reads no more than it can hold. The details name the call.'
  },
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
  'gpu/device-lost': { title: 'The GPU went away' },
  'app/unexpected': {
    title: 'Something unforeseen happened',
    todo: 'Try again; if it stays, reload the page. The details help whoever looks into it.'
  }
};

export const adviceFor = (code: string): Advice | undefined => ADVICE[code];
