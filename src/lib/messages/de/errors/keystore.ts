import { text } from '../../errorText';
import type en from '../../en/errors/keystore';

const PASSKEY_REASONS = {
  browser: 'Dieser Browser unterstützt hier keine Passkeys. Verwenden Sie das Passwort.',
  address:
    'Passkeys funktionieren nicht unter einer IP-Adresse. Öffnen Sie Quarry über localhost oder seine https-Adresse.',
  authenticator:
    'Aus diesem Passkey lässt sich kein Schlüssel für eine Wallet ableiten. Versuchen Sie einen anderen oder verwenden Sie das Passwort.'
};

export default {
  'keystore/wrong-password': text(
    'Falsches Passwort',
    'Das ist nicht das Passwort dieser Wallet. Versuchen Sie es noch einmal. Wenn Sie es vergessen haben, stellen Sie die Wallet aus ihren Wiederherstellungswörtern wieder her und legen Sie ein neues Passwort fest.'
  ),
  'keystore/insecure-page': text(
    'Diese Seite ist nicht sicher',
    'Über unverschlüsseltes HTTP von einem anderen Rechner aus sperrt der Browser die Verschlüsselung, die Schlüssel schützt. Öffnen Sie Quarry auf seinem eigenen Rechner (http://127.0.0.1), über einen SSH-Tunnel oder über HTTPS.'
  ),
  'keystore/damaged': text(
    'Die gespeicherten Schlüssel sind beschädigt',
    'Sie wurden nicht verändert. Stellen Sie die Wallet aus ihren Wiederherstellungswörtern wieder her.'
  ),
  'keystore/truncated': text(
    'Die gespeicherten Schlüssel sind unvollständig',
    'Sie wurden nicht verändert. Stellen Sie die Wallet aus ihren Wiederherstellungswörtern wieder her.'
  ),
  'keystore/newer-version': text(
    'Von einer neueren Version von Quarry gespeichert',
    'Laden Sie die Seite neu, um diese Version zu erhalten.'
  ),
  'keystore/no-keys': text(
    'Keine Schlüssel in diesem Browser',
    'Dieser Browser enthält keine Schlüssel dieser Wallet. Stellen Sie sie aus ihren Wiederherstellungswörtern wieder her.'
  ),
  'keystore/locked': text('Die Wallet ist gesperrt', 'Entsperren Sie sie zuerst mit ihrem Passwort.'),
  'keystore/unknown-passkey': text(
    'Kein Passkey dieser Wallet',
    'Dieser Passkey entsperrt diese Wallet nicht. Verwenden Sie das Passwort.'
  ),
  'keystore/passkey-unavailable': ({ reason }) => text('Keine Passkeys verfügbar', `${PASSKEY_REASONS[reason]}`),
  'keystore/passkey-refused': text(
    'Der Passkey wurde nicht verwendet',
    'Der Vorgang wurde abgebrochen oder dauerte zu lange. Versuchen Sie es noch einmal oder verwenden Sie das Passwort.'
  ),
  'keystore/worker-failed': text(
    'Die Schlüssel sind nicht mehr im Arbeitsspeicher',
    'Der Worker, der sie enthielt, wurde beendet. Entsperren Sie die Wallet erneut.'
  ),
  'storage/blocked': text(
    'Dieser Browser speichert nichts',
    'Wallets funktionieren, bis dieser Tab geschlossen wird. Schreiben Sie die Wiederherstellungswörter auf oder erlauben Sie Quarry, Daten zu speichern.'
  ),
  'storage/full': text(
    'Kein Speicherplatz mehr in diesem Browser',
    'Neue Wallets und Änderungen sind nur im Arbeitsspeicher dieses Tabs. Geben Sie Speicherplatz frei und warten Sie zehn Sekunden, bis neue Wallets, Empfänger, Bezeichnungen und eingefrorene Outputs gespeichert sind. Laden Sie dann die Seite neu.'
  ),
  'storage/no-room': text(
    'Kein Speicherplatz mehr in diesem Browser',
    'Es wurde nichts geändert, weil es nicht gespeichert werden konnte. Geben Sie Speicherplatz frei und versuchen Sie es erneut.'
  ),
  'storage/closed': text(
    'Quarry kann auf seine gespeicherten Daten nicht mehr zugreifen',
    'Möglicherweise hat der Browser die Daten dieser Website gelöscht, auf Wunsch oder weil der Datenträger voll ist. Laden Sie die Seite neu, um zu sehen, welche Wallets noch da sind; fehlende lassen sich aus einer Sicherungsdatei oder aus ihren Wiederherstellungswörtern wiederherstellen.'
  ),
  'storage/outdated-tab': text(
    'Eine andere Version von Quarry ist geöffnet',
    'Schließen Sie die anderen Tabs von Quarry und laden Sie diesen neu.'
  ),
  'storage/newer-version': text(
    'Ihre Wallets wurden von einer neueren Quarry-Version gespeichert',
    'Diese Version kann sie nicht lesen. Sie sind weiterhin in diesem Browser; nichts wurde geändert. Installieren Sie die neuere Version wieder, oder stellen Sie eine Wallet in einem anderen Browserprofil aus ihren Wiederherstellungswörtern wieder her.'
  ),
  'storage/unreadable': text(
    'Der Browser kann seine gespeicherten Daten nicht öffnen',
    'Ob sie Wallets enthalten, ist unbekannt; darum lassen sich hier keine erstellen. Laden Sie die Seite neu und starten Sie dann den Browser neu. Hilft das nicht, stellen Sie Ihre Wallets in einem anderen Browserprofil aus einer Sicherungsdatei oder aus ihren Wiederherstellungswörtern wieder her.'
  ),
  'storage/damaged': ({ count }: { readonly count: number }) =>
    text(
      count === 1
        ? 'Eine Wallet in diesem Browser ist beschädigt'
        : `${count} Wallets in diesem Browser sind beschädigt`,
      'Die Datensätze wurden nicht verändert und werden nicht angezeigt. Stellen Sie die Wallets aus einer Sicherungsdatei oder aus ihren Wiederherstellungswörtern wieder her.'
    ),
  'backup/format': text(
    'Keine Quarry-Sicherung',
    'Wählen Sie eine Datei, die als Sicherung von Wallets gespeichert wurde.'
  ),
  'backup/newer-version': text(
    'Die Sicherung stammt von einer neueren Quarry-Version',
    'Diese Version kann sie nicht lesen. Aktualisieren Sie Quarry und versuchen Sie es noch einmal.'
  ),
  'backup/damaged': text(
    'Die Sicherungsdatei ist beschädigt',
    'Ein Teil fehlt oder wurde verändert. Es wurde nichts wiederhergestellt. Verwenden Sie eine andere Kopie der Datei.'
  ),
  'backup/too-long': text(
    'Die Sicherung enthält mehr, als Quarry aufnehmen kann',
    'Eine Wallet fasst höchstens 100.000 Adressen, eine Sicherung höchstens 1.000 Wallets. Quarry schreibt keine solchen Dateien. Es wurde nichts wiederhergestellt.'
  ),
  'backup/wrong-password': text(
    'Falsches Passwort',
    'Das ist nicht das Passwort, mit dem die Sicherung gespeichert wurde. Es wurde nichts wiederhergestellt; versuchen Sie es noch einmal.'
  ),
  'storage/unknown-wallet': text(
    'Keine solche Wallet in diesem Browser',
    'Sie wurde möglicherweise in einem anderen Tab entfernt.'
  ),
  'storage/stale': text('Ein anderer Tab hat diese Wallet aktualisiert', 'Dieser Tab liest die Wallet neu ein.')
} satisfies typeof en;
