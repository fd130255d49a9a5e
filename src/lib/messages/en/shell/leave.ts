export default {
  signOutTitle: 'Sign out while mining?',
  signOutWords: 'This tab is mining. Signing out stops it.',
  signOut: 'Stop and sign out',
  switchTitle: 'Switch node while mining?',
  switchWords: (node: string) => `This tab is mining. Switching to ${node} stops it.`,
  switchNode: 'Stop and switch',
  keep: 'Keep mining'
};
