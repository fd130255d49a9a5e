import CircleQuestionMark from '@lucide/svelte/icons/circle-question-mark';
import Blocks from '@lucide/svelte/icons/blocks';
import CloudUpload from '@lucide/svelte/icons/cloud-upload';
import Database from '@lucide/svelte/icons/database';
import Gauge from '@lucide/svelte/icons/gauge';
import HardDrive from '@lucide/svelte/icons/hard-drive';
import Pickaxe from '@lucide/svelte/icons/pickaxe';
import Plug from '@lucide/svelte/icons/plug';
import Settings from '@lucide/svelte/icons/settings';
import Terminal from '@lucide/svelte/icons/terminal';
import WalletIcon from '@lucide/svelte/icons/wallet';
import Waypoints from '@lucide/svelte/icons/waypoints';
import { m } from '$lib/messages/ui';
import type { NavEntry } from '$lib/components/shell/navEntry';

/** All pages in the navigation, in order. */
export const pages = (): readonly NavEntry[] => [
  { href: '/', label: m.pages.overview, icon: Gauge, onPhone: true },
  { href: '/mine', label: m.pages.mine, icon: Pickaxe, onPhone: true },
  { href: '/wallet', label: m.pages.wallet, icon: WalletIcon, onPhone: true },
  { href: '/chain', label: m.pages.chain, icon: Blocks, group: m.shell.node, onPhone: true },
  { href: '/network', label: m.pages.network, icon: Waypoints, group: m.shell.node },
  { href: '/daemon', label: m.pages.daemon, icon: Terminal, group: m.shell.node },
  { href: '/connections', label: m.pages.connections, icon: Plug, group: m.shell.node },
  { href: '/host', label: m.pages.host, icon: HardDrive, group: m.shell.storage },
  { href: '/hosts', label: m.pages.hosts, icon: Database, group: m.shell.storage },
  { href: '/renter', label: m.pages.renter, icon: CloudUpload, group: m.shell.storage },
  { href: '/settings', label: m.pages.settings, icon: Settings, group: 'Quarry' },
  { href: '/help', label: m.pages.help, icon: CircleQuestionMark, group: 'Quarry' }
];
