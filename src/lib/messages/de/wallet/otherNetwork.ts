import type en from '../../en/wallet/otherNetwork';

export default {
  list: {
    title: 'In anderen Netzwerken',
    text: 'Der Node folgt einer anderen Chain. Diese Wallets lassen sich wieder verwenden, sobald er ihrer folgt.'
  },
  blocked: {
    title: (network: string) => `Diese Wallet gehört zum Netzwerk „${network}“`,
    text: 'Der Node folgt einer anderen Chain, auf der diese Wallet keine Coins hat. Zum Senden oder Empfangen <link>wechseln Sie das Netzwerk in den Einstellungen</link> oder in der Kopfzeile die Verbindung. Von der Wallet geht nichts verloren.'
  }
} satisfies typeof en;
