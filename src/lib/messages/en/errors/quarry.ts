import { text } from '../../errorText';

/** What Quarry's own server refuses. */
export default {
  // Only the server's message says which of the passwords.
  'session/wrong-password': ({ serverMessage }: { readonly serverMessage: string }) =>
    text('Wrong password', serverMessage),
  'session/used-link': text(
    'This sign-in link is no longer valid',
    'It was used before, or belongs to an earlier start. Restart Quarry for a new link, or sign in with the password.'
  ),
  'session/too-many-attempts': text('Too many attempts', 'Wait a minute, then try again.'),
  'session/no-storage': text(
    'This browser blocks storage',
    'Quarry needs a small entry in the storage of this page to sign you in. Allow this site to store data, then try again.'
  ),
  'session/full': text(
    'No room for more passwords',
    'The session cannot hold the passwords of so many connections. Remove a connection, or sign out and in again.'
  ),
  'connection/unknown': text(
    'This connection was removed',
    'This tab uses a connection that no longer exists. Reload the page to continue with another one.'
  ),
  'connection/fixed': text(
    'This connection cannot be changed here',
    'It was set when Quarry was started. Start Quarry with other settings to change it.'
  ),
  'connection/invalid': ({ serverMessage }: { readonly serverMessage: string }) =>
    text('The connection cannot be saved', serverMessage),
  'connection/too-many': text('Too many connections', 'Remove a connection first.'),
  'connection/forbidden-address': text(
    'Quarry does not connect to this address',
    'Addresses of this kind belong to the computer itself or its network equipment, and no node is there. Enter the address of a node.'
  )
};
