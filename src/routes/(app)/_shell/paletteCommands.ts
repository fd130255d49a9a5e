import Bell from '@lucide/svelte/icons/bell';
import Blocks from '@lucide/svelte/icons/blocks';
import Copy from '@lucide/svelte/icons/copy';
import Download from '@lucide/svelte/icons/download';
import Lock from '@lucide/svelte/icons/lock';
import Monitor from '@lucide/svelte/icons/monitor';
import Moon from '@lucide/svelte/icons/moon';
import Pickaxe from '@lucide/svelte/icons/pickaxe';
import Sun from '@lucide/svelte/icons/sun';
import WalletIcon from '@lucide/svelte/icons/wallet';
import type { Command } from '$lib/components/shell/command';
import { beginningWith, type KnownItem } from '$lib/explorer/known';
import type { SearchHit } from '$lib/explorer/lookup';
import { shortenId } from '$lib/messages/format';
import { m } from '$lib/messages/shell/palette';
import { classifySearch } from '$lib/explorer/search';
import type { ThemeChoice } from '$lib/state/shell/theme.svelte';
import type { WalletSummary } from '$lib/services/wallet/views';
import { pages } from './pages';

type Go = (href: string) => void;

/** Subpages of those in the navigation, by parent. */
const BELOW: Readonly<Record<string, readonly (keyof typeof m.pages)[]>> = {
  '/chain': ['/chain/changes', '/chain/validate', '/chain/check'],
  '/host': [
    '/host/settings',
    '/host/storage',
    '/host/contracts',
    '/host/contracts?state=open',
    '/host/contracts?state=failed'
  ],
  '/hosts': ['/hosts/filter'],
  '/renter': ['/renter/contracts', '/renter/backups', '/renter/maintenance'],
  '/settings': ['/inbox'],
  '/wallet': [
    '/wallet/setup/create',
    '/wallet/setup/restore',
    '/wallet/setup/watch',
    '/wallet/contacts',
    '/wallet/policies',
    '/wallet/messages',
    '/wallet/hardware',
    '/pay',
    '/sign'
  ]
};

export const pageCommands = (go: Go): Command[] =>
  pages().flatMap(({ href, label, icon }) => {
    const command = (href: string, label: string, keywords: string | undefined): Command => ({
      id: href,
      label,
      kind: 'page',
      keywords,
      icon,
      run: () => go(href)
    });
    return [
      command(href, label, (m.keywords as Readonly<Record<string, string>>)[href]),
      ...(BELOW[href] ?? []).map((below) => command(below, m.pages[below].label, m.pages[below].keywords))
    ];
  });

/**
 * Commands for a typed height, id or address.
 * @param hits search results for a complete id
 */
export function chainCommands(typed: string, hits: readonly SearchHit[], go: Go): Command[] {
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
      return [command(m.open.block(String(search.height)), `/chain/${search.height}`)];
    case 'address':
      return [command(m.open.address(shortenId(search.address)), `/chain/address/${search.address}`)];
    case 'id': {
      const short = shortenId(search.id);
      return hits.map(({ kind, href }) => {
        const name = kind === 'coinOutput' || kind === 'fundOutput' ? 'output' : kind;
        return command(m.open[name](short), href);
      });
    }
    default:
      return [];
  }
}

/** Commands for known things that match by the beginning of their id or by label. */
export function knownCommands(typed: string, things: readonly KnownItem[], go: Go): Command[] {
  if (typed.trim() === '') return [];
  const begun = new Set(beginningWith(typed, things));
  return things
    .filter((thing) => thing.isLabeled || begun.has(thing))
    .map((thing) => {
      const { id, kind, name, href, isLabeled } = thing;
      return {
        id: href,
        label: isLabeled
          ? m.open.labeled(name, shortenId(id))
          : kind === 'address'
            ? `${m.open.address(shortenId(id))} · ${name}`
            : m.open[kind](kind === 'block' ? name : shortenId(id)),
        kind: 'chain',
        icon: Blocks,
        always: begun.has(thing),
        run: () => go(href)
      };
    });
}

interface Actions {
  readonly mining: boolean;
  readonly startMining: () => void;
  readonly stopMining: () => void;
  /** The node's own CPU miner is running. */
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
    { choice: 'light', icon: Sun, label: m.actions.theme.light },
    { choice: 'dark', icon: Moon, label: m.actions.theme.dark },
    { choice: 'system', icon: Monitor, label: m.actions.theme.system }
  ] as const;
  return [
    actions.mining
      ? action('stop-mining', m.actions.stopMining, Pickaxe, actions.stopMining)
      : action('start-mining', m.actions.startMining, Pickaxe, actions.startMining),
    actions.nodeMining
      ? action('stop-node-miner', m.actions.stopNodeMiner, Pickaxe, actions.stopNodeMiner)
      : action('start-node-miner', m.actions.startNodeMiner, Pickaxe, actions.startNodeMiner),
    ...(actions.openAlerts > 0
      ? [action('acknowledge', m.actions.acknowledgeAll(actions.openAlerts), Bell, actions.acknowledgeAll)]
      : []),
    ...themes
      .filter(({ choice }) => choice !== actions.theme)
      .map(({ choice, icon, label }) =>
        action(`theme-${choice}`, label, icon, () => actions.setTheme(choice), `${m.actions.themeKeywords} ${choice}`)
      )
  ];
}

interface WalletActions {
  readonly go: Go;
  readonly lockAll: () => unknown;
  readonly copyAddress: (wallet: WalletSummary) => unknown;
  readonly exportHistory: (wallet: WalletSummary) => unknown;
  readonly exportLabels: (wallet: WalletSummary) => unknown;
}

export function walletCommands(wallets: readonly WalletSummary[], actions: WalletActions): Command[] {
  if (wallets.length === 0) return [];
  return [
    { id: 'lock', label: m.actions.lockAll, kind: 'action', icon: Lock, run: () => actions.lockAll() },
    {
      id: 'backup',
      label: m.actions.backup,
      kind: 'action',
      keywords: m.actions.exportKeywords,
      icon: Download,
      run: () => actions.go('/wallet?backup')
    },
    ...wallets.flatMap((wallet): Command[] => [
      {
        id: `open-${wallet.id}`,
        label: m.open.wallet(wallet.name),
        kind: 'wallet',
        keywords: m.actions.openKeywords,
        icon: WalletIcon,
        run: () => actions.go(`/wallet/${wallet.id}`)
      },
      {
        id: `send-${wallet.id}`,
        label: m.actions.send(wallet.name),
        kind: 'wallet',
        keywords: m.actions.sendKeywords,
        icon: WalletIcon,
        run: () => actions.go(`/wallet/${wallet.id}/send`)
      },
      {
        id: `receive-${wallet.id}`,
        label: m.actions.receive(wallet.name),
        kind: 'wallet',
        keywords: m.actions.receiveKeywords,
        icon: WalletIcon,
        run: () => actions.go(`/wallet/${wallet.id}/receive`)
      },
      {
        id: `copy-${wallet.id}`,
        label: m.actions.copyAddress(wallet.name),
        kind: 'wallet',
        keywords: m.actions.copyKeywords,
        icon: Copy,
        run: () => actions.copyAddress(wallet)
      },
      {
        id: `history-${wallet.id}`,
        label: m.actions.exportHistory(wallet.name),
        kind: 'wallet',
        keywords: m.actions.exportKeywords,
        icon: Download,
        run: () => actions.exportHistory(wallet)
      },
      {
        id: `labels-${wallet.id}`,
        label: m.actions.exportLabels(wallet.name),
        kind: 'wallet',
        keywords: m.actions.exportKeywords,
        icon: Download,
        run: () => actions.exportLabels(wallet)
      }
    ])
  ];
}
