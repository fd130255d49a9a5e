export default {
  more: 'All terms',
  groups: { coins: 'Coins', wallet: 'Wallet', mining: 'Mining and chain', storage: 'Storage', software: 'Software' },
  terms: {
    hasting: {
      group: 'coins',
      title: 'Hasting (H)',
      text: 'The smallest unit of a coin. One coin (SC) is 10²⁴ hastings, so amounts are exact.'
    },
    maturity: {
      group: 'coins',
      title: 'Maturity',
      text: 'Mined coins and contract payouts can be spent only after a number of blocks: 144 on the main network. Until then, a reorganization could remove them.'
    },
    unconfirmed: {
      group: 'coins',
      title: 'Unconfirmed',
      text: 'In the transaction pool of the node, but not yet in a block.'
    },
    confirmation: {
      group: 'coins',
      title: 'Confirmation',
      text: 'The block that contains a transaction, and each block after it. Every confirmation makes it less likely that the transaction is reversed.'
    },
    'miner-fee': {
      group: 'coins',
      title: 'Miner fee',
      text: 'What a transaction pays to the miner of its block. Miners include transactions with higher fees for their size first.'
    },
    'fund-units': {
      group: 'coins',
      title: 'Fund units (SF)',
      text: 'A fixed number of shares in the network. Every storage contract pays them a tax in coins.'
    },
    'fund-revenue': {
      group: 'coins',
      title: 'Fund revenue',
      text: 'The coins that fund units have earned since they last moved. They are paid out when the fund units are spent, even to the same wallet.'
    },
    phrase: {
      group: 'wallet',
      title: 'Recovery words',
      text: '12, 28 or 29 words, also called a recovery phrase, from which all keys of a wallet are derived. Anyone who has them can spend the coins.'
    },
    'watch-only': {
      group: 'wallet',
      title: 'Watch-only wallet',
      text: 'A wallet without keys. It shows the balance and the history; its payments are signed on another device.'
    },
    policy: {
      group: 'wallet',
      title: 'Spend policy',
      text: 'The conditions for spending an output: keys and how many of them must sign, a height, a time, a secret. The hash of the policy is the address.'
    },
    output: {
      group: 'wallet',
      title: 'Output',
      text: 'An amount that a transaction or a block paid to an address. It is spent whole; the rest comes back as a new output.'
    },
    proof: {
      group: 'wallet',
      title: 'Proof of an output',
      text: 'A path of hashes from an output to the state that block headers commit to. Quarry verifies it in your browser, so you need not trust a server that the output exists.'
    },
    difficulty: {
      group: 'mining',
      title: 'Difficulty',
      text: 'The number of hashes that a block takes on average. It adjusts so that blocks arrive at the target block time.'
    },
    target: {
      group: 'mining',
      title: 'Target',
      text: 'The highest hash, read as a number, that a block may have. The lower the target, the higher the difficulty.'
    },
    'hash-rate': {
      group: 'mining',
      title: 'Hash rate',
      text: 'Hashes per second. The chance of finding the next block is the miner’s share of the whole network’s hash rate.'
    },
    nonce: {
      group: 'mining',
      title: 'Nonce',
      text: 'The number in a block header that miners change until the hash of the header meets the target.'
    },
    share: {
      group: 'mining',
      title: 'Share',
      text: 'A hash that meets the difficulty of a mining pool, which is far below that of a block. It proves work to the pool, which pays for it.'
    },
    stale: {
      group: 'mining',
      title: 'Stale',
      text: 'A block or share that arrived too late: another block came first. A few are normal.'
    },
    work: {
      group: 'mining',
      title: 'Total work',
      text: 'The expected number of hashes for all blocks of the chain. Of two valid chains, the one with more work wins.'
    },
    commitment: {
      group: 'mining',
      title: 'Commitment',
      text: 'A hash in the block header that fixes the transactions of the block and the state of the chain before it.'
    },
    checkpoint: {
      group: 'mining',
      title: 'Checkpoint',
      text: 'The block at which verification starts. Its ID is trusted; everything after it is checked.'
    },
    reorganization: {
      group: 'mining',
      title: 'Reorganization',
      text: 'The chain switches to a branch with more work: the last blocks are reverted and others applied.'
    },
    contract: {
      group: 'storage',
      title: 'Storage contract',
      text: 'An agreement on the chain between a renter and a host. It says what each of them receives with and without a storage proof.'
    },
    sector: {
      group: 'storage',
      title: 'Sector',
      text: 'The unit in which hosts store data, 4 MiB on the main network. A sector is identified by its Merkle root.'
    },
    'storage-proof': {
      group: 'storage',
      title: 'Storage proof',
      text: 'A piece of the data, chosen at random by the chain, with the hashes that prove it belongs to the contract.'
    },
    'proof-window': {
      group: 'storage',
      title: 'Proof window',
      text: 'The blocks after the end of a contract in which the host must submit a storage proof. Without one, it loses the revenue and the collateral at risk.'
    },
    collateral: {
      group: 'storage',
      title: 'Collateral',
      text: 'The host’s coins locked in a contract. The host gets them back with a storage proof.'
    },
    allowance: {
      group: 'storage',
      title: 'Allowance',
      text: 'The budget of the renter for a period: funds, number of hosts, storage and traffic. It pays for the renter’s contracts.'
    },
    'renew-window': {
      group: 'storage',
      title: 'Renew window',
      text: 'The last blocks of a period, during which contracts are renewed for the next one.'
    },
    score: {
      group: 'storage',
      title: 'Score',
      text: 'The rank of a host by price, collateral, uptime, age and free storage. Renters pick hosts with higher scores more often.'
    },
    node: {
      group: 'software',
      title: 'Node',
      text: 'A program that validates every block and connects to other nodes, its peers. Quarry’s server contains one.'
    },
    daemon: {
      group: 'software',
      title: 'Daemon',
      text: 'A node with the older API: consensus, gateway, miner, host and renter.'
    },
    'wallet-server': {
      group: 'software',
      title: 'Wallet server',
      text: 'A node with the newer API: it reports balances, outputs and their proofs, and broadcasts transactions. It never holds keys.'
    }
  }
};
