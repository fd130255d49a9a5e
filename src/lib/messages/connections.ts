import type { ServiceId } from '$lib/api/services/ids';
import type { Found, Outcome, TestResult, Warning } from '$lib/api/services/check/result';

export const SERVICE_NAMES: Readonly<Record<ServiceId, string>> = {
  daemon: 'Daemon',
  wallet: 'Wallet server',
  mining: 'Mining server',
  signing: 'Signing server',
  pool: 'Mining pool'
};
const LOWER: Readonly<Record<ServiceId, string>> = {
  daemon: 'daemon',
  wallet: 'wallet server',
  mining: 'mining server',
  signing: 'signing server',
  pool: 'pool'
};

export interface Words {
  readonly title: string;
  readonly todo?: string;
  readonly tone: 'good' | 'busy' | 'bad';
}

const FOUND_WORDS: Readonly<Record<Found, string>> = {
  daemon: 'A daemon answers there',
  wallet: 'A wallet server answers there',
  signing: 'A signing server answers there',
  mining: 'A mining server answers there',
  pool: 'A pool answers there',
  'web-page': 'A web page answers there',
  other: 'Something else answers there'
};

const PASSWORD_PLACES: Readonly<Record<ServiceId, string>> = {
  daemon: 'It is in the file “apipassword” in the daemon’s data folder, or in the setting it was started with.',
  wallet: 'It is in the settings that the wallet server was started with.',
  mining: 'It is in the settings that the mining server was started with.',
  signing: 'It is in the settings that the signing server was started with.',
  pool: 'See that whom it counts work for is spelled as the pool wants it, and whether it has a password there.'
};

type Write = (service: ServiceId, result: TestResult) => Words;

const WORDS: Readonly<Record<Outcome, Write>> = {
  ok: () => ({ title: 'It works', tone: 'good' }),
  'invalid-address': (service) => ({
    title: 'This is no address',
    todo:
      service === 'pool'
        ? 'Write it as stratum+tcp://host:port.'
        : 'Write it as http://host:port or https://host, without a password in it.',
    tone: 'bad'
  }),
  'unknown-name': () => ({
    title: 'Nobody knows this name',
    todo: 'See that it is spelled right. From the computer that Quarry runs on, it leads nowhere.',
    tone: 'bad'
  }),
  refused: (service) => ({
    title: 'Nothing listens there',
    todo: `Is the ${LOWER[service]} running, and is this its port? One that listens on 127.0.0.1 is for its own computer only.`,
    tone: 'bad'
  }),
  timeout: () => ({
    title: 'No answer in time',
    todo: 'A firewall may swallow what is asked, or the server is very busy. Try again in a minute.',
    tone: 'bad'
  }),
  unreachable: () => ({
    title: 'It cannot be reached',
    todo: 'The way there is closed, or it broke off without an answer. See whether both computers are on the same network.',
    tone: 'bad'
  }),
  certificate: (service) => ({
    title: 'Its certificate is not in order',
    todo: `It has run out, is for another name, or is one that this computer does not trust. Nothing was sent. If the ${LOWER[service]} is your own, start Quarry with NODE_EXTRA_CA_CERTS set to the file of its certificate.`,
    tone: 'bad'
  }),
  'forbidden-address': () => ({
    title: 'Quarry does not ask at this address',
    todo: 'Addresses of this kind belong to the computer’s own machinery, and no node is there.',
    tone: 'bad'
  }),
  'no-password': (service) => ({
    title: 'It is there, and wants its password',
    todo: PASSWORD_PLACES[service],
    tone: 'busy'
  }),
  'wrong-password': (service) => ({
    title: service === 'pool' ? 'The pool does not take this account' : 'The password is wrong',
    todo: PASSWORD_PLACES[service],
    tone: 'bad'
  }),
  'wrong-service': (service, { found = 'other' }) => ({
    title: `${FOUND_WORDS[found]}, not a ${LOWER[service]}`,
    todo:
      found === 'web-page' || found === 'other'
        ? 'See that host and port are those of its API. A router, a proxy or another program may have them.'
        : `Its address belongs into the field “${SERVICE_NAMES[found]}”.`,
    tone: 'bad'
  }),
  'wrong-agent': () => ({
    title: 'It turns Quarry away for its User-Agent',
    todo: 'The daemon was started with an agent of its own. Write the same text into “Agent” here.',
    tone: 'bad'
  }),
  'module-off': () => ({
    title: 'It runs without its consensus module',
    todo: 'Nothing of the chain can be read from it. Start the daemon with the letter c among its modules.',
    tone: 'bad'
  }),
  starting: () => ({ title: 'It is still starting', todo: 'Nothing to do but wait; then test again.', tone: 'busy' }),
  outdated: (service, { version }) => ({
    title: `Version ${version ?? ''} is too old`,
    todo: `Quarry does not know how to speak to a ${LOWER[service]} of that age. Bring it up to date.`,
    tone: 'bad'
  }),
  failing: (_, { detail }) => ({
    title: 'It is there, but fails',
    todo: detail ? `It says: ${detail}` : 'Its log tells more.',
    tone: 'bad'
  })
};

/** What came of a test, and what to do about it. */
export const resultWords = (service: ServiceId, result: TestResult): Words => WORDS[result.outcome](service, result);

export const warningWords = (warning: Warning, { off = [], dialect }: TestResult): string =>
  ({
    'plain-http':
      'The way there is not encrypted: whoever is on it can read the password. Better over https, or a tunnel.',
    'other-dialect': `It spells names with “${dialect}”, not as set here. Leave that to be found out.`,
    'modules-off': `Runs without ${off.join(', ')}: the pages about that stay empty.`,
    'not-synced': 'It has not caught up with its network yet.',
    'partial-index':
      'It knows only the addresses of its own wallets, so that wallets here cannot be read. Start it with --index.mode=full.'
  })[warning];

export const KIND_WORDS = {
  main: 'main network',
  test: 'test network',
  dev: 'development network',
  private: 'private network'
} as const;
