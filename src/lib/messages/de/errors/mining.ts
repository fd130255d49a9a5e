import type { CertificateFault, PoolAwayReason } from '$lib/mining/stratum/errors';
import { text } from '../../errorText';
import { formatFixed, measured } from '../../numbers';
import type en from '../../en/errors/mining';

const AWAY: Readonly<Record<PoolAwayReason, string>> = {
  'connection-refused':
    'Unter seiner Adresse werden keine Verbindungen angenommen. Prüfen Sie Host und Port des Pools.',
  'connection-reset': 'Er hat die Verbindung zurückgesetzt.',
  'unknown-host': 'Sein Hostname lässt sich nicht auflösen. Prüfen Sie die Adresse des Pools.',
  'no-route': 'Es gibt keine Netzwerkroute zu ihm.',
  timeout: 'Er antwortet nicht.',
  closed: 'Die Verbindung wurde geschlossen.',
  'no-tls': 'Er verwendet auf diesem Port kein TLS. Prüfen Sie Port und Protokoll des Pools.',
  'line-too-long': 'Er hat eine nicht abgeschlossene Nachricht gesendet.',
  'forbidden-address': 'Sein Hostname führt zu einer Adresse, mit der Quarry sich nicht verbindet.',
  'subscription-refused': 'Er hat die Anmeldung abgelehnt.',
  'server-connection-lost': 'Die Verbindung zu Quarrys Server ist abgebrochen.',
  'no-pool': 'Diese Verbindung hat keinen Pool mehr. Laden Sie die Seite neu.',
  'connection-removed': 'Diese Verbindung wurde entfernt. Laden Sie die Seite neu, um mit einer anderen fortzufahren.',
  'too-many-tabs': 'In zu vielen Tabs läuft gleichzeitig Mining für ihn. Schließen Sie einige davon.',
  other: 'Prüfen Sie die Adresse des Pools.'
};
const CERTIFICATE: Readonly<Record<CertificateFault, string>> = {
  'self-signed': 'Es ist selbst signiert.',
  'unknown-issuer': 'Sein Aussteller ist unbekannt.',
  expired: 'Es ist abgelaufen.',
  'not-yet-valid': 'Es ist noch nicht gültig.',
  'other-name': 'Es gilt für einen anderen Namen.',
  other: 'Es ließ sich nicht prüfen.'
};

const megabytes = (bytes: number): string => measured(formatFixed(Number(bytes) / 1e6, 1), 'MB');

export default {
  'mining/malformed-work': text(
    'Der Node hat ungültige Arbeit gesendet',
    'Damit lässt sich nicht minen. Neue Arbeit wird angefordert; das Mining läuft weiter, sobald sie gültig ist.'
  ),
  'mining/impossible-target': text(
    'Der Node hat ein Target von 0 gesendet',
    'Kein Hash kann es erfüllen. Neue Arbeit wird angefordert; das Mining läuft weiter, sobald sie gültig ist.'
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
    'Die Daten des Servers ergeben keinen gültigen Block. Prüfen Sie, ob er synchronisiert ist, oder wählen Sie eine andere Arbeitsquelle.'
  ),
  'mining/unproven-payout': text(
    'Die Auszahlung des Blocks lässt sich nicht prüfen',
    'Der Mining-Server nennt den Zustand seiner Chain nicht, sodass sein Block an eine andere Adresse als Ihre zahlen könnte. Minen Sie für die Adresse des Servers oder wählen Sie eine andere Arbeitsquelle.'
  ),
  'mining/stale-work': text(
    'Der Block kam zu spät',
    'Ein anderer Block hat seinen Platz eingenommen, bevor er eingereicht wurde. Es wurde nichts gesendet.'
  ),
  'mining/nonce-factor': text(
    'Das Netzwerk hat einen ungültigen Nonce-Faktor',
    'Damit lässt sich kein Block minen. Prüfen Sie den Server.'
  ),
  'mining/block-too-large': ({ bytes, maxBytes }) =>
    text(
      'Ein Block war zu groß für den Server',
      `Er hatte ${megabytes(bytes)}, mehr als der Server annimmt: Der Block ist verloren. Die nächsten Blöcke haben höchstens ${megabytes(maxBytes)}.`
    ),
  'mining/shares-dropped': ({ perSecond }) =>
    text(
      'Einige Shares werden nicht gesendet',
      `Die Schwierigkeit des Pools ist so niedrig, dass mehr als ${perSecond} Shares je Sekunde gefunden werden. Stellen Sie beim Pool eine höhere Share-Schwierigkeit ein.`
    ),
  'async/overflow': text(
    'Zu viele Ereignisse auf einmal',
    'Sie kamen schneller, als Quarry sie verarbeiten konnte. Starten Sie den Vorgang neu.'
  ),
  'mining/engine-silent': text(
    'Ein Mining-Worker antwortet nicht',
    'Möglicherweise hat der Browser ihn beendet, um Speicher zu sparen. Schließen Sie andere Tabs oder senken Sie die Leistung.'
  ),
  'gpu/insecure-page': text(
    'Der Browser sperrt die GPU auf dieser Seite',
    'Sie kam über unverschlüsseltes HTTP von einem anderen Rechner. Öffnen Sie Quarry auf seinem eigenen Rechner, über einen SSH-Tunnel oder über HTTPS. Das Mining nutzt stattdessen den Prozessor.'
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
    'Die Verbindung zur GPU ging verloren',
    'Der Treiber wurde zurückgesetzt, oder der Computer hat den Adapter gewechselt. Das Mining versucht es regelmäßig erneut.'
  ),
  'gpu/shader': text(
    'Der Grafiktreiber konnte den Kernel nicht übersetzen',
    'Aktualisieren Sie den Treiber. Das Mining nutzt stattdessen den Prozessor.'
  ),
  'gpu/operation': text(
    'Die GPU hat einen Fehler gemeldet',
    'Das Mining versucht es regelmäßig erneut. Der Fehler steht in den Details.'
  ),
  'gpu/no-wasm-simd': text(
    'Dieser Browser hat kein WebAssembly-SIMD',
    'Das Mining nutzt stattdessen JavaScript, das langsamer ist.'
  ),
  'gpu/worker-failed': text(
    'Ein Mining-Worker wurde beendet',
    'Das Mining versucht es regelmäßig erneut. Tritt der Fehler wieder auf, laden Sie die Seite neu.'
  ),
  'gpu/closed': text('Die Engine wurde geschlossen', 'Starten Sie das Mining neu, um sie wieder zu öffnen.'),
  'pool/away': ({ reason }) => text('Keine Verbindung zum Pool', AWAY[reason]),
  'pool/untrusted': ({ fault }) =>
    text(
      'Dem Zertifikat des Pools wird nicht vertraut',
      `${CERTIFICATE[fault]} Es wurde nichts gesendet. Ist es Ihr eigener Pool, starten Sie Quarry mit NODE_EXTRA_CA_CERTS und der Datei seines Zertifikats; andernfalls fängt möglicherweise jemand die Verbindung ab.`
    ),
  'pool/worker-refused': text('Der Pool hat den Worker abgelehnt', 'Prüfen Sie Konto und Passwort für den Pool.'),
  'pool/flood': text(
    'Der Pool sendet zu viele Nachrichten',
    'Die Verbindung wurde getrennt, damit Quarry bedienbar bleibt. Quarry verbindet sich nach einer Pause neu; wählen Sie einen anderen Pool, wenn es wieder geschieht.'
  ),
  'pool/malformed': text('Der Pool hat eine ungültige Nachricht gesendet', 'Quarry verbindet sich automatisch neu.'),
  'pool/reconnect': text('Der Pool hat eine neue Verbindung angefordert', 'Quarry verbindet sich automatisch neu.')
} satisfies typeof en;
