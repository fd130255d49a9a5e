// What the first page shows of host and renter, in one chunk: the page is there before it.
export { StorageOverview } from '$lib/state/node/storageOverview.svelte';
export { default as Checklist } from './Checklist.svelte';
export { default as HostCard } from './HostCard.svelte';
export { default as RenterCard } from './RenterCard.svelte';
