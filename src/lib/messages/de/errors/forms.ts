import { formatCount } from '../../format';
import { text } from '../../errorText';
import type en from '../../en/errors/forms';

export default {
  'codec/malformed': ({ position }) =>
    text(
      'Der Text konnte nicht gelesen werden',
      position === undefined
        ? 'Ein Teil hat nicht das erwartete Format.'
        : `Bei Zeichen ${formatCount(position)} liegt ein Fehler vor.`
    ),
  'codec/unsafe-integer': text(
    'Eine Zahl ist zu groß für eine exakte Darstellung',
    'Die größte hier erlaubte ganze Zahl ist 9.007.199.254.740.991.'
  ),
  'currency/not-a-number': text('Kein Betrag', 'Geben Sie eine Zahl ein, zum Beispiel 12,5.'),
  'currency/not-an-integer': text('Zu viele Nachkommastellen', 'Ein Betrag hat höchstens 24 Nachkommastellen.'),
  'currency/negative': text('Der Betrag ist negativ', 'Geben Sie einen Betrag ab 0 ein.'),
  'currency/overflow': text('Der Betrag ist zu groß', 'Geben Sie einen kleineren Betrag ein.'),
  'currency/unknown-unit': text('Unbekannte Einheit', 'Verwenden Sie SC oder eine andere Einheit wie mS oder KS.'),
  'policy/height-not-reached': text(
    'Die Ausgaberegel ist bis zu einer späteren Höhe gesperrt',
    'Warten Sie, bis die Chain diese Höhe erreicht.'
  ),
  'policy/median-not-reached': text(
    'Die Ausgaberegel ist bis zu einem späteren Zeitpunkt gesperrt',
    'Warten Sie, bis dieser Zeitpunkt auf der Chain vorbei ist.'
  ),
  'policy/invalid-signature': text(
    'Eine Signatur fehlt oder ist ungültig',
    'Signieren Sie mit dem Schlüssel, den die Ausgaberegel nennt.'
  ),
  'policy/invalid-preimage': text(
    'Ein Preimage fehlt oder ist falsch',
    'Geben Sie das Preimage des Hashes ein, den die Ausgaberegel nennt.'
  ),
  'policy/opaque': text(
    'Eine verborgene Bedingung kann nicht erfüllt werden',
    'Decken Sie einen anderen Teil der Ausgaberegel auf.'
  ),
  'policy/threshold-not-reached': text('Nicht genügend Bedingungen sind erfüllt', 'Erfüllen Sie weitere Bedingungen.'),
  'policy/threshold-exceeded': text('Zu viele Bedingungen sind aufgedeckt', 'Verbergen Sie die nicht benötigten.'),
  'policy/nested-unlock-conditions': text(
    'Entsperrbedingungen können nicht Teil einer anderen Ausgaberegel sein',
    'Verwenden Sie sie allein oder stattdessen Regeln mit Schlüsseln.'
  ),
  'policy/entropy-key': text(
    'Die Ausgaberegel verwendet einen Schlüssel, der nicht signieren kann',
    'Outputs dieser Adresse können damit nicht ausgegeben werden.'
  ),
  'policy/too-complex': text('Die Ausgaberegel ist zu komplex', 'Verwenden Sie weniger Bedingungen.'),
  'policy/superfluous-signatures': text(
    'Zu viele Signaturen',
    'Entfernen Sie alle, die nicht zur Ausgaberegel gehören.'
  ),
  'policy/superfluous-preimages': text('Zu viele Preimages', 'Entfernen Sie alle, die nicht zur Ausgaberegel gehören.'),
  'changes/truncated': text(
    'Der Änderungsstrom wurde unterbrochen',
    'Die Verbindung endete mitten in einer Änderung. Fahren Sie bei der letzten vollständigen fort.'
  ),
  'changes/malformed': text(
    'Der Änderungsstrom ist nicht lesbar',
    'Er enthält etwas anderes als eine Änderung. Danach wurde nichts gelesen. Prüfen Sie die Adresse des Daemons.'
  ),
  'changes/too-large': text(
    'Der Änderungsstrom ist nicht lesbar',
    'Eine Änderung überschreitet die maximale Größe. Danach wurde nichts gelesen. Prüfen Sie die Adresse des Daemons.'
  ),
  'settings/not-a-file': text(
    'Diese Datei enthält keine Einstellungen von Quarry',
    'Wählen Sie eine Datei, die auf der Seite „Einstellungen“ gespeichert wurde.'
  ),
  'settings/version': text(
    'Die Einstellungen stammen von einer anderen Version von Quarry',
    'Aus der Datei wurde nichts übernommen. Speichern Sie die Einstellungen mit dieser Version neu.'
  ),
  'settings/unknown': ({ names }) =>
    text(
      'Die Datei enthält unbekannte Einstellungen',
      `Daraus wurde nichts übernommen. Entfernen Sie aus der Datei: ${names}.`
    ),
  'settings/invalid': ({ names }) =>
    text(
      'Die Datei enthält unzulässige Werte',
      `Daraus wurde nichts übernommen. Korrigieren oder entfernen Sie in der Datei: ${names}.`
    )
} satisfies typeof en;
