import type en from '../../en/mining/devices';

export default {
  title: 'Geräte',
  cores: 'CPU-Kerne für das Mining',
  allButOne: (count: number) => `Alle bis auf einen (${count})`,
  all: (count: number) => `Alle (${count})`,
  coresHint:
    'Der freie Kern sorgt dafür, dass diese Seite und andere Programme flüssig laufen. Mining nur mit der GPU belegt keinen Kern.',
  caption: 'Geräte, die in diesem Tab minen',
  device: 'Gerät',
  rate: 'Hashrate',
  work: 'Anteil an der Arbeit',
  power: 'Leistung',
  estimated: (power: string) => `etwa ${power}`,
  none: 'Geräte erscheinen hier, solange in diesem Tab Mining läuft.',
  staleBlocks: 'Veraltete Blöcke',
  staleShares: 'Veraltete Shares',
  throttled: {
    title: 'Vom Browser gebremst',
    words: (duration: string, every: string, rate: string) =>
      `Solange dieser Tab verborgen war, liefen seine Timer nur alle ${every}, insgesamt ${duration} lang. Die Hashrate betrug dabei ${rate}. Lassen Sie den Tab für volle Geschwindigkeit in einem eigenen Fenster sichtbar.`
  },
  electricity: {
    title: 'Strom',
    watts: 'Leistungsaufnahme beim Mining',
    wattsHint:
      'Browser melden weder Leistung noch Temperatur. Messen Sie an der Steckdose: den Wert mit Mining minus den Wert ohne.',
    suggested: (power: string) => `Ohne Angabe werden ${power} angenommen.`,
    unknownDevice: 'Die Angaben des Browsers zu diesem Gerät sind zu ungenau, um seine Leistung zu schätzen.',
    price: 'Strompreis',
    currency: 'Währung',
    coinPrice: 'Kurs eines Coins (optional)',
    coinPriceHint: 'Wird von keinem Dienst abgerufen. Ohne Kurs werden weder Gewinn noch Verlust angezeigt.',
    energy: 'Energie pro Tag',
    cost: 'Strom pro Tag',
    reward: 'Erwartete Belohnung pro Tag',
    costPerCoin: 'Strom pro Coin',
    profit: 'Erwarteter Gewinn pro Tag',
    loss: 'Erwarteter Verlust pro Tag',
    worthless: 'Coins dieses Netzwerks haben keinen Kurs: Die gesamten Stromkosten sind Verlust.',
    isLoss: 'Bei diesen Preisen kostet das Mining mehr, als es bringt.',
    noCoinPrice: 'Ohne den Kurs eines Coins sind Gewinn und Verlust unbekannt.',
    pool: 'Ein Pool zahlt nach eigenen Regeln. Angezeigt wird die Belohnung beim Solo-Mining, vor Abzug der Pool-Gebühr.',
    noReward:
      'Die erwartete Belohnung erscheint, solange in diesem Tab Mining mit einem Node läuft, der die Schwierigkeit meldet.',
    mean: 'Langfristige Mittelwerte bei aktueller Hashrate und Schwierigkeit. Ein einzelner Miner kann weit länger warten.'
  }
} satisfies typeof en;
