import Blocks from '@lucide/svelte/icons/blocks';
import CloudUpload from '@lucide/svelte/icons/cloud-upload';
import Database from '@lucide/svelte/icons/database';
import Gauge from '@lucide/svelte/icons/gauge';
import HardDrive from '@lucide/svelte/icons/hard-drive';
import Pickaxe from '@lucide/svelte/icons/pickaxe';
import Plug from '@lucide/svelte/icons/plug';
import Terminal from '@lucide/svelte/icons/terminal';
import WalletIcon from '@lucide/svelte/icons/wallet';
import Waypoints from '@lucide/svelte/icons/waypoints';
import type { NavEntry } from '$lib/components/shell/navEntry';

/** Every page of the app that has a place in the navigation, in its order. */
export const PAGES: readonly NavEntry[] = [
  { href: '/', label: 'Overview', icon: Gauge, onPhone: true },
  { href: '/mine', label: 'Mine', icon: Pickaxe, onPhone: true },
  { href: '/wallet', label: 'Wallet', icon: WalletIcon, onPhone: true },
  { href: '/chain', label: 'Chain', icon: Blocks, group: 'Node', onPhone: true },
  { href: '/network', label: 'Network', icon: Waypoints, group: 'Node' },
  { href: '/daemon', label: 'Daemon', icon: Terminal, group: 'Node' },
  { href: '/connections', label: 'Connections', icon: Plug, group: 'Node' },
  { href: '/host', label: 'Host', icon: HardDrive, group: 'Storage' },
  { href: '/hosts', label: 'Hosts', icon: Database, group: 'Storage' },
  { href: '/renter', label: 'Renter', icon: CloudUpload, group: 'Storage' }
];
