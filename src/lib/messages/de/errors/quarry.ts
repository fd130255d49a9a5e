import { text } from '../../errorText';
import type en from '../../en/errors/quarry';

export default {
  // Only the server's message says which of the passwords.
  'session/wrong-password': ({ serverMessage }: { readonly serverMessage: string }) =>
    text('Falsches Passwort', serverMessage),
  'session/used-link': text(
    'Dieser Anmeldelink ist nicht mehr gültig',
    'Er wurde schon verwendet oder gehört zu einem früheren Start. Starten Sie Quarry für einen neuen Link neu oder melden Sie sich mit dem Passwort an.'
  ),
  'session/too-many-attempts': text(
    'Zu viele Versuche',
    'Warten Sie eine Minute und versuchen Sie es dann noch einmal.'
  ),
  'session/no-storage': text(
    'Dieser Browser blockiert den Speicher',
    'Für die Anmeldung braucht Quarry einen kleinen Eintrag im Speicher dieser Seite. Erlauben Sie der Website, Daten zu speichern, und versuchen Sie es erneut.'
  ),
  'session/full': text(
    'Kein Platz für weitere Passwörter',
    'Die Sitzung kann nicht die Passwörter so vieler Verbindungen halten. Entfernen Sie eine Verbindung oder melden Sie sich ab und wieder an.'
  ),
  'connection/unknown': text(
    'Diese Verbindung wurde entfernt',
    'Dieser Tab verwendet eine Verbindung, die es nicht mehr gibt. Laden Sie die Seite neu, um mit einer anderen fortzufahren.'
  ),
  'connection/fixed': text(
    'Diese Verbindung lässt sich hier nicht ändern',
    'Sie wurde beim Start von Quarry festgelegt. Starten Sie Quarry mit anderen Einstellungen, um sie zu ändern.'
  ),
  'connection/invalid': ({ serverMessage }) => text('Die Verbindung kann nicht gespeichert werden', serverMessage),
  'connection/too-many': text('Zu viele Verbindungen', 'Entfernen Sie zuerst eine Verbindung.'),
  'connection/forbidden-address': text(
    'Quarry verbindet sich nicht mit dieser Adresse',
    'Adressen dieser Art gehören zum Computer selbst oder zur Netzwerktechnik; dort läuft kein Node. Geben Sie die Adresse eines Nodes ein.'
  )
} satisfies typeof en;
