import type en from '../en/login';

export default {
  title: 'Anmelden',
  insecure: {
    title: 'Diese Seite ist nicht sicher',
    text: 'Browser sperren GPU, Verschlüsselung und Zwischenablage, wenn eine Seite über unverschlüsseltes HTTP von einem anderen Rechner kommt. Öffnen Sie Quarry auf seinem eigenen Rechner (http://127.0.0.1), über einen SSH-Tunnel oder über HTTPS.'
  },
  password: 'Passwort',
  passwordHint: 'Es steht in der Datei „apipassword“ in Quarrys Datenordner.',
  nodePassword: 'API-Passwort des Nodes',
  nodePasswordHint: 'Wird beim Node geprüft und nur in einem verschlüsselten Cookie aufbewahrt.',
  passwordOf: {
    daemon: 'Passwort des Daemons',
    wallet: 'Passwort des Wallet-Servers',
    mining: 'Passwort des Mining-Servers',
    signing: 'Passwort des Signaturservers',
    pool: 'Passwort des Pools'
  },
  same: 'Leer lassen, wenn es dasselbe ist.',
  sameOrUnused: 'Leer lassen, wenn es dasselbe ist oder Sie diesen Dienst jetzt nicht brauchen.',
  submit: 'Anmelden',
  signingIn: 'Anmeldung läuft …',
  link: 'Oder öffnen Sie den Anmeldelink, den das Terminal beim Start von Quarry zeigt. Er gilt nur einmal; ein Neustart von Quarry erzeugt einen neuen.'
} satisfies typeof en;
