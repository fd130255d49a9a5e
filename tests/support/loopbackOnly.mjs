// Loaded before every test file and by the servers that tests start (`node --import`): sockets connect to this machine
// only. Tests check `refusedConnections` for attempts to connect elsewhere.
import { BlockList, isIP, Socket } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/** Shared by test files, each of which loads this module again in the same process. @type {any} */
const ofProcess = globalThis;

/** Refused addresses, outside this machine. @type {string[]} */
export const refusedConnections = (ofProcess[Symbol.for('quarry.refusedConnections')] ??= []);

/** @param {string} host */
function isOwn(host) {
  if (host === 'localhost') return true;
  const plain = host.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(plain) !== 0 && LOOPBACK.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

/** The options of any form of `connect(…)`. @param {any[]} args */
function optionsOf(args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof first === 'object' && first !== null) return first;
  return typeof first === 'number' || /^\d+$/.test(first)
    ? { port: first, host: typeof second === 'string' ? second : undefined }
    : { path: first };
}

/** Restricts a lookup to addresses of this machine. @param {import('node:net').LookupFunction} lookup */
const ownLookup = (lookup) => (/** @type {any} */ hostname, /** @type {any} */ options, /** @type {any} */ done) =>
  lookup(hostname, options, (/** @type {any} */ error, /** @type {any} */ found, /** @type {any} */ family) => {
    if (error) return done(error);
    const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
    if (addresses.every(isOwn)) return done(null, found, family);
    refusedConnections.push(`${hostname}: ${addresses.join(', ')}`);
    return done(new Error(`tests connect to this computer only, not to ${hostname}`));
  });

if (!('isLoopbackOnly' in Socket)) {
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function (/** @type {any[]} */ ...args) {
    const options = optionsOf(args);
    const { host = 'localhost', port, path, lookup } = options;
    if (path !== undefined || isOwn(host)) return connect.apply(this, /** @type {any} */ (args));
    // A name with a custom lookup, which needs no DNS: the addresses it returns are checked.
    if (typeof lookup === 'function' && isIP(host) === 0) {
      options.lookup = ownLookup(lookup);
      return connect.apply(this, /** @type {any} */ (args));
    }
    refusedConnections.push(`${host}:${port}`);
    process.nextTick(() => this.destroy(new Error(`tests connect to this computer only, not to ${host}:${port}`)));
    return this;
  };
  Object.defineProperty(Socket, 'isLoopbackOnly', { value: true });
}

// Child processes of a test load it too.
const own = `--import ${import.meta.url}`;
if (!process.env.NODE_OPTIONS?.includes(own)) {
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, own].filter(Boolean).join(' ');
}
