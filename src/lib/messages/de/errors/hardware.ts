import { text, type ErrorTexts } from '../../errorText';

export default {
  'hardware/declined': text(
    'Auf dem Gerät abgelehnt',
    'Es wurde nichts signiert. Um zu signieren, versuchen Sie es erneut und bestätigen Sie auf dem Gerät.'
  ),
  'hardware/blind-signing-off': text(
    'Das Gerät hat die Anfrage abgelehnt',
    'Schalten Sie in den Einstellungen der App „Blind signing“ ein und signieren Sie erneut.'
  ),
  'hardware/app-failed': text(
    'Fehler in der App auf dem Gerät',
    'Schließen Sie sie dort, öffnen Sie sie wieder und versuchen Sie es erneut.'
  ),
  'hardware/unsupported': text(
    'Die App kann das nicht signieren',
    'Diese Version unterstützt diese Art von Transaktion nicht. Signieren Sie stattdessen den Hash oder aktualisieren Sie die App.'
  ),
  'hardware/outdated-app': text('Die App ist zu alt', 'Aktualisieren Sie sie auf dem Gerät.'),
  'hardware/app-closed': text(
    'Die App ist nicht geöffnet',
    'Öffnen Sie auf dem Gerät die App dieses Coins und versuchen Sie es erneut.'
  ),
  'hardware/locked': text('Das Gerät ist gesperrt', 'Entsperren Sie es mit seiner PIN und versuchen Sie es erneut.'),
  'hardware/system': text(
    'Das Gerät antwortet nicht richtig',
    'Ziehen Sie es ab, schließen Sie es wieder an und versuchen Sie es erneut.'
  ),
  'hardware/disconnected': text(
    'Kein Gerät gefunden',
    'Schließen Sie es an, öffnen Sie darauf die App dieses Coins und wählen Sie es in der Liste, die der Browser zeigt.'
  ),
  'hardware/no-browser-support': text(
    'Dieser Browser kann nicht auf das Gerät zugreifen',
    'Verwenden Sie einen Chromium-Browser auf einem Computer und öffnen Sie Quarry über localhost oder eine https-Adresse.'
  ),
  'hardware/wrong-answer': text(
    'Unerwartete Antwort des Geräts',
    'Schlüssel oder Signatur sind andere als erwartet. Verbinden Sie das Gerät, dessen Schlüssel diese Wallet beobachtet.'
  )
} satisfies ErrorTexts<`hardware/${string}`>;
