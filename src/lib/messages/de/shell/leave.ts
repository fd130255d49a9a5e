import type en from '../../en/shell/leave';

export default {
  signOutTitle: 'Während des Minings abmelden?',
  signOutWords: 'Dieser Tab betreibt Mining. Beim Abmelden wird es beendet.',
  signOut: 'Beenden und abmelden',
  switchTitle: 'Während des Minings wechseln?',
  switchWords: (node: string) => `Dieser Tab betreibt Mining. Der Wechsel zu ${node} beendet es.`,
  switchNode: 'Beenden und wechseln',
  keep: 'Weiter minen'
} satisfies typeof en;
