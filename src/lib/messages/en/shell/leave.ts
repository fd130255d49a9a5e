export default {
  stopped: {
    title: 'The node is stopped',
    embedded:
      'To start it again, quit Quarry in its terminal (Ctrl+C) and run it again. Until then, pages show the last known values.',
    remote: 'Start the daemon again on its computer. Until then, pages show the last known values.'
  },
  signOutTitle: 'Sign out while mining?',
  signOutWords: 'This tab is mining. Signing out stops it.',
  signOut: 'Stop and sign out',
  switchTitle: 'Switch node while mining?',
  switchWords: (node: string) => `This tab is mining. Switching to ${node} stops it.`,
  switchNode: 'Stop and switch',
  stopTitle: 'Stop mining and lose a solved block?',
  losesBlock: (height: string) =>
    `Block ${height} is solved, but the node has not responded yet. If mining stops now, the block and its reward are lost.`,
  stop: 'Stop mining',
  keep: 'Keep mining'
};
