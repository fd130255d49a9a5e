// What the Mine page shows besides the search itself, in one chunk: the page is there before it.
import { load as loadQuantities } from '$lib/messages/form/quantity';
import { load as loadDevices } from '$lib/messages/mining/devices';
import { load as loadPauses } from '$lib/messages/mining/pauses';

export const loadTexts = () => Promise.all([loadDevices(), loadPauses(), loadQuantities()]).then(() => undefined);
export { default as DevicesCard } from './DevicesCard.svelte';
export { default as ElectricityCard } from './ElectricityCard.svelte';
export { default as PausesCard } from '../_parts/PausesCard.svelte';
