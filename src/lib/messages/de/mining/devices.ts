import type en from '../../en/mining/devices';

export default {
  title: 'Geräte',
  cores: 'CPU-Kerne für das Mining',
  allButOne: (count: number) => `Alle bis auf einen (${count})`,
  all: (count: number) => `Alle (${count})`,
  coresHint: 'Der freie Kern hält diese Seite und andere Programme flüssig. Eine GPU allein braucht keinen.',
  caption: 'Geräte, die in diesem Tab minen',
  device: 'Gerät',
  rate: 'Hashrate',
  work: 'Anteil an der Arbeit',
  power: 'Leistung',
  estimated: (watts: string) => `etwa ${watts} W`,
  none: 'Geräte erscheinen hier, solange dieser Tab mint.',
  staleBlocks: 'Veraltete Blöcke',
  staleShares: 'Veraltete Shares',
  throttled: {
    title: 'Vom Browser gebremst',
    words: (duration: string, every: string, rate: string) =>
      `Solange dieser Tab verborgen war, liefen seine Timer nur alle ${every}, insgesamt ${duration} lang. Die Hashrate betrug dabei ${rate}. Für volle Geschwindigkeit lassen Sie den Tab in einem eigenen Fenster sichtbar.`
  },
  electricity: {
    title: 'Strom',
    watts: 'Leistungsaufnahme beim Mining',
    wattsHint:
      'Browser melden weder Leistung noch Temperatur. Messen Sie an der Steckdose: den Wert mit Mining minus den Wert ohne.',
    suggested: (watts: string) => `Ohne Ihre Angabe: ${watts} W, geschätzt.`,
    unknownDevice: 'Der Browser bezeichnet dieses Gerät nicht genau genug, um seine Leistung zu schätzen.',
    price: 'Strompreis',
    currency: 'Währung',
    coinPrice: 'Preis eines Coins (optional)',
    coinPriceHint: 'Quarry ruft ihn von keinem Dienst ab. Ohne ihn werden Gewinn und Verlust nicht berechnet.',
    energy: 'Energie pro Tag',
    kilowattHours: (value: string) => `${value} kWh`,
    cost: 'Strom pro Tag',
    reward: 'Erwartete Belohnung pro Tag',
    costPerCoin: 'Strom für einen Coin',
    profit: 'Erwarteter Gewinn pro Tag',
    loss: 'Erwarteter Verlust pro Tag',
    worthless: 'Coins dieses Netzwerks haben keinen Preis: Die gesamten Stromkosten sind Verlust.',
    isLoss: 'Bei diesen Preisen kostet das Mining mehr, als es bringt.',
    noCoinPrice: 'Ohne den Preis eines Coins sind Gewinn und Verlust unbekannt.',
    pool: 'Ein Pool zahlt nach eigenen Regeln; gezeigt wird die Belohnung ohne Pool, vor dessen Gebühr.',
    noReward:
      'Die erwartete Belohnung erscheint, solange dieser Tab mit einem Node mint, der seine Schwierigkeit meldet.',
    mean: 'Mittelwerte über lange Zeit bei der jetzigen Rate und Schwierigkeit. Ein einzelner Miner wartet manchmal weit länger.'
  }
} satisfies typeof en;
