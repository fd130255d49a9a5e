export default {
  list: {
    title: 'On other networks',
    text: 'The node follows another chain. These wallets can be used again once it follows theirs.'
  },
  blocked: {
    title: (network: string) => `This wallet belongs to the network “${network}”`,
    text: 'The node follows another chain, on which this wallet has no coins. To send or receive, <link>change the network in Settings</link> or switch to another connection in the header. Nothing in the wallet is lost.'
  }
};
