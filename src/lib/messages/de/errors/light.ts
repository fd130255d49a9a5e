import { formatCount } from '../../format';
import { text } from '../../errorText';
import type en from '../../en/errors/light';

export default {
  'light/state-differs': ({ at }) =>
    text(
      'Der Server meldet einen falschen Chain-Zustand',
      `Nach Block ${formatCount(at.height)} ist sein Zustand nicht der, den seine eigenen Blöcke ergeben. Die Antwort wurde verworfen. Versuchen Sie einen anderen Server.`
    ),
  'light/other-branch': ({ at }) =>
    text(
      'Der Server hat unzusammenhängende Blöcke gesendet',
      `Block ${formatCount(at.height)} folgt nicht auf seinen Vorgänger. Die Antwort wurde verworfen. Versuchen Sie einen anderen Server.`
    ),
  'light/unproven-spend': ({ at }) =>
    text(
      'Ein Block gibt einen Output aus, den es nicht gibt',
      `Der Beweis in Block ${formatCount(at.height)} ist ungültig. Die Antwort wurde verworfen. Versuchen Sie einen anderen Server.`
    ),
  'light/wrong-start': text(
    'Der Startblock ist falsch',
    'Der Server hat ihn nicht oder hat an seiner Stelle einen anderen Block. Prüfen Sie den Startblock oder verwenden Sie einen anderen Server.'
  ),
  'light/other-rules': text(
    'Der Server hat die Regeln der Chain geändert',
    'Er meldet andere Netzwerkparameter als zuvor. Die Antwort wurde verworfen. Versuchen Sie einen anderen Server.'
  ),
  'light/less-work': text(
    'Der Server meldet eine Chain mit weniger Arbeit',
    'Zuvor hat er eine mit mehr Arbeit gemeldet. Versuchen Sie es später noch einmal oder verwenden Sie einen anderen Server.'
  ),
  'light/too-deep': ({ at }) =>
    text(
      'Die Chain wurde zu tief reorganisiert',
      `Die Reorganisation reicht bis Block ${formatCount(at.height)} oder weiter zurück. Starten Sie die Verifizierung ab einem früheren Block neu.`
    ),
  'light/start-text': text(
    'Ungültiger Startblock',
    'Geben Sie Höhe, zwei Doppelpunkte und die ID mit allen 64 Zeichen ein: 530000::4c3a…'
  ),
  'light/worker': text(
    'Die Verifizierung wurde abgebrochen',
    'Der Worker, der die Chain verifiziert, ist ausgefallen. Laden Sie die Seite neu.'
  )
} satisfies typeof en;
