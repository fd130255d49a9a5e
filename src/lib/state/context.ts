import { createContext } from 'svelte';
import type { Connection } from './connection.svelte';
import type { MinerState } from './miner.svelte';
import type { NodeMiner } from './nodeMiner.svelte';
import type { Notices } from './notices.svelte';
import type { Overview } from './overview.svelte';
import type { Theme } from './theme.svelte';

// One instance a layout; pages take what they need from here, components get values as props.
export const [getTheme, setTheme] = createContext<Theme>();
export const [getNotices, setNotices] = createContext<Notices>();
export const [getConnection, setConnection] = createContext<Connection>();
export const [getOverview, setOverview] = createContext<Overview>();
export const [getMiner, setMiner] = createContext<MinerState>();
export const [getNodeMiner, setNodeMiner] = createContext<NodeMiner>();
