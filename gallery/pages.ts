import Blocks from '@lucide/svelte/icons/blocks';
import Gauge from '@lucide/svelte/icons/gauge';
import HardDrive from '@lucide/svelte/icons/hard-drive';
import Pickaxe from '@lucide/svelte/icons/pickaxe';
import Plug from '@lucide/svelte/icons/plug';
import Wallet from '@lucide/svelte/icons/wallet';
import type { NavEntry } from '$lib/components/shell/navEntry';
import { m } from '$lib/messages/ui';

/** A navigation like the app's, with activity on two of its pages. */
export const PAGES: readonly NavEntry[] = [
  { href: '/', label: m.pages.overview, icon: Gauge, onPhone: true },
  { href: '/mine', label: m.pages.mine, icon: Pickaxe, onPhone: true, note: { words: 'mining now', tone: 'accent' } },
  { href: '/wallet', label: m.pages.wallet, icon: Wallet, onPhone: true },
  { href: '/chain', label: m.pages.chain, icon: Blocks, group: m.shell.node, onPhone: true },
  { href: '/connections', label: m.pages.connections, icon: Plug, group: m.shell.node },
  {
    href: '/host',
    label: m.pages.host,
    icon: HardDrive,
    group: m.shell.storage,
    note: { words: '2 alerts', count: 2, tone: 'bad' }
  }
];
