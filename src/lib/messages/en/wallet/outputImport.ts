import { formatAmount } from '../../quantities/amounts';
import { formatCount } from '../../numbers';
import { plural } from '../../plural';

export default {
  title: 'Outputs from another server',
  text: 'A node that started at a checkpoint has no record of what this wallet received before it. Another wallet server can list its unspent outputs with proofs, which are verified against the accumulator of your own node.',
  open: 'Import outputs…',
  privacy:
    'The server learns which addresses belong to this wallet. You can import from several: each may list outputs that the others miss.',
  server: 'Wallet server',
  none: 'There is no other connection with a wallet server. <link>Add one</link>, then come back.',
  unlockFirst: 'Unlock the wallet first: the import looks up all addresses of its keys.',
  unlock: 'Unlock',
  start: 'Import',
  stop: 'Stop',
  close: 'Close',
  failed: 'Nothing was imported',
  steps: {
    discovering: (checked: number, found: number) =>
      `Looking for used addresses: ${formatCount(checked)} keys scanned, ${plural(found, { one: '# address', other: '# addresses' })} found`,
    rescanning: 'Loading the found addresses from your own node',
    reading: (outputs: number) => `Verifying ${plural(outputs, { one: '# output', other: '# outputs' })}`,
    waiting: (height: number) => `Waiting for your node and the wallet to reach block ${formatCount(height)}`,
    carrying: (height: number, target: number) =>
      `Updating the proofs to block ${formatCount(target)}: now at ${formatCount(height)}`
  },
  done: {
    added: (server: string, coins: bigint, outputs: number) =>
      `${server}: ${plural(outputs, { one: '# output', other: '# outputs' })} imported, ${formatAmount(coins)}.`,
    nothing: (server: string) => `${server}: no new outputs.`,
    known: (known: number) =>
      plural(known, { one: '# was already in the wallet.', other: '# were already in the wallet.' }),
    spent: (spent: number) => plural(spent, { one: '# has been spent since.', other: '# have been spent since.' })
  },
  missing: {
    title: 'Matured payouts are not listed',
    text: (coins: bigint) =>
      `A server reported payouts of ${formatAmount(coins)} that should have matured by now, but the wallet server does not list them. They do not count toward the balance until one lists them with a proof; Quarry keeps checking. To check now, connect to another wallet server and <link>rescan the wallet</link>: if the payouts are not found there either, they probably never existed.`
  },
  imported: {
    title: 'Part of this balance was imported',
    text: 'The imported outputs are proven to exist, but there may be more. The history before the checkpoint is missing.',
    from: (server: string, date: string, height: number, outputs: number) =>
      `${server}, ${date}, at block ${formatCount(height)}: ${plural(outputs, { one: '# output', other: '# outputs' })}`
  },
  offer: {
    title: 'Your node has no data from before its checkpoint',
    text: (height: number) =>
      `It started at block ${formatCount(height)}. Coins that this wallet received before it are not shown. <link>Import them from another server</link>, or sync the node from the first block.`
  }
};
