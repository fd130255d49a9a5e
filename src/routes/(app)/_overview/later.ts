// The rest of the Overview, besides the chain, its latest blocks and the first steps, in one chunk that loads after the
// page appears.
import { load as loadSync } from '$lib/messages/sync';
import { load as loadList } from '$lib/messages/wallet/list';

export const loadTexts = () => Promise.all([loadList(), loadSync()]).then(() => undefined);
export { createNodeSync } from '$lib/api/quarry/nodeSync';
export { NodeSync } from '$lib/state/node/nodeSync.svelte';
export { StorageOverview } from '$lib/state/node/storageOverview.svelte';
export { default as AlertsCard } from './AlertsCard.svelte';
export { default as CompletedSteps } from './CompletedSteps.svelte';
export { default as FirstChoice } from './FirstChoice.svelte';
export { default as HostCard } from './HostCard.svelte';
export { default as NoNodeCard } from './NoNodeCard.svelte';
export { default as NodeCard } from './NodeCard.svelte';
export { default as PeersCard } from './PeersCard.svelte';
export { default as RenterCard } from './RenterCard.svelte';
export { default as SyncProgress } from '../_parts/SyncProgress.svelte';
export { default as TabCard } from './TabCard.svelte';
export { default as WalletsCard } from './WalletsCard.svelte';
export { default as WalletServerCard } from './WalletServerCard.svelte';
