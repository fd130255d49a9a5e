import { formatCount } from '../../format';
import { text } from '../../errorText';
import type en from '../../en/errors/validation';

export default {
  'validation/address-length': text(
    'Eine Adresse hat die falsche Länge',
    'Adressen haben 76 Zeichen. Die letzten 12 sind eine Prüfsumme.'
  ),
  'validation/address-checksum': text(
    'Eine Adresse enthält einen Tippfehler',
    'Ihre Prüfsumme (die letzten 12 Zeichen) stimmt nicht. Kopieren Sie die Adresse erneut.'
  ),
  'validation/id-unreadable': text(
    'Ungültige ID',
    'Prüfen Sie die IDs der ausgegebenen Outputs. Eine ID hat 64 Zeichen: Ziffern und Buchstaben von a bis f. Kopieren Sie die ganze ID.'
  ),
  'validation/amount-negative': text('Ein Betrag ist negativ', 'Beträge in Transaktionen sind 0 oder größer.'),
  'validation/set-cut-short': text(
    'Die Transaktionsliste ist unvollständig',
    'Fügen Sie die ganze Liste von Transaktionen ein, von der ersten bis zur letzten Klammer.'
  ),
  'validation/not-json': ({ position }) =>
    text(
      'Die Transaktionsliste ist kein JSON',
      `Bei Zeichen ${formatCount(position)} liegt ein Syntaxfehler vor. Fügen Sie nur eine JSON-Liste von Transaktionen ein.`
    ),
  'validation/invalid-character': text(
    'Die Transaktionsliste ist kein JSON',
    'Fügen Sie nur eine JSON-Liste von Transaktionen ein, ohne etwas davor oder danach.'
  ),
  'validation/not-a-list': text(
    'Eine Liste von Transaktionen ist erforderlich',
    'Setzen Sie die Transaktion oder die Transaktionen in eckige Klammern.'
  ),
  'validation/set-unreadable': text(
    'Die Transaktionsliste konnte nicht gelesen werden',
    'Ein Feld hat nicht den erwarteten Typ. Das Feld steht in den Details.'
  ),
  'validation/unknown-parent': text(
    'Ein auszugebender Output existiert nicht',
    'Er wurde bereits ausgegeben oder nie erzeugt. In einer Liste stehen Eltern vor ihren Kindern.'
  ),
  'validation/unbalanced-coins': text(
    'Inputs und Outputs gleichen sich nicht aus',
    'Die Inputs einer Transaktion müssen der Summe ihrer Outputs, Verträge und Gebühren entsprechen.'
  ),
  'validation/signature-invalid': text(
    'Ungültige Signatur',
    'Sie stammt von einem anderen Schlüssel, oder die Transaktion wurde nach dem Signieren geändert. Signieren Sie erneut.'
  ),
  'validation/signature-missing': text(
    'Eine Signatur fehlt',
    'Jeder Input braucht so viele Signaturen, wie seine Entsperrbedingungen verlangen.'
  ),
  'validation/signature-frivolous': text(
    'Überflüssige Signatur',
    'Sie gehört zu keinem Input, der noch eine braucht. Entfernen Sie sie oder prüfen Sie die ID des Vorgängers.'
  ),
  'validation/double-spend': text(
    'Doppelausgabe (Double Spend)',
    'Derselbe Output oder Vertrag wird mehrfach verwendet. Entfernen Sie eine der Verwendungen.'
  ),
  'validation/zero-output': text(
    'Ein Output hat keinen Wert',
    'Jeder Output, jede Auszahlung und jede Gebühr muss über 0 liegen. Entfernen Sie Einträge mit 0.'
  ),
  'validation/zero-fee': text(
    'Eine Miner-Gebühr ist 0',
    'Gebühren liegen über 0. Um keine zu zahlen, lassen Sie die Gebühr weg.'
  ),
  'validation/too-large': text('Zu groß für einen Block', 'Teilen Sie sie in mehrere Transaktionen auf.'),
  'validation/contract-window-past': text(
    'Das Nachweisfenster eines Vertrags beginnt in der Vergangenheit',
    'Es muss nach der Höhe der Chain-Spitze beginnen.'
  ),
  'validation/contract-window-empty': text(
    'Das Nachweisfenster eines Vertrags ist leer',
    'Es muss mindestens einen Block nach seinem Beginn enden.'
  ),
  'validation/contract-sums': text(
    'Die Auszahlungen eines Vertrags gehen nicht auf',
    'Die Summe seiner Auszahlungen, mit und ohne Nachweis, muss seinem Gesamtbetrag abzüglich der Steuer entsprechen.'
  ),
  'validation/proof-unknown-contract': text(
    'Speichernachweis für einen unbekannten Vertrag',
    'Der Vertrag ist nicht auf der Chain oder bereits beendet.'
  ),
  'validation/v1-not-allowed': text(
    'V1-Transaktionen werden nicht mehr angenommen',
    'Die Chain hat den V2-Hardfork hinter sich. Erstellen Sie die Transaktion neu als V2.'
  ),
  'validation/rule': text(
    'Die Transaktionsliste verletzt eine Konsensregel',
    'Der Node würde sie nicht annehmen. Die Regel steht in den Details.'
  )
} satisfies typeof en;
