export default {
  title: 'What do you want to do?',
  titleLater: 'Network',
  legend: 'Network of Quarry’s own node',
  legendFirst: 'Quarry’s own node, or yours',
  networks: {
    dev: {
      label: 'Try it out',
      hint: 'A chain of your own with simulated coins, hosts and renters. Needs no network and almost no disk space.'
    },
    main: {
      label: 'Join the main network',
      hint: 'Real coins. A full node: it downloads and validates the chain, and resumes after a restart.'
    },
    zen: {
      label: 'Join the test network',
      hint: 'The public test network zen, for testing with other people’s nodes. Its coins have no value. Far smaller than the main network.'
    },
    own: {
      label: 'Connect to a node you have',
      hint: 'Your own daemon or wallet server, on this computer or another. Nothing is downloaded.'
    }
  },
  own: 'Enter its address and password on the Connections page, then switch to it there. Quarry’s own node stays available.',
  openConnections: 'Open Connections',
  start: {
    legends: { main: 'Chain of the main network', zen: 'Chain of the test network' },
    genesis: 'Sync from genesis',
    checkpoint: 'Start at the published checkpoint',
    hints: {
      main: {
        genesis:
          'Downloads and validates every block since 2015. Keeps the newest 2,000 blocks in full and an index of all coins. Complete for wallets of any age. Not measured yet: expect tens of gigabytes of traffic, several gigabytes of disk space, and hours to days, depending on the computer and the connection.',
        checkpoint:
          'Starts at block 530,000 and downloads only what follows: far less traffic, disk and time. The state at that block is trusted because this release names its ID; everything after it is validated. Anything before it is missing: wallets created after it are complete; older ones lack their earlier coins and history.'
      },
      zen: {
        genesis:
          'Downloads and validates every block since August 2025. Keeps the newest 2,000 blocks in full and an index of all coins. Complete for wallets of any age.',
        checkpoint:
          'Starts at block 50, so it saves little on this network; useful for trying it out. The state at that block is trusted because this release names its ID. Anything before it is missing.'
      }
    },
    existing: (network: string) =>
      `Applies to a new chain only: one that is already on this computer continues as it began. <code>npm start -- --network ${network} --reset</code> deletes it and syncs from genesis.`
  },
  remote: 'Already have a node? <link>Connect Quarry to it.</link>',
  kept: 'Each network has its own data folder and wallets. Changing the network deletes nothing; change back to use them again.',
  mining: 'Mining in this tab stops.',
  submit: 'Continue',
  change: 'Change network',
  busy: 'The node is starting on this network…',
  failed: 'The network was not changed',
  switched: {
    title: 'Quarry’s own node has switched to another network',
    text: 'The network was changed in another tab. Mining in this tab was stopped. Reload the page to see the new network.',
    reload: 'Reload'
  }
};
