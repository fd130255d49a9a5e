export default {
  title: 'What do you want to do?',
  titleLater: 'Network',
  legend: 'Network of Quarry’s own node',
  networks: {
    dev: {
      label: 'Try it out',
      hint: 'A chain of your own with simulated coins, hosts and renters. Needs no network and no disk space worth mentioning.'
    },
    main: {
      label: 'Join the main network',
      hint: 'Real coins. The node downloads and checks every block since 2015: tens of gigabytes of traffic, and from hours to days, depending on computer and connection. It keeps the newest 2,000 blocks in full and an index of all coins: several gigabytes of disk. It goes on where it was after a restart.'
    },
    zen: {
      label: 'Join the test network',
      hint: 'The public test network zen. Its coins have no value; it is there to test against other people’s nodes. Far smaller than the main network.'
    }
  },
  checkpoint:
    'Started with <code>--checkpoint published</code>, the node begins at a published block instead and is ready within minutes. A wallet made after that block is complete; an older one is not.',
  remote: 'You have a node already? <link>Connect Quarry to it.</link>',
  kept: 'Each network has its own folder, and wallets belong to their network: nothing is lost by a change, and everything is there again after changing back.',
  mining: 'Mining in this tab stops.',
  submit: 'Continue',
  change: 'Change network',
  busy: 'The node is starting on this network…',
  failed: 'The network was not changed'
};
