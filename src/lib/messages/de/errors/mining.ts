import { text } from '../../errorText';
import type en from '../../en/errors/mining';

export default {
  'mining/malformed-work': text(
    'Der Node hat ungültige Arbeit gesendet',
    'Sie kann nicht geschürft werden. Es wird neue Arbeit angefordert; das Mining läuft weiter, sobald sie gültig ist.'
  ),
  'mining/impossible-target': text(
    'Der Node hat ein Ziel von 0 gesendet',
    'Kein Hash kann es erreichen. Es wird neue Arbeit angefordert; das Mining läuft weiter, sobald sie gültig ist.'
  ),
  'mining/no-engine': text(
    'Keine Mining-Engine funktioniert in diesem Browser',
    'GPU, WebAssembly und JavaScript sind alle ausgefallen. Laden Sie die Seite neu oder verwenden Sie einen anderen Browser.'
  ),
  'mining/faulty-engine': text(
    'Die Engine hat falsch gerechnet',
    'Ihre Lösungen haben die Prüfung nicht bestanden, deshalb wird sie nicht verwendet. Prüfen Sie Grafiktreiber und Übertaktung.'
  ),
  'mining/engine-failed': text('Eine Mining-Engine wurde beendet', 'Eine andere Engine hat übernommen.'),
  'mining/template': text(
    'Es kann kein Block gebaut werden',
    'Die Daten des Servers ergeben keinen gültigen Block. Prüfen Sie, ob er synchronisiert ist, oder wählen Sie eine andere Quelle.'
  ),
  'mining/nonce-factor': text(
    'Das Netzwerk hat einen ungültigen Nonce-Faktor',
    'Damit lässt sich kein Block schürfen. Prüfen Sie den Server.'
  ),
  'gpu/unsupported': text('Dieser Browser hat kein WebGPU', 'Das Mining nutzt stattdessen den Prozessor.'),
  'gpu/no-adapter': text(
    'Kein Grafikadapter verfügbar',
    'Der Browser hat keinen gefunden, den er verwenden darf. Das Mining nutzt stattdessen den Prozessor.'
  ),
  'gpu/no-device': text(
    'Der Grafikadapter konnte nicht geöffnet werden',
    'Möglicherweise verwendet ihn ein anderes Programm. Das Mining nutzt stattdessen den Prozessor.'
  ),
  'gpu/device-lost': text(
    'Die GPU ging verloren',
    'Der Treiber wurde zurückgesetzt, oder der Computer hat den Adapter gewechselt. Das Mining versucht es von Zeit zu Zeit erneut.'
  ),
  'gpu/shader': text(
    'Der Grafiktreiber konnte den Kernel nicht übersetzen',
    'Aktualisieren Sie den Treiber. Das Mining nutzt stattdessen den Prozessor.'
  ),
  'gpu/operation': text(
    'Die GPU hat einen Fehler gemeldet',
    'Das Mining versucht es von Zeit zu Zeit erneut. Die Details nennen den Fehler.'
  ),
  'gpu/no-wasm-simd': text(
    'Dieser Browser hat kein WebAssembly-SIMD',
    'Das Mining nutzt stattdessen JavaScript, das langsamer ist.'
  ),
  'gpu/worker-failed': text(
    'Ein Mining-Worker wurde beendet',
    'Das Mining versucht es von Zeit zu Zeit erneut. Laden Sie die Seite neu, wenn der Fehler bleibt.'
  ),
  'gpu/closed': text('Die Engine wurde geschlossen', 'Starten Sie das Mining neu, um sie wieder zu öffnen.'),
  'pool/away': text(
    'Keine Verbindung zum Pool',
    'Quarry versucht weiter, sich zu verbinden. Prüfen Sie die Adresse des Pools.'
  ),
  'pool/untrusted': ({ reason }) =>
    text(
      'Dem Zertifikat des Pools wird nicht vertraut',
      `Es wurde nichts gesendet (${reason}). Ist es Ihr eigener Pool, starten Sie Quarry mit NODE_EXTRA_CA_CERTS und der Datei seines Zertifikats; andernfalls fängt möglicherweise jemand die Verbindung ab.`
    ),
  'pool/worker-refused': text(
    'Der Pool hat den Worker abgelehnt',
    'Prüfen Sie Benutzername und Passwort für den Pool.'
  ),
  'pool/malformed': text('Der Pool hat eine ungültige Nachricht gesendet', 'Quarry verbindet sich neu.'),
  'pool/reconnect': text('Der Pool hat um eine neue Verbindung gebeten', 'Quarry verbindet sich neu.')
} satisfies typeof en;
