import { formatCount } from '../../format';
import { text } from '../../errorText';
import type en from '../../en/errors/quarry';

const NOT_ACCEPTED = {
  node: 'Der Node akzeptiert dieses Passwort nicht.',
  daemon: 'Der Daemon akzeptiert dieses Passwort nicht.',
  wallet: 'Der Wallet-Server akzeptiert dieses Passwort nicht.',
  mining: 'Der Mining-Server akzeptiert dieses Passwort nicht.',
  signing: 'Der Signaturserver akzeptiert dieses Passwort nicht.',
  pool: 'Der Pool akzeptiert dieses Passwort nicht.'
};
const ADDRESS_OF = {
  daemon: 'Die Adresse des Daemons',
  wallet: 'Die Adresse des Wallet-Servers',
  mining: 'Die Adresse des Mining-Servers',
  signing: 'Die Adresse des Signaturservers',
  pool: 'Die Adresse des Pools'
};

export default {
  'session/wrong-password': ({ service }) => text('Falsches Passwort', NOT_ACCEPTED[service]),
  'session/used-link': text(
    'Dieser Anmeldelink ist nicht mehr gültig',
    'Er wurde schon verwendet, oder Quarry wurde seitdem neu gestartet. Starten Sie Quarry für einen neuen Link neu oder melden Sie sich mit dem Passwort an.'
  ),
  'session/too-many-attempts': text(
    'Zu viele Versuche',
    'Warten Sie eine Minute und versuchen Sie es dann noch einmal.'
  ),
  'session/no-storage': text(
    'Dieser Browser blockiert den Speicher',
    'Für die Anmeldung braucht Quarry einen kleinen Eintrag im Speicher dieser Seite. Erlauben Sie der Website, Daten zu speichern, und versuchen Sie es erneut.'
  ),
  'session/agent-refused': text(
    'Der Daemon lehnt den User-Agent von Quarry ab',
    'Das Passwort hat er nicht geprüft. Starten Sie Quarry mit DAEMON_AGENT und dem Wert der Einstellung „agent“ des Daemons.'
  ),
  'session/full': text(
    'Zu viele Passwörter',
    'Die Sitzung kann die Passwörter so vieler Verbindungen nicht speichern. Entfernen Sie eine Verbindung oder melden Sie sich ab und wieder an.'
  ),
  'network/fixed': text(
    'Das Netzwerk lässt sich hier nicht wechseln',
    'Es wurde beim Start von Quarry festgelegt. Starten Sie Quarry ohne --network und QUARRY_NETWORK, um es hier zu wählen.'
  ),
  'network/no-checkpoint': text(
    'Checkpoint nicht verfügbar',
    'Kein Node des Netzwerks hat den veröffentlichten Checkpoint gesendet. Prüfen Sie die Internetverbindung und versuchen Sie es erneut, oder synchronisieren Sie ab Genesis.'
  ),
  'prices/no-address': text(
    'Ungültige Adresse der Kursquelle',
    'Geben Sie eine URL ein, die mit https:// beginnt, etwa https://kurse.example/coin/{currency}.'
  ),
  'prices/no-currency': text('Ungültige Währung', 'Geben Sie ihren Code aus drei Buchstaben ein, etwa EUR.'),
  'prices/unreachable': ({ host }) =>
    text(
      'Die Kursquelle antwortet nicht',
      `${host} hat nicht oder mit einem Fehler geantwortet. Prüfen Sie die Adresse, oder versuchen Sie es später noch einmal.`
    ),
  'prices/unreadable': ({ host, currency }) =>
    text(
      'Kein Kurs in der Antwort',
      `Die Antwort von ${host} enthält keinen Kurs in ${currency}. Prüfen Sie Adresse und Währung.`
    ),
  'prices/jump': ({ host }) =>
    text(
      'Der Kurs hat sich um mehr als den Faktor zehn geändert',
      `Der Kurs von ${host} weicht stark vom vorigen ab und wird nicht verwendet. Um ihn zu übernehmen, wählen Sie erneut „Diese Quelle verwenden“.`
    ),
  'rewards/nothing-to-move': text(
    'Nichts zu übertragen',
    'Der Node hat keine reifen Coins. Geminte Coins reifen erst nach einigen Blöcken.'
  ),
  'connection/unknown': text(
    'Diese Verbindung wurde entfernt',
    'Dieser Tab verwendet eine Verbindung, die es nicht mehr gibt. Laden Sie die Seite neu, um mit einer anderen fortzufahren.'
  ),
  'connection/fixed': text(
    'Diese Verbindung lässt sich hier nicht ändern',
    'Sie wurde beim Start von Quarry festgelegt. Starten Sie Quarry mit anderen Einstellungen, um sie zu ändern.'
  ),
  'connection/shared': text(
    'Verbindungen lassen sich hier nicht ändern',
    'Mehrere Quarry-Server verwenden sie gemeinsam. Wer die Server betreibt, kann Verbindungen in deren Einstellungen hinzufügen oder ändern.'
  ),
  'connection/too-many': ({ most }) =>
    text(
      'Zu viele Verbindungen',
      `Es lassen sich höchstens ${formatCount(most)} hinzufügen. Entfernen Sie zuerst eine Verbindung.`
    ),
  'connection/name-length': ({ most }) =>
    text('Ungültiger Name der Verbindung', `Ein Name hat 1 bis ${formatCount(most)} Zeichen.`),
  'connection/name-taken': ({ name }) =>
    text('Der Name ist schon vergeben', `Eine andere Verbindung heißt „${name}“. Wählen Sie einen anderen Namen.`),
  'connection/no-address': text(
    'Die Verbindung hat keine Adresse',
    'Geben Sie die Adresse mindestens eines Dienstes ein.'
  ),
  'connection/forbidden-address': ({ host }) =>
    text(
      'Quarry verbindet sich nicht mit dieser Adresse',
      `Adressen wie ${host} gehören zum Computer selbst oder zur Netzwerktechnik. Geben Sie die Adresse eines Nodes ein.`
    ),
  'connection/url-not-http': ({ service }) =>
    text('Ungültige Adresse', `${ADDRESS_OF[service]} muss die Form http://host:port oder https://host haben.`),
  'connection/url-with-password': ({ service }) =>
    text('Ungültige Adresse', `${ADDRESS_OF[service]} darf kein Passwort enthalten. Geben Sie es im Passwortfeld ein.`),
  'connection/url-not-stratum': ({ service }) =>
    text('Ungültige Adresse', `${ADDRESS_OF[service]} muss die Form stratum+tcp://host:port haben.`),
  'connection/user-missing': text(
    'Für den Pool fehlt ein Konto',
    'Geben Sie das Konto an, dem der Pool die Arbeit gutschreibt, oft eine Auszahlungsadresse.'
  ),
  'connection/agent-characters': text(
    'Ungültiger User-Agent',
    'Verwenden Sie höchstens 200 ASCII-Zeichen: Buchstaben, Ziffern und Sonderzeichen.'
  ),
  'connection/dialect-unknown': text(
    'Unbekannte API-Namen',
    'Diese Version von Quarry unterstützt sie nicht. Lassen Sie Quarry sie automatisch erkennen.'
  ),
  'guard/header-length': ({ bytes }) =>
    text('Der Header wurde nicht gesendet', `Ein gelöster Header hat genau ${formatCount(bytes)} Byte.`),
  'guard/block-cut-short': text('Der Block wurde nicht gesendet', 'Sein Ende fehlt. Fügen Sie den ganzen Block ein.'),
  'guard/nonce-factor': ({ factor }) =>
    text(
      'Der Block wurde nicht gesendet',
      `Die Chain verlangt eine Nonce, die ein Vielfaches von ${formatCount(factor)} ist. Ein Daemon, der diesen Block erhält, leert seinen Transaktionspool.`
    ),
  'request/unreadable': text(
    'Quarrys Server konnte die Anfrage nicht lesen',
    'Diese Seite stammt möglicherweise aus einer früheren Version von Quarry. Laden Sie sie neu.'
  ),
  'request/not-stored': ({ reason }) =>
    text(
      'Quarrys Server konnte das nicht speichern',
      `In seinen Datenordner lässt sich nicht schreiben (${reason}). Geben Sie Speicherplatz frei oder korrigieren Sie die Rechte des Ordners, und versuchen Sie es dann erneut.`
    )
} satisfies typeof en;
