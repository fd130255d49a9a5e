/** What a module of the daemon is for, and the page where it is managed. */
interface ModuleWords {
  readonly label: string;
  readonly purpose: string;
  readonly href?: string;
}

/** In the order in which they are shown; by the names that the daemon gives them. */
const WORDS: Readonly<Record<string, ModuleWords>> = {
  consensus: { label: 'Chain', purpose: 'checks blocks and keeps the chain', href: '/chain' },
  gateway: { label: 'Network', purpose: 'talks to other nodes', href: '/network' },
  transactionpool: { label: 'Transaction pool', purpose: 'holds transactions that wait for a block' },
  miner: { label: 'Miner', purpose: 'hands out work and takes solved blocks', href: '/mine' },
  wallet: { label: 'Wallet', purpose: 'keeps coins on the node’s own computer; wallets in Quarry do without it' },
  host: { label: 'Host', purpose: 'sells disk space', href: '/host' },
  renter: { label: 'Renter', purpose: 'stores files with hosts', href: '/renter' },
  explorer: { label: 'Explorer', purpose: 'finds anything that ever was on the chain' },
  accounting: { label: 'Accounting', purpose: 'adds up what came in and went out' }
};

export interface ModuleRow extends ModuleWords {
  readonly name: string;
  readonly on: boolean;
}

/** One row a module, those known first; one of a newer daemon shows under its own name. */
export function moduleRows(modules: Readonly<Record<string, boolean>>): ModuleRow[] {
  const known = Object.keys(WORDS).filter((name) => name in modules);
  const others = Object.keys(modules).filter((name) => !(name in WORDS));
  return [...known, ...others].map((name) => ({
    name,
    on: modules[name] === true,
    ...(WORDS[name] ?? { label: name, purpose: 'not known to this version of Quarry' })
  }));
}
