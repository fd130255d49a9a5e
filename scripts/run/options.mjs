import { parseArgs } from 'node:util';
import { RunError } from './process.mjs';

/**
 * @typedef {object} Option
 * @property {string} name of the flag, without dashes
 * @property {string} variable equivalent environment variable
 * @property {string} [value] placeholder of the flag's value in help; without one, the flag sets the variable to 1
 * @property {true} [isList] may be repeated; the variable contains the values separated by commas
 * @property {true} [isPath] relative to the folder in which the command was run
 * @property {string} help one line
 */

/** @type {readonly Option[]} */
export const NODE_OPTIONS = [
  {
    name: 'network',
    value: 'NAME|FILE.json',
    variable: 'QUARRY_NETWORK',
    help: 'main, zen, dev (default), dev-v1, test, or a file describing a private network'
  },
  {
    name: 'dialect',
    value: 'NAME',
    variable: 'QUARRY_DIALECT',
    help: 'prefix of API names that the embedded node uses'
  },
  {
    name: 'peer',
    value: 'HOST:PORT',
    variable: 'QUARRY_PEERS',
    isList: true,
    help: 'connect to this node; repeatable'
  },
  { name: 'listen', value: 'HOST:PORT', variable: 'QUARRY_LISTEN', help: 'accept connections from other nodes' },
  { name: 'no-bootstrap', variable: 'QUARRY_NO_BOOTSTRAP', help: 'connect only to nodes given with --peer' },
  { name: 'no-peers', variable: 'QUARRY_NO_PEERS', help: 'do not connect to other nodes' },
  {
    name: 'checkpoint',
    value: 'HEIGHT::ID|published',
    variable: 'QUARRY_CHECKPOINT',
    help: 'start a new chain at this trusted block'
  },
  {
    name: 'check-signatures',
    variable: 'QUARRY_CHECK_SIGNATURES',
    help: 'also verify signatures below the published checkpoint'
  },
  {
    name: 'keep-blocks',
    value: 'N|all',
    variable: 'QUARRY_KEEP_BLOCKS',
    help: 'blocks to keep in full; default 2000 on main and zen, otherwise all'
  },
  { name: 'reset', variable: 'QUARRY_RESET', help: 'delete the chain and start a new one' },
  { name: 'repair', variable: 'QUARRY_REPAIR', help: 'rebuild a damaged chain file from its blocks' }
];

/** @type {readonly Option[]} */
export const START_OPTIONS = [
  { name: 'port', value: 'N', variable: 'QUARRY_PORT', help: 'port to listen on; default 4180, or the next free one' },
  {
    name: 'host',
    value: 'NAME',
    variable: 'QUARRY_HOST',
    help: 'address to listen on; default 127.0.0.1, for this computer only'
  },
  {
    name: 'data-dir',
    value: 'FOLDER',
    variable: 'QUARRY_DATA_DIR',
    isPath: true,
    help: 'folder for all data: the chain, passwords, keys and seeds'
  },
  {
    name: 'session-key-file',
    value: 'FILE',
    variable: 'QUARRY_SESSION_KEY_FILE',
    isPath: true,
    help: 'keys that encrypt sessions, one per line, shared by several servers'
  },
  {
    name: 'connections',
    value: 'FILE',
    variable: 'QUARRY_CONNECTIONS',
    isPath: true,
    help: 'additional connections, shared by several servers'
  },
  {
    name: 'webhook',
    value: 'URL',
    variable: 'QUARRY_WEBHOOK_URL',
    help: 'send events of the node to this URL; requires QUARRY_WEBHOOK_SECRET'
  },
  {
    name: 'webhook-event',
    value: 'NAME',
    variable: 'QUARRY_WEBHOOK_EVENTS',
    isList: true,
    help: 'block-found, payment-received, alert or tip-stale; repeatable, default all'
  },
  ...NODE_OPTIONS
];

/** For scripts that generate committed files. @type {Option} */
export const CHECK_OPTION = {
  name: 'check',
  variable: '',
  help: 'write nothing, and fail if a committed file differs'
};

/**
 * @param {string[]} args
 * @param {readonly Option[]} options
 * @param {string} command name of the command, for errors
 * @returns {Readonly<Record<string, string>> | 'help'} given flags by name; flags without a value are 1
 * @throws {RunError} naming the flag
 */
export function parseFlags(args, options, command) {
  const parsed = Object.fromEntries(
    options.map(({ name, value, isList }) => [
      name,
      { type: /** @type {'string' | 'boolean'} */ (value ? 'string' : 'boolean'), multiple: isList === true }
    ])
  );
  try {
    const { help, ...values } = parseArgs({
      args,
      options: { ...parsed, help: { type: 'boolean', short: 'h' } }
    }).values;
    if (help) return 'help';
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, value === true ? '1' : String(value)])
    );
  } catch (error) {
    throw new RunError(
      `${error instanceof Error ? error.message : error}\nRun ${command} --help for a list of options.`
    );
  }
}

/**
 * The flags of this process. Prints the help, or why they cannot be used, and exits.
 * @param {readonly Option[]} options
 * @param {string} command for help and errors
 * @param {(given: Readonly<Record<string, string | undefined>>) => void} [validate] throws an Error naming the flag
 * @returns {Readonly<Record<string, string | undefined>>} as {@link parseFlags}
 */
export function readFlags(options, command, validate = () => undefined) {
  try {
    const given = parseFlags(process.argv.slice(2), options, command);
    if (given === 'help') {
      console.log(helpText(command, options));
      return process.exit(0);
    }
    validate(given);
    return given;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return process.exit(1);
  }
}

/**
 * @param {string} command
 * @param {readonly Option[]} options
 * @param {string} [note] last lines, such as a related command
 * @returns {string} one line for each option
 */
export function helpText(command, options, note) {
  const rows = options.map(({ name, value, help }) => [value ? `--${name} ${value}` : `--${name}`, help]);
  rows.push(['--help', 'show this help']);
  const width = Math.max(...rows.map(([flag = '']) => flag.length));
  const lines = rows.map(([flag = '', help]) => `  ${flag.padEnd(width)}  ${help}`);
  return [`Usage: ${command} [options]`, '', ...lines, '', ...(note === undefined ? [] : [note, ''])].join('\n');
}
