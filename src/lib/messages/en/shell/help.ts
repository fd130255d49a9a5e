export default {
  title: 'Help',
  lead: 'Available offline.',
  glossary: 'Glossary',
  diagnostics: {
    title: 'Diagnostics',
    text: 'For a bug report: versions, browser, graphics adapter, settings and the last errors of this tab. Addresses, IDs, keys, words, passwords and servers are left out. Nothing is sent; read it before you post it.',
    copy: 'Copy diagnostics',
    copied: 'Copied. This is what was copied:',
    notCopied: 'Your browser did not allow copying. Select the text instead:',
    failed: 'The diagnostics could not be collected. Reload the page and try again.'
  },
  howTos: [
    {
      title: 'Mine',
      steps: [
        'Open <mine>Mine</mine> and press “Start mining”.',
        'With a wallet in this browser, block rewards go to that wallet. Without one, Quarry offers to create one.',
        'Mined coins can be spent once they have matured.'
      ]
    },
    {
      title: 'Receive',
      steps: [
        'Open a wallet under <wallet>Wallet</wallet>, then “Receive”.',
        'Copy the address or show its QR code. Each payer can get a different address, with a label that only you see.',
        'A payment is unconfirmed until a block contains it.'
      ]
    },
    {
      title: 'Send',
      steps: [
        'Open a wallet, then “Send”. Enter the address and the amount, or <pay>open a payment link</pay>.',
        'Check the review: it is decoded from the exact bytes you will sign.',
        'Sign with the wallet’s password. The page tracks the payment until it is confirmed.'
      ]
    },
    {
      title: 'Back up',
      steps: [
        'Write the recovery words on paper when you create a wallet.',
        'Under <wallet>Wallet</wallet>, save an encrypted backup file. It contains all wallets, labels and watched addresses.',
        'Keep both away from this device. Anyone who has the words can spend the coins.'
      ]
    },
    {
      title: 'Recover',
      steps: [
        'Restore a wallet <words>from its words</words> or <file>from a backup file</file>.',
        'Quarry scans for used addresses. If some are missing, scan more in the wallet’s settings.',
        'If you forgot a wallet’s password, restore the wallet from its words with a new password. Then remove the old entry.',
        'To move the coins of an old wallet into this one, choose “Sweep another wallet” in this wallet’s settings.'
      ]
    },
    {
      title: 'Join a network',
      steps: [
        'Choose a network under <settings>Settings</settings>. If it was set at startup, start Quarry with <code>npm start -- --network main</code> instead.',
        'Choose where the chain begins: at the first block or at the published checkpoint.',
        'The header shows when the node is synced.'
      ]
    },
    {
      title: 'Connect a daemon',
      steps: [
        'Under <connections>Connections</connections>, add the address and API password of a daemon or wallet server.',
        'Test the connection. The test says whether the address, the password or the service is wrong.',
        'Switch to it in the header. Other tabs keep their connection.'
      ]
    }
  ]
};
