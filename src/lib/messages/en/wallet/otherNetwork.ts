export default {
  list: {
    title: 'On other networks',
    text: 'The node is on another chain. These wallets can be used when it is on theirs.'
  },
  blocked: {
    title: (network: string) => `This wallet belongs to the network “${network}”`,
    text: 'The node is on another chain, where this wallet has no coins. To send or receive, <link>change the network in Settings</link> or switch to another connection in the header. Nothing in the wallet is lost.'
  }
};
