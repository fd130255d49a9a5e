import { formatCount } from '../format';

export default {
  title: 'Connections',
  lead: 'Each tab uses one connection. Switch in the header.',
  add: 'Add a connection',
  insecure: {
    title: 'This page is not secure',
    text: 'Over plain HTTP from another computer, passwords can be intercepted and browsers disable the GPU and encryption. Open Quarry on its own computer (http://127.0.0.1), through an SSH tunnel, or over HTTPS.'
  },
  loading: 'Loading connections…',
  failed: 'The connections could not be loaded',
  switchFailed: 'The connection was not switched',
  onlyFixed: 'This is the only connection so far. Add your own daemon or wallet server with its address and password.',
  removed: (name: string) => `${name} removed.`,
  /** Titles and labels. */
  services: {
    daemon: 'Daemon',
    wallet: 'Wallet server',
    mining: 'Mining server',
    signing: 'Signing server',
    pool: 'Mining pool'
  },
  card: {
    inUse: 'in use',
    fixed: 'from startup',
    fixedHint: 'Set at startup; cannot be removed.',
    use: 'Use',
    useOne: (name: string) => `Use ${name}`,
    edit: 'Edit',
    editOne: (name: string) => `Edit ${name}`,
    remove: 'Remove',
    removeOne: (name: string) => `Remove ${name}`
  },
  row: {
    embedded: 'built into Quarry',
    password: 'Password',
    poolPassword: (connection: string) => `Enter a pool password for ${connection}`,
    test: 'Test',
    testOf: {
      daemon: (connection: string) => `Test the daemon of ${connection}`,
      wallet: (connection: string) => `Test the wallet server of ${connection}`,
      mining: (connection: string) => `Test the mining server of ${connection}`,
      signing: (connection: string) => `Test the signing server of ${connection}`,
      pool: (connection: string) => `Test the mining pool of ${connection}`
    },
    passwordOf: {
      daemon: 'Daemon password',
      wallet: 'Wallet server password',
      mining: 'Mining server password',
      signing: 'Signing server password',
      pool: 'Pool password'
    },
    passwordHint: 'Not entered in this session yet.',
    poolPasswordHint: 'None entered in this session: “x” is sent, as most pools expect.',
    submit: 'Remember for this session'
  },
  form: {
    editTitle: (name: string) => `Edit ${name}`,
    guide:
      'Enter the address and the password of your daemon, your wallet server or both, and test them. Once added, “Use” switches this tab to it.',
    name: 'Name',
    namePlaceholder: 'Mining rig',
    further: 'Signing server, mining server, pool',
    address: 'Address',
    poolAddress: 'Pool address',
    password: 'Password',
    keepPassword: 'leave empty to keep it',
    account: 'Account',
    accountHint: 'Often a payout address, a dot and a worker name.',
    poolPassword: 'Pool password',
    poolPasswordHint: 'Only if the pool requires one. Otherwise “x” is sent, as most pools expect.',
    dialect: 'API names',
    dialectAndAgent: 'API names and user agent',
    dialectLabel: 'Name prefix',
    dialectHint: 'Servers prefix coin and fund names in one of two ways.',
    dialectAuto: 'Detect automatically',
    dialectOf: (prefix: string) => `“${prefix}”`,
    agent: 'User agent',
    agentHint: 'Only for a daemon started with a custom user agent.',
    test: 'Test',
    testOf: {
      daemon: 'Test the daemon',
      wallet: 'Test the wallet server',
      mining: 'Test the mining server',
      signing: 'Test the signing server',
      pool: 'Test the mining pool'
    },
    storage:
      'Quarry’s server stores names and addresses. Passwords stay encrypted in your session, and each is sent only to the address it was entered for.',
    notSaved: 'The connection was not saved',
    cancel: 'Cancel',
    save: 'Save',
    submitNew: 'Add'
  },
  removeDialog: {
    title: (name: string) => `Remove ${name}?`,
    text: 'Its addresses and passwords are deleted. The node and the wallets in this browser are not affected.',
    submit: 'Remove'
  },
  check: {
    testing: 'Testing…',
    failed: 'The test could not be run',
    height: (height: number) => `height ${formatCount(height)}`,
    version: (version: string) => `version ${version}`,
    dialect: (prefix: string) => `prefix “${prefix}”`,
    networks: {
      main: 'main network',
      test: 'test network',
      dev: 'development network',
      private: 'private network'
    },
    namedNetwork: (kind: string, name: string) => `${kind} “${name}”`,
    ok: { title: 'Connection works' },
    invalidAddress: {
      title: 'Invalid address',
      http: 'Use http://host:port or https://host, without a password.',
      pool: 'Use stratum+tcp://host:port.'
    },
    unknownName: {
      title: 'Host name not found',
      action: 'Check the spelling. The name must resolve on the computer that runs Quarry.'
    },
    refused: {
      title: 'Connection refused',
      action:
        'Check that the server is running and the port is correct. A server listening on 127.0.0.1 accepts only connections from its own computer.'
    },
    timeout: {
      title: 'Timed out',
      action: 'A firewall may block the connection, or the server is overloaded. Try again in a minute.'
    },
    unreachable: {
      title: 'Unreachable',
      action: 'There is no route, or the connection was closed. Check that both computers are on the same network.'
    },
    certificate: {
      title: 'Invalid certificate',
      action:
        'It has expired, is for another name, or is not trusted by this computer. Nothing was sent. For a certificate of your own, start Quarry with NODE_EXTRA_CA_CERTS set to its file.'
    },
    noTls: {
      title: 'Not encrypted at this port',
      http: 'The server does not use HTTPS there. Use http:// or the port for HTTPS.',
      pool: 'The pool does not use TLS there. Use stratum+tcp:// or the port for TLS.'
    },
    forbiddenAddress: {
      title: 'Address not allowed',
      action: 'Quarry does not connect to addresses reserved for the system.'
    },
    noPassword: { title: 'Password required' },
    wrongPassword: { title: 'Wrong password', poolTitle: 'Account rejected' },
    passwordHelp: {
      daemon: 'It is in the file “apipassword” in the daemon’s data folder, or in its start options.',
      server: 'It is in the settings the server was started with.',
      pool: 'Check the account name and whether the pool requires a password.'
    },
    wrongService: {
      found: {
        daemon: 'This is a daemon',
        wallet: 'This is a wallet server',
        signing: 'This is a signing server',
        mining: 'This is a mining server',
        pool: 'This is a pool',
        'web-page': 'This is a web page',
        other: 'Unknown service'
      },
      checkAddress: {
        daemon: 'Expected a daemon. Check the host and port: a router, a proxy or another program may be using them.',
        wallet:
          'Expected a wallet server. Check the host and port: a router, a proxy or another program may be using them.',
        signing:
          'Expected a signing server. Check the host and port: a router, a proxy or another program may be using them.',
        mining:
          'Expected a mining server. Check the host and port: a router, a proxy or another program may be using them.',
        pool: 'Expected a pool. Check the host and port: a router, a proxy or another program may be using them.'
      },
      otherField: (field: string) => `Enter this address under “${field}”.`
    },
    wrongAgent: {
      title: 'User agent rejected',
      action: 'The daemon requires a custom user agent. Enter it under “User agent”.'
    },
    moduleOff: {
      title: 'Consensus module is off',
      action: 'The chain cannot be read. Restart the daemon with “c” among its modules.'
    },
    starting: { title: 'Still starting', action: 'Wait a moment, then test again.' },
    outdated: {
      title: 'Version too old',
      titleOf: (version: string) => `Version ${version} is too old`,
      action: 'Quarry does not support its API. Update the server.'
    },
    failing: {
      title: 'Server error',
      action: 'Check the server’s log.'
    },
    warnings: {
      plainHttp: 'Not encrypted: the password can be intercepted in transit. Use HTTPS or a tunnel.',
      otherDialect: (prefix: string) =>
        `The server uses the prefix “${prefix}”, not the one set here. Choose automatic detection.`,
      modulesOff: (modules: string) => `Modules off: ${modules}. Their pages stay empty.`,
      notSynced: 'Not synced yet.',
      partialIndex: 'Indexes only its own wallets, so wallets here cannot be read. Start it with --index.mode=full.'
    }
  }
};
