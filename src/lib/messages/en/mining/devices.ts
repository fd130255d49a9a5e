export default {
  title: 'Devices',
  cores: 'CPU cores for mining',
  allButOne: (count: number) => `All but one (${count})`,
  all: (count: number) => `All (${count})`,
  coresHint: 'The free core keeps this page and other programs responsive. Mining with the GPU alone uses no CPU core.',
  caption: 'Devices that mine in this tab',
  device: 'Device',
  rate: 'Hash rate',
  work: 'Share of work',
  power: 'Power',
  estimated: (power: string) => `about ${power}`,
  none: 'Devices appear here while this tab mines.',
  staleBlocks: 'Stale blocks',
  staleShares: 'Stale shares',
  throttled: {
    title: 'Slowed down by the browser',
    words: (duration: string, every: string, rate: string) =>
      `While this tab was hidden, its timers ran only every ${every}, for ${duration} in total. The hash rate was ${rate} during that time. Keep the tab visible in a window of its own to mine at full speed.`
  },
  electricity: {
    title: 'Electricity',
    watts: 'Power draw while mining',
    wattsHint:
      'Browsers report neither power nor temperature. Measure at the outlet: the reading while mining minus the reading while idle.',
    suggested: (power: string) => `If left empty, ${power} is assumed.`,
    unknownDevice: 'The browser does not identify this device precisely enough to estimate its power.',
    price: 'Electricity price',
    currency: 'Currency',
    coinPrice: 'Price of a coin (optional)',
    coinPriceHint: 'Not fetched from any service. Without it, no profit or loss is shown.',
    energy: 'Energy per day',
    cost: 'Electricity per day',
    reward: 'Expected reward per day',
    costPerCoin: 'Electricity per coin',
    profit: 'Expected profit per day',
    loss: 'Expected loss per day',
    worthless: 'Coins of this network have no price, so the whole cost of electricity is a loss.',
    isLoss: 'At these prices, mining costs more than it earns.',
    noCoinPrice: 'Without the price of a coin, profit or loss is unknown.',
    pool: 'A pool pays by its own rules. The reward shown is that of solo mining, before the pool’s fee.',
    noReward: 'The expected reward appears while this tab mines with a node that reports the difficulty.',
    mean: 'Long-term averages at the current rate and difficulty. A single miner may wait far longer.'
  }
};
