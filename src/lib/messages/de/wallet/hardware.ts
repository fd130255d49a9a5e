import type en from '../../en/wallet/hardware';
import { formatCount } from '../../format';

export default {
  title: 'Hardware-Wallet',
  lead: 'Ein Ledger bewahrt die Schlüssel auf; Zahlungen werden in diesem Browser erstellt und geprüft und auf dem Gerät bestätigt.',
  unsupported:
    'Dieser Browser kann nicht auf USB-Geräte zugreifen. Verwenden Sie Chrome, Edge oder einen anderen Chromium-Browser auf einem Computer und öffnen Sie Quarry über localhost oder eine https-Adresse.',
  connect: {
    title: 'Verbinden',
    text: (app: string) =>
      `Schließen Sie das Gerät an, entsperren Sie es und öffnen Sie darauf die App „${app}“. Beenden Sie vorher andere Wallet-Software.`,
    connect: 'Gerät verbinden',
    connecting: 'Warten auf das Gerät …',
    version: (version: string) => `Verbunden. Version der App: ${version}`
  },
  keys: {
    title: 'Schlüssel',
    number: 'Nummer des Schlüssels',
    numberHint:
      'Beginnen Sie mit 0. Das Gerät zeigt die Adresse des Schlüssels: Vergleichen Sie sie mit der hier angezeigten und bestätigen Sie dann.',
    wrongNumber: 'Geben Sie eine ganze Zahl ab 0 ein.',
    read: 'Schlüssel lesen',
    reading: 'Bestätigen Sie auf dem Gerät …',
    key: (index: number) => `Schlüssel ${formatCount(index)}`
  },
  watch: {
    title: 'Wallet',
    name: 'Name der Wallet',
    defaultName: 'Hardware-Wallet',
    hint: 'Eine Wallet, die diese Schlüssel beobachtet. Zahlungen daraus werden auf dem Gerät bestätigt.',
    watch: 'Diese Wallet hinzufügen'
  },
  sign: {
    blind:
      'Die App auf dem Gerät kann diese Art von Transaktion nicht anzeigen. Sie zeigt nur einen Hash: Vergleichen Sie ihn vollständig mit diesem, bevor Sie bestätigen.',
    turnOn: 'In den Einstellungen der App muss „Blind signing“ eingeschaltet sein.',
    second:
      'Um die Zahlung unabhängig zu prüfen, öffnen Sie sie mit „Auf einem anderen Gerät signieren“ auf einem zweiten Gerät: Es zeigt dieselben Empfänger und dieselbe ID.',
    hash: 'Hash auf dem Gerät',
    sign: 'Mit dem Gerät signieren',
    signing: 'Bestätigen Sie auf dem Gerät …'
  }
} satisfies typeof en;
