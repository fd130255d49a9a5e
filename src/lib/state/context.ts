import { createContext } from 'svelte';
import type { ErrorLog } from '$lib/services/diagnostics/errorLog';
import type { Alerts } from './node/alerts.svelte';
import type { TransportOptions } from '$lib/api/http/transport';
import type { Chain } from './chain/chain.svelte';
import type { NodeStatus } from './node/nodeStatus.svelte';
import type { History } from './node/history.svelte';
import type { LightClient } from './light/lightClient.svelte';
import type { WalletProofs } from './wallet/proofs.svelte';
import type { MinerState } from './mining/miner.svelte';
import type { Notifications } from './notifications/notifications.svelte';
import type { PriceState } from './prices/prices.svelte';
import type { Notices } from './shell/notices.svelte';
import type { Overview } from './node/overview.svelte';
import type { Shutdown } from './node/shutdown.svelte';
import type { Theme } from './shell/theme.svelte';
import type { WalletState } from './wallet/wallet.svelte';
import type { Wallets } from './wallet/wallets.svelte';

// One instance per layout. Pages get shared state from here; components get values as props.
export const [getTheme, setTheme] = createContext<Theme>();
export const [getNotices, setNotices] = createContext<Notices>();
export const [getNodeStatus, setNodeStatus] = createContext<NodeStatus>();
/** This tab's connection. */
export const [getOpenedWith, setOpenedWith] = createContext<{ readonly id: string; readonly name: string }>();
/** Reloads the tab with another connection, after a confirmation if work is running. */
export const [getUseConnection, setUseConnection] = createContext<(connection: { id: string; name: string }) => void>();
/** Opens the command palette. */
export const [getOpenPalette, setOpenPalette] = createContext<() => void>();
/** For the clients of modules that only some pages need, such as the host's. */
export const [getDaemonTransport, setDaemonTransport] = createContext<TransportOptions>();
/** Loads the node's sampled history on first use. */
export const [getOpenHistory, setOpenHistory] = createContext<() => Promise<History>>();
/** Loads coin prices on first use. */
export const [getOpenPrices, setOpenPrices] = createContext<() => Promise<PriceState>>();
/** Opens the inbox on first use. */
export const [getOpenNotifications, setOpenNotifications] = createContext<() => Promise<Notifications>>();
/** The last errors of this tab, loaded on first use. */
export const [getOpenErrorLog, setOpenErrorLog] = createContext<() => Promise<ErrorLog>>();
export const [getOverview, setOverview] = createContext<Overview>();
export const [getAlerts, setAlerts] = createContext<Alerts>();
export const [getShutdown, setShutdown] = createContext<Shutdown>();
export const [getMiner, setMiner] = createContext<MinerState>();
/** Loads the wallet code on first use. */
export const [getOpenWallets, setOpenWallets] = createContext<() => Promise<Wallets>>();
export const [getWallets, setWallets] = createContext<Wallets>();
/** The wallet of the current page. */
export const [getWallet, setWallet] = createContext<WalletState>();
/** Proof status of that wallet's outputs. */
export const [getWalletProofs, setWalletProofs] = createContext<WalletProofs>();
/** Loads the light client on first use. */
export const [getOpenLight, setOpenLight] = createContext<() => Promise<LightClient>>();
/** State shared by the chain pages. */
export const [getChain, setChain] = createContext<Chain>();
