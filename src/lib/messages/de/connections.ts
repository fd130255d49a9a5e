import type en from '../en/connections';
import { formatCount } from '../format';

export default {
  title: 'Verbindungen',
  lead: 'Jeder Tab verwendet eine Verbindung. Umschalten in der Kopfzeile.',
  add: 'Verbindung hinzufügen',
  insecure: {
    title: 'Diese Seite ist nicht sicher',
    text: 'Über unverschlüsseltes HTTP von einem anderen Rechner aus können Passwörter mitgelesen werden, und Browser sperren GPU und Verschlüsselung. Öffnen Sie Quarry auf seinem eigenen Rechner (http://127.0.0.1), über einen SSH-Tunnel oder über HTTPS.'
  },
  loading: 'Verbindungen werden geladen …',
  failed: 'Die Verbindungen konnten nicht geladen werden',
  switchFailed: 'Die Verbindung wurde nicht gewechselt',
  onlyFixed:
    'Bisher gibt es nur diese Verbindung. Fügen Sie Ihren eigenen Daemon oder Wallet-Server mit Adresse und Passwort hinzu.',
  removed: (name: string) => `${name} entfernt.`,
  services: {
    daemon: 'Daemon',
    wallet: 'Wallet-Server',
    mining: 'Mining-Server',
    signing: 'Signaturserver',
    pool: 'Mining-Pool'
  },
  card: {
    inUse: 'in Verwendung',
    fixed: 'vorgegeben',
    fixedHint: 'Beim Start festgelegt; kann nicht entfernt werden.',
    use: 'Verwenden',
    useOne: (name: string) => `${name} verwenden`,
    edit: 'Bearbeiten',
    editOne: (name: string) => `${name} bearbeiten`,
    remove: 'Entfernen',
    removeOne: (name: string) => `${name} entfernen`
  },
  row: {
    embedded: 'in Quarry eingebaut',
    password: 'Passwort',
    poolPassword: (connection: string) => `Pool-Passwort für ${connection} eingeben`,
    test: 'Testen',
    testOf: {
      daemon: (connection: string) => `Daemon von ${connection} testen`,
      wallet: (connection: string) => `Wallet-Server von ${connection} testen`,
      mining: (connection: string) => `Mining-Server von ${connection} testen`,
      signing: (connection: string) => `Signaturserver von ${connection} testen`,
      pool: (connection: string) => `Mining-Pool von ${connection} testen`
    },
    passwordOf: {
      daemon: 'Passwort des Daemons',
      wallet: 'Passwort des Wallet-Servers',
      mining: 'Passwort des Mining-Servers',
      signing: 'Passwort des Signaturservers',
      pool: 'Passwort des Pools'
    },
    passwordHint: 'In dieser Sitzung noch nicht eingegeben.',
    poolPasswordHint: 'In dieser Sitzung noch nicht eingegeben: Gesendet wird „x“, wie es die meisten Pools erwarten.',
    submit: 'Für diese Sitzung merken'
  },
  form: {
    editTitle: (name: string) => `${name} bearbeiten`,
    guide:
      'Geben Sie Adresse und Passwort Ihres Daemons, Ihres Wallet-Servers oder beider ein und testen Sie sie. Nach dem Hinzufügen wechselt dieser Tab mit „Verwenden“ dorthin.',
    name: 'Name',
    namePlaceholder: 'Mining-Rechner',
    further: 'Signaturserver, Mining-Server, Pool',
    address: 'Adresse',
    poolAddress: 'Adresse des Pools',
    password: 'Passwort',
    keepPassword: 'leer lassen, um es zu behalten',
    account: 'Konto',
    accountHint: 'Oft eine Auszahlungsadresse, ein Punkt und ein Name für diesen Rechner.',
    poolPassword: 'Passwort des Pools',
    poolPasswordHint: 'Nur wenn der Pool eines verlangt. Sonst wird „x“ gesendet, wie es die meisten Pools erwarten.',
    dialect: 'API-Namen',
    dialectAndAgent: 'API-Namen und User-Agent',
    dialectLabel: 'Namenspräfix',
    dialectHint: 'Server verwenden eines von zwei Präfixen für Coin- und Fonds-Namen.',
    dialectAuto: 'Automatisch erkennen',
    dialectOf: (prefix: string) => `„${prefix}“`,
    agent: 'User-Agent',
    agentHint: 'Nur für einen Daemon, der mit eigenem User-Agent gestartet wurde.',
    test: 'Testen',
    testOf: {
      daemon: 'Daemon testen',
      wallet: 'Wallet-Server testen',
      mining: 'Mining-Server testen',
      signing: 'Signaturserver testen',
      pool: 'Mining-Pool testen'
    },
    storage:
      'Quarrys Server speichert Namen und Adressen. Passwörter bleiben verschlüsselt in Ihrer Sitzung und werden nur an die Adresse gesendet, für die sie eingegeben wurden.',
    notSaved: 'Die Verbindung wurde nicht gespeichert',
    cancel: 'Abbrechen',
    save: 'Speichern',
    submitNew: 'Hinzufügen'
  },
  removeDialog: {
    title: (name: string) => `${name} entfernen?`,
    text: 'Ihre Adressen und Passwörter werden gelöscht. Der Node und die Wallets in diesem Browser bleiben unverändert.',
    submit: 'Entfernen'
  },
  check: {
    testing: 'Wird getestet …',
    failed: 'Der Test konnte nicht ausgeführt werden',
    height: (height: number) => `Höhe ${formatCount(height)}`,
    version: (version: string) => `Version ${version}`,
    dialect: (prefix: string) => `Präfix „${prefix}“`,
    networks: {
      main: 'Hauptnetz',
      test: 'Testnetz',
      dev: 'Entwicklungsnetz',
      private: 'privates Netzwerk'
    },
    namedNetwork: (kind: string, name: string) => `${kind} „${name}“`,
    ok: { title: 'Verbindung funktioniert' },
    invalidAddress: {
      title: 'Ungültige Adresse',
      http: 'Verwenden Sie http://host:port oder https://host, ohne Passwort.',
      pool: 'Verwenden Sie stratum+tcp://host:port.'
    },
    unknownName: {
      title: 'Hostname nicht gefunden',
      action: 'Prüfen Sie die Schreibweise. Der Name muss auf dem Rechner auflösbar sein, auf dem Quarry läuft.'
    },
    refused: {
      title: 'Verbindung abgelehnt',
      action:
        'Prüfen Sie, ob der Server läuft und der Port stimmt. Ein Server, der auf 127.0.0.1 lauscht, nimmt nur Verbindungen von seinem eigenen Rechner an.'
    },
    timeout: {
      title: 'Zeitüberschreitung',
      action:
        'Eine Firewall blockiert möglicherweise die Verbindung, oder der Server ist überlastet. Versuchen Sie es in einer Minute erneut.'
    },
    unreachable: {
      title: 'Nicht erreichbar',
      action:
        'Es gibt keine Route, oder die Verbindung wurde geschlossen. Prüfen Sie, ob beide Rechner im selben Netzwerk sind.'
    },
    certificate: {
      title: 'Ungültiges Zertifikat',
      action:
        'Es ist abgelaufen, gilt für einen anderen Namen oder wird von diesem Rechner nicht akzeptiert. Es wurde nichts gesendet. Starten Sie Quarry bei einem eigenen Zertifikat mit NODE_EXTRA_CA_CERTS und dem Pfad zu seiner Datei.'
    },
    noTls: {
      title: 'An diesem Port nicht verschlüsselt',
      http: 'Der Server verwendet dort kein HTTPS. Verwenden Sie http:// oder den Port für HTTPS.',
      pool: 'Der Pool verwendet dort kein TLS. Verwenden Sie stratum+tcp:// oder den Port für TLS.'
    },
    forbiddenAddress: {
      title: 'Adresse nicht erlaubt',
      action: 'Quarry verbindet sich nicht mit Adressen, die für das System reserviert sind.'
    },
    noPassword: { title: 'Passwort erforderlich' },
    wrongPassword: { title: 'Falsches Passwort', poolTitle: 'Konto abgelehnt' },
    passwordHelp: {
      daemon: 'Es steht in der Datei „apipassword“ im Datenordner des Daemons oder in seinen Startoptionen.',
      server: 'Es steht in den Einstellungen, mit denen der Server gestartet wurde.',
      pool: 'Prüfen Sie den Kontonamen und ob der Pool ein Passwort verlangt.'
    },
    wrongService: {
      found: {
        daemon: 'Dies ist ein Daemon',
        wallet: 'Dies ist ein Wallet-Server',
        signing: 'Dies ist ein Signaturserver',
        mining: 'Dies ist ein Mining-Server',
        pool: 'Dies ist ein Pool',
        'web-page': 'Dies ist eine Webseite',
        other: 'Unbekannter Dienst'
      },
      checkAddress: {
        daemon:
          'Erwartet wurde ein Daemon. Prüfen Sie Host und Port: Möglicherweise gehören sie zu einem Router, einem Proxy oder einem anderen Programm.',
        wallet:
          'Erwartet wurde ein Wallet-Server. Prüfen Sie Host und Port: Möglicherweise gehören sie zu einem Router, einem Proxy oder einem anderen Programm.',
        signing:
          'Erwartet wurde ein Signaturserver. Prüfen Sie Host und Port: Möglicherweise gehören sie zu einem Router, einem Proxy oder einem anderen Programm.',
        mining:
          'Erwartet wurde ein Mining-Server. Prüfen Sie Host und Port: Möglicherweise gehören sie zu einem Router, einem Proxy oder einem anderen Programm.',
        pool: 'Erwartet wurde ein Pool. Prüfen Sie Host und Port: Möglicherweise gehören sie zu einem Router, einem Proxy oder einem anderen Programm.'
      },
      otherField: (field: string) => `Geben Sie diese Adresse unter „${field}“ ein.`
    },
    wrongAgent: {
      title: 'User-Agent abgelehnt',
      action: 'Der Daemon verlangt einen eigenen User-Agent. Geben Sie ihn unter „User-Agent“ ein.'
    },
    moduleOff: {
      title: 'Konsensmodul ist aus',
      action: 'Die Chain kann nicht gelesen werden. Starten Sie den Daemon mit dem Buchstaben c unter seinen Modulen.'
    },
    starting: { title: 'Startet noch', action: 'Warten Sie einen Moment und testen Sie dann erneut.' },
    outdated: {
      title: 'Version zu alt',
      titleOf: (version: string) => `Version ${version} ist zu alt`,
      action: 'Quarry unterstützt diese API nicht. Aktualisieren Sie den Server.'
    },
    failing: {
      title: 'Serverfehler',
      action: 'Prüfen Sie das Protokoll des Servers.'
    },
    warnings: {
      plainHttp:
        'Nicht verschlüsselt: Das Passwort kann unterwegs mitgelesen werden. Verwenden Sie HTTPS oder einen Tunnel.',
      otherDialect: (prefix: string) =>
        `Der Server verwendet das Präfix „${prefix}“, nicht das hier eingestellte. Wählen Sie die automatische Erkennung.`,
      modulesOff: (modules: string) => `Ausgeschaltete Module: ${modules}. Ihre Seiten bleiben leer.`,
      notSynced: 'Noch nicht synchron.',
      partialIndex:
        'Indiziert nur die eigenen Wallets, daher können Wallets hier nicht gelesen werden. Starten Sie ihn mit --index.mode=full.'
    }
  }
} satisfies typeof en;
