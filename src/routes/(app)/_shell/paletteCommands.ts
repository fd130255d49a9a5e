import Bell from '@lucide/svelte/icons/bell';
import Blocks from '@lucide/svelte/icons/blocks';
import Copy from '@lucide/svelte/icons/copy';
import Lock from '@lucide/svelte/icons/lock';
import Monitor from '@lucide/svelte/icons/monitor';
import Moon from '@lucide/svelte/icons/moon';
import Pickaxe from '@lucide/svelte/icons/pickaxe';
import Sun from '@lucide/svelte/icons/sun';
import WalletIcon from '@lucide/svelte/icons/wallet';
import type { Command } from '$lib/components/shell/command';
import { shortenId } from '$lib/messages/format';
import { classifySearch } from '$lib/explorer/search';
import type { ThemeChoice } from '$lib/state/shell/theme.svelte';
import type { WalletSummary } from '$lib/services/wallet/views';
import { PAGES } from './pages';

type Go = (href: string) => void;

/** Pages below those in the navigation, by the one they belong to. */
const BELOW: Readonly<Record<string, readonly { href: string; label: string; keywords?: string }[]>> = {
  '/chain': [
    { href: '/chain/changes', label: 'Chain: changes as they come', keywords: 'subscribe stream consensus' },
    { href: '/chain/validate', label: 'Chain: check a set of transactions', keywords: 'validate transaction set' },
    { href: '/chain/check', label: 'Chain: checked by this tab', keywords: 'light client proof verify trust headers' }
  ],
  '/host': [
    { href: '/host/settings', label: 'Host: settings and prices', keywords: 'collateral announce configure' },
    { href: '/host/storage', label: 'Host: storage folders', keywords: 'disk space capacity' },
    { href: '/host/contracts', label: 'Host: contracts', keywords: 'obligations revenue' }
  ],
  '/hosts': [{ href: '/hosts/filter', label: 'Hosts: filter mode', keywords: 'blacklist whitelist block' }],
  '/renter': [
    { href: '/renter/contracts', label: 'Renter: contracts' },
    { href: '/renter/backups', label: 'Renter: backups', keywords: 'restore' },
    { href: '/renter/maintenance', label: 'Renter: maintenance', keywords: 'bubble clean' }
  ],
  '/wallet': [
    { href: '/wallet/setup/create', label: 'Create a wallet', keywords: 'new seed phrase' },
    { href: '/wallet/setup/restore', label: 'Restore a wallet from its words', keywords: 'recover seed import' },
    { href: '/wallet/setup/watch', label: 'Watch addresses without keys', keywords: 'read only' },
    { href: '/wallet/policies', label: 'Spend policies', keywords: 'multisig timelock' },
    { href: '/sign', label: 'Sign a transfer on this device', keywords: 'offline qr' }
  ]
};

const KEYWORDS: Readonly<Record<string, string>> = {
  '/': 'home dashboard start',
  '/mine': 'gpu hash rate work',
  '/wallet': 'coins balance send receive',
  '/chain': 'blocks explorer height consensus',
  '/network': 'peers gateway bandwidth blocklist',
  '/daemon': 'alerts modules update version stop stack constants',
  '/connections': 'servers nodes switch test password dialect profiles',
  '/host': 'storage sell earnings',
  '/hosts': 'host database scores prices',
  '/renter': 'allowance store files spending'
};

export const pageCommands = (go: Go): Command[] =>
  PAGES.flatMap(({ href, label, icon }) => [
    { id: href, label, kind: 'page', keywords: KEYWORDS[href], icon, run: () => go(href) },
    ...(BELOW[href] ?? []).map((page) => ({
      id: page.href,
      label: page.label,
      kind: 'page',
      keywords: page.keywords,
      icon,
      run: () => go(page.href)
    }))
  ]);

/** What a height, an id or an address that was typed may lead to. */
export function chainCommands(typed: string, go: Go): Command[] {
  const command = (label: string, href: string): Command => ({
    id: href,
    label,
    kind: 'chain',
    icon: Blocks,
    always: true,
    run: () => go(href)
  });
  const search = classifySearch(typed);
  switch (search.kind) {
    case 'height':
      return [command(`Open block ${search.height}`, `/chain/${search.height}`)];
    case 'address':
      return [command(`Look at address ${shortenId(search.address)}`, `/chain/address/${search.address}`)];
    case 'id': {
      const short = shortenId(search.id);
      return [
        command(`Open block ${short}`, `/chain/${search.id}`),
        command(`Open transaction ${short}`, `/chain/transaction/${search.id}`),
        command(`Open output ${short}`, `/chain/output/${search.id}`),
        command(`Open contract ${short}`, `/chain/contract/${search.id}`)
      ];
    }
    default:
      return [];
  }
}

interface Actions {
  readonly mining: boolean;
  readonly startMining: () => void;
  readonly stopMining: () => void;
  /** The node's own CPU miner runs. */
  readonly nodeMining: boolean;
  readonly startNodeMiner: () => void;
  readonly stopNodeMiner: () => void;
  readonly openAlerts: number;
  readonly acknowledgeAll: () => void;
  readonly theme: ThemeChoice;
  readonly setTheme: (choice: ThemeChoice) => void;
}

export function actionCommands(actions: Actions): Command[] {
  const action = (id: string, label: string, icon: Command['icon'], run: () => void, keywords?: string): Command => ({
    id,
    label,
    kind: 'action',
    icon,
    keywords,
    run
  });
  const themes = [
    { choice: 'light', icon: Sun, label: 'Use light colours' },
    { choice: 'dark', icon: Moon, label: 'Use dark colours' },
    { choice: 'system', icon: Monitor, label: 'Use the colours of the system' }
  ] as const;
  return [
    actions.mining
      ? action('stop-mining', 'Stop mining in this tab', Pickaxe, actions.stopMining)
      : action('start-mining', 'Start mining in this tab', Pickaxe, actions.startMining),
    actions.nodeMining
      ? action('stop-node-miner', 'Stop the node’s CPU miner', Pickaxe, actions.stopNodeMiner)
      : action('start-node-miner', 'Start the node’s CPU miner', Pickaxe, actions.startNodeMiner),
    ...(actions.openAlerts > 0
      ? [action('acknowledge', `Acknowledge all alerts (${actions.openAlerts})`, Bell, actions.acknowledgeAll)]
      : []),
    ...themes
      .filter(({ choice }) => choice !== actions.theme)
      .map(({ choice, icon, label }) =>
        action(`theme-${choice}`, label, icon, () => actions.setTheme(choice), `theme ${choice} mode`)
      )
  ];
}

interface WalletActions {
  readonly go: Go;
  readonly lockAll: () => unknown;
  readonly copyAddress: (wallet: WalletSummary) => unknown;
}

export function walletCommands(wallets: readonly WalletSummary[], actions: WalletActions): Command[] {
  if (wallets.length === 0) return [];
  return [
    { id: 'lock', label: 'Lock all wallets', kind: 'action', icon: Lock, run: () => actions.lockAll() },
    ...wallets.flatMap((wallet) => [
      {
        id: `open-${wallet.id}`,
        label: `Open wallet ${wallet.name}`,
        kind: 'wallet',
        icon: WalletIcon,
        run: () => actions.go(`/wallet/${wallet.id}`)
      },
      {
        id: `copy-${wallet.id}`,
        label: `Copy the address of ${wallet.name}`,
        kind: 'wallet',
        keywords: 'receive',
        icon: Copy,
        run: () => actions.copyAddress(wallet)
      }
    ])
  ];
}
