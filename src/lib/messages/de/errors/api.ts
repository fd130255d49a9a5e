import { text } from '../../errorText';
import type en from '../../en/errors/api';

export default {
  'api/unreachable': text(
    'Der Node ist nicht erreichbar',
    'Prüfen Sie, ob Quarry in seinem Terminal noch läuft und ob der verbundene Node in Betrieb ist.'
  ),
  'api/stopped': text(
    'Der Node ist gestoppt',
    'Er wurde auf der Seite „Daemon“ gestoppt. Starten Sie ihn neu, um fortzufahren.'
  ),
  'api/connection-closed': text(
    'Der Node hat die Verbindung geschlossen',
    'Die Verbindung endete, bevor die Antwort vollständig war. Möglicherweise wird der Node gerade beendet oder neu gestartet: Versuchen Sie es gleich noch einmal.'
  ),
  'api/timeout': text(
    'Der Node braucht zu lange für die Antwort',
    'Möglicherweise synchronisiert er gerade mit dem Netzwerk. Versuchen Sie es später noch einmal.'
  ),
  'api/unauthorized': text(
    'Sie sind abgemeldet',
    'Das Passwort fehlt oder ist nicht mehr gültig. Melden Sie sich erneut an; Passwörter hinzugefügter Nodes gehören auf die Seite „Verbindungen“.'
  ),
  'api/forbidden': text(
    'Die Anfrage wurde abgelehnt',
    'Öffnen Sie Quarry unter der Adresse, die beim Start ausgegeben wurde, und laden Sie diese Seite neu.'
  ),
  'api/module-loading': text(
    'Der Node startet noch',
    'Dieses Modul ist noch nicht geladen. Die Seite aktualisiert sich automatisch.'
  ),
  'api/module-disabled': text(
    'Dieses Modul des Nodes ist deaktiviert',
    'Starten Sie den Daemon mit diesem Modul, um es zu verwenden.'
  ),
  'api/not-configured': text(
    'Keine Adresse für diesen Dienst',
    'Diese Verbindung hat keinen Server dafür. Tragen Sie seine Adresse auf der Seite „Verbindungen“ ein oder fügen Sie eine weitere Verbindung hinzu.'
  ),
  'api/user-agent-refused': text(
    'Der Daemon lehnt den User-Agent von Quarry ab',
    'Er erwartet einen anderen User-Agent. Vergleichen Sie seine Einstellung „agent“ mit der dieser Verbindung.'
  ),
  'api/server-error': text(
    'Interner Fehler des Servers',
    'Er konnte die Anfrage nicht bearbeiten. Seine Meldung steht in den Details; mehr steht möglicherweise in seinem Protokoll.'
  ),
  'api/bad-request': text(
    'Der Server hat die Anfrage abgelehnt',
    'Prüfen Sie Ihre Eingaben und versuchen Sie es noch einmal. Die Meldung des Servers steht in den Details.'
  ),
  'api/not-found': text(
    'Nicht gefunden',
    'Das Angeforderte gibt es auf dem Server nicht. Möglicherweise wurde es entfernt.'
  ),
  'api/method-not-allowed': text(
    'Der Server unterstützt diesen Aufruf nicht',
    'Möglicherweise hat er eine andere Version. Der Aufruf steht in den Details.'
  ),
  'api/redirected': text(
    'Der Server leitet an eine andere Adresse um',
    'Quarry folgt keinen Umleitungen. Geben Sie die genaue Adresse des Servers an.'
  ),
  'api/not-json': text(
    'Die Antwort ist einfacher Text und stammt nicht von einem Node',
    'Unter dieser Adresse antwortet ein anderes Programm oder ein Proxy. Prüfen Sie die Adresse.'
  ),
  'api/html': text(
    'Die Antwort ist eine Webseite und stammt nicht von einem Node',
    'Unter dieser Adresse antwortet eine Anmeldeseite, ein Proxy oder ein anderes Programm. Prüfen Sie die Adresse.'
  ),
  'api/cut-short': text(
    'Die Antwort ist unvollständig',
    'Der Node oder ein Proxy hat sie abgeschnitten. Versuchen Sie es noch einmal.'
  ),
  'api/unsafe-number': text(
    'Eine Zahl ist zu groß für eine exakte Darstellung',
    'Quarry zeigt diese Antwort nicht an, damit keine falsche Zahl erscheint. Das Feld steht in den Details.'
  ),
  'api/decode': text(
    'Die Antwort hat ein unbekanntes Format',
    'Der Node läuft möglicherweise in einer Version, die Quarry nicht unterstützt. Das Feld steht in den Details.'
  ),
  'api/too-large': text(
    'Die Antwort ist zu groß',
    'Antworten dieser Größe liest Quarry nicht. Der Aufruf steht in den Details.'
  ),
  'api/dialect': text(
    'Der Server verwendet andere Feldnamen',
    'Quarry hat sich darauf eingestellt. Versuchen Sie es noch einmal.'
  ),
  'app/unexpected': text(
    'Ein unerwarteter Fehler ist aufgetreten',
    'Versuchen Sie es noch einmal. Tritt der Fehler wieder auf, laden Sie die Seite neu. Die Details helfen möglicherweise, die Ursache zu finden.'
  )
} satisfies typeof en;
