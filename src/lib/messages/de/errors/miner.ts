import { text } from '../../errorText';
import type en from '../../en/errors/miner';

export default {
  'miner/stale-block': text(
    'Veralteter Block',
    'Ein anderer Block hat diesen Platz in der Chain eingenommen, oder dieser wurde bereits eingereicht. Das Mining läuft an der neuen Spitze weiter.'
  ),
  'miner/above-target': text(
    'Keine Lösung',
    'Der Hash liegt über dem Target. Es geht nichts verloren; das Mining läuft weiter.'
  ),
  'miner/nonce-factor': text(
    'Unzulässige Nonce',
    'Nonces sind Vielfache von 1009. Etwas zwischen hier und dem Node hat diese verändert.'
  ),
  'miner/unknown-header': text(
    'Diese Arbeit ist abgelaufen',
    'Der Node behält nur die zuletzt ausgegebenen Header und keine über einen Neustart hinweg. Das Mining läuft mit neuer Arbeit weiter.'
  ),
  'miner/block-from-the-future': text(
    'Eine Uhr geht vor',
    'Der Zeitstempel des Blocks ist der Uhr des Nodes voraus. Prüfen Sie die Uhren beider Rechner.'
  ),
  'miner/block-too-early': text(
    'Eine Uhr geht nach',
    'Der Zeitstempel des Blocks liegt vor denen seiner Vorgänger. Prüfen Sie die Uhr dieses Rechners.'
  ),
  'miner/header-cut-short': text(
    'Der Block kam unvollständig an',
    'Sein Ende fehlt. Das Mining läuft weiter; wiederholt sich das, kürzt ein Proxy die Anfragen.'
  ),
  'miner/block-cut-short': text(
    'Der Block kam unvollständig an',
    'Sein Ende fehlt. Das Mining läuft weiter; wiederholt sich das, kürzt ein Proxy die Anfragen.'
  ),
  'miner/payout-sum': text(
    'Der Block passt nicht zur Chain',
    'Er baut auf einer anderen Chain auf oder zahlt eine andere Belohnung aus. Laden Sie die Seite neu, um neu zu beginnen.'
  ),
  'miner/unknown-parent': text(
    'Der Block passt nicht zur Chain',
    'Er baut auf einer anderen Chain auf oder zahlt eine andere Belohnung aus. Laden Sie die Seite neu, um neu zu beginnen.'
  )
} satisfies typeof en;
