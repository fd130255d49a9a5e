import type en from '../../en/shell/help';

export default {
  title: 'Hilfe',
  lead: 'Auch offline verfügbar.',
  glossary: 'Glossar',
  diagnostics: {
    title: 'Diagnose',
    text: 'Für einen Fehlerbericht: Versionen, Browser, Grafikadapter, Einstellungen und die letzten Fehler dieses Tabs. Adressen, IDs, Schlüssel, Wörter, Passwörter und Server sind nicht enthalten. Nichts wird gesendet; lesen Sie den Text, bevor Sie ihn veröffentlichen.',
    copy: 'Diagnose kopieren',
    copied: 'Kopiert. Das wurde kopiert:',
    notCopied: 'Ihr Browser hat das Kopieren nicht erlaubt. Markieren Sie stattdessen den Text:',
    failed: 'Die Diagnose konnte nicht erstellt werden. Laden Sie die Seite neu und versuchen Sie es noch einmal.'
  },
  howTos: [
    {
      title: 'Mining',
      steps: [
        'Öffnen Sie <mine>Mining</mine> und wählen Sie „Mining starten“.',
        'Gibt es in diesem Browser eine Wallet, gehen Blockbelohnungen an sie. Sonst bietet Quarry an, eine zu erstellen.',
        'Geminte Coins lassen sich ausgeben, sobald sie reif sind.'
      ]
    },
    {
      title: 'Empfangen',
      steps: [
        'Öffnen Sie unter <wallet>Wallet</wallet> eine Wallet, dann „Empfangen“.',
        'Kopieren Sie die Adresse oder zeigen Sie ihren QR-Code. Jeder Zahler kann eine eigene Adresse bekommen, mit einer Bezeichnung, die nur Sie sehen.',
        'Eine Zahlung ist unbestätigt, bis sie in einem Block steht.'
      ]
    },
    {
      title: 'Senden',
      steps: [
        'Öffnen Sie eine Wallet, dann „Senden“. Geben Sie Adresse und Betrag ein oder <pay>öffnen Sie einen Zahlungslink</pay>.',
        'Prüfen Sie die Zahlung: Die Anzeige wird aus genau den Bytes dekodiert, die Sie signieren.',
        'Signieren Sie mit dem Passwort der Wallet. Die Seite verfolgt die Zahlung, bis sie bestätigt ist.'
      ]
    },
    {
      title: 'Sichern',
      steps: [
        'Schreiben Sie die Wiederherstellungswörter beim Erstellen einer Wallet auf Papier.',
        'Speichern Sie unter <wallet>Wallet</wallet> eine verschlüsselte Sicherungsdatei. Sie enthält alle Wallets, Bezeichnungen und beobachteten Adressen.',
        'Bewahren Sie beides getrennt von diesem Gerät auf. Wer die Wörter hat, kann die Coins ausgeben.'
      ]
    },
    {
      title: 'Wiederherstellen',
      steps: [
        'Stellen Sie eine Wallet <words>aus ihren Wörtern</words> oder <file>aus einer Sicherungsdatei</file> wieder her.',
        'Quarry sucht nach benutzten Adressen. Fehlen welche, suchen Sie in den Einstellungen der Wallet weiter.',
        'Wenn Sie das Passwort einer Wallet vergessen haben, stellen Sie die Wallet aus ihren Wörtern mit einem neuen Passwort wieder her. Entfernen Sie danach den alten Eintrag.',
        'Um die Coins einer alten Wallet zu übernehmen, wählen Sie in den Einstellungen dieser Wallet „Andere Wallet leeren“.'
      ]
    },
    {
      title: 'Einem Netzwerk beitreten',
      steps: [
        'Wählen Sie ein Netzwerk in den <settings>Einstellungen</settings>. Wurde es beim Start festgelegt, starten Sie Quarry stattdessen mit <code>npm start -- --network main</code>.',
        'Wählen Sie, womit die Chain beginnt: mit dem ersten Block oder mit dem veröffentlichten Checkpoint.',
        'Die Kopfzeile zeigt, wann der Node synchron ist.'
      ]
    },
    {
      title: 'Einen Daemon verbinden',
      steps: [
        'Fügen Sie unter <connections>Verbindungen</connections> Adresse und API-Passwort eines Daemons oder Wallet-Servers hinzu.',
        'Testen Sie die Verbindung. Der Test zeigt, ob Adresse, Passwort oder Dienst falsch sind.',
        'Wechseln Sie in der Kopfzeile zu ihr. Andere Tabs behalten ihre Verbindung.'
      ]
    }
  ]
} satisfies typeof en;
