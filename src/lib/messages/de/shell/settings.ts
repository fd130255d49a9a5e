import { plural } from '../../plural';
import type en from '../../en/shell/settings';

export default {
  title: 'Einstellungen',
  lead: 'Nur in diesem Browser gespeichert, sofern nicht anders angegeben.',
  display: 'Darstellung',
  language: {
    legend: 'Sprache',
    browser: (language: string) => `Sprache des Browsers (${language})`,
    hint: 'Zum Anwenden der Sprache wird die Seite neu geladen.',
    miningHint: 'In diesem Tab läuft Mining. Die Sprache gilt nach dem nächsten Neuladen.'
  },
  theme: {
    legend: 'Farben',
    system: 'Wie System',
    light: 'Hell',
    dark: 'Dunkel'
  },
  formats: {
    title: 'Formate',
    amounts: 'Beträge',
    amountIn: { coins: 'Coins (SC)', hastings: 'Hastings (H), genau' },
    decimals: 'Nachkommastellen von Coins',
    decimalCount: (count: number) => plural(count, { one: 'bis zu #', other: 'bis zu #' }),
    sizes: 'Größen',
    sizeIn: { decimal: 'In Schritten von 1.000 (MB, GB)', binary: 'In Schritten von 1.024 (MiB, GiB)' },
    times: 'Zeiten',
    timeAs: { relative: 'Vergangene Zeit', absolute: 'Datum und Uhrzeit' },
    timeZone: 'Zeitzone',
    ownZone: (zone: string) => `Wie dieser Computer (${zone.replaceAll('_', ' ')})`,
    example: (example: string) => `Beispiel: ${example}`
  },
  mining: 'Mining',
  privacy: {
    title: 'Privatsphäre',
    nobody:
      'Quarry gibt nichts über Sie weiter: Ihr Browser verbindet sich nur mit Quarrys eigenem Server, und dessen Node verbindet sich mit niemandem, sofern er nicht mit Peers gestartet wurde.',
    only: 'Ihr Browser verbindet sich nur mit Quarrys eigenem Server. Dieser verbindet sich bei der aktuellen Verbindung mit:',
    browser:
      'Es gibt keine Nutzungsstatistik, keine Absturzberichte und keine externen Schriften oder Skripte. Wallets, Bezeichnungen und Schlüssel bleiben in diesem Browser. Kamerabilder werden in der Seite verarbeitet.',
    learns: {
      daemon: {
        who: 'Dem Daemon dieser Verbindung',
        what: 'Er erfährt, welche Blöcke Sie ansehen und welche Sie finden.'
      },
      wallet: {
        who: 'Dem Wallet-Server dieser Verbindung',
        what: 'Er erfährt die Adressen Ihrer Wallets, wenn sie hinzukommen oder nachgeschlagen werden, und Ihre Zahlungen.'
      },
      peers: {
        who: 'Anderen Nodes des Netzwerks',
        what: 'Sie erfahren die IP-Adresse von Quarrys Server und erhalten von ihm Ihre Transaktionen und Blöcke.'
      },
      pool: {
        who: 'Dem Mining-Pool',
        what: 'Er erfährt das Konto, die Hashrate und die IP-Adresse von Quarrys Server.'
      },
      mining: { who: 'Dem Mining-Server', what: 'Er erfährt, wann Sie minen und welche Blöcke Sie finden.' },
      signing: {
        who: 'Dem Signaturserver',
        what: 'Er erfährt, welche Zahlungen Sie mit seinen Schlüsseln signieren.'
      },
      prices: {
        who: 'Der Kursquelle',
        what: 'Sie erfährt die IP-Adresse von Quarrys Server und die Währung, aber nichts über Ihre Wallets.'
      },
      webhook: {
        who: 'Dem Webhook, mit dem Quarrys Server gestartet wurde',
        what: 'Er erhält, was beim Start gewählt wurde: gefundene Blöcke, Zahlungen (mit Beträgen) an Adressen, die beim Wallet-Server des Nodes registriert sind, Meldungen und das Ausbleiben neuer Blöcke. Keine Schlüssel, keine Seeds.'
      }
    },
    optional: 'Optionale Funktionen und was sie wohin senden:',
    byChoice: {
      mining: {
        what: 'Mining',
        words:
          'Gelöste Blöcke oder Shares gehen an die Arbeitsquelle, die Sie wählen, zusammen mit der Auszahlungsadresse. Der Mining-Verlauf bleibt in diesem Browser.'
      },
      notifications: {
        what: 'Benachrichtigungen des Browsers',
        words:
          'Aus, bis Sie sie erlauben. Die Seite zeigt sie selbst an, ohne Push-Dienst. Wer Ihren Bildschirm sieht oder ein Gerät, auf das Benachrichtigungen gespiegelt werden, kann sie lesen.'
      },
      prices: {
        what: 'Preise und Kurse',
        words:
          'Aus, solange Sie unter „Umrechnung in eine Währung“ keine Kursquelle hinzufügen. Danach ruft Quarrys Server dort den Kurs eines Coins ab und sendet dabei nie Beträge. Strompreise geben Sie selbst ein; sie bleiben in diesem Browser.'
      },
      idle: {
        what: 'Akku und Nutzung des Computers',
        words: 'Die Seite liest beides, um das Mining zu pausieren. Gesendet wird es nie.'
      }
    }
  },
  file: {
    title: 'Einstellungsdatei',
    lead: 'Sprache, Farben, Formate, Benachrichtigungen, Mining, Strom und automatisches Sperren. Keine Wallets, keine Verbindungen, keine Passwörter.',
    save: 'Als Datei speichern',
    load: 'Datei laden',
    notSaved: 'Die Einstellungen wurden nicht gespeichert',
    notLoaded: 'Die Einstellungen wurden nicht geladen',
    loaded: (count: number) => plural(count, { one: '# Einstellung geladen.', other: '# Einstellungen geladen.' }),
    locksLater: (minutes: number) =>
      `Wallets werden jetzt später gesperrt als zuvor: ${
        minutes === 0
          ? 'erst wenn ihr Tab geschlossen wird'
          : `nach ${plural(minutes, { one: '# Minute', other: '# Minuten' })} ohne Eingabe`
      }. Falls Sie das nicht wollten, ändern Sie es in den Einstellungen einer Wallet.`
  },
  documentation: 'Dokumentation',
  licenses: 'Lizenzen der Software in Quarry'
} satisfies typeof en;
