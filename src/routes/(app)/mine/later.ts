// The rest of the Mine page, besides the mining controls, in one chunk that loads after the page appears.
import { load as loadQuantities } from '$lib/messages/form/quantity';
import { load as loadDevices } from '$lib/messages/mining/devices';
import { load as loadPauses } from '$lib/messages/mining/pauses';

export const loadTexts = () => Promise.all([loadDevices(), loadPauses(), loadQuantities()]).then(() => undefined);
export { default as DevicesCard } from './DevicesCard.svelte';
export { default as ElectricityCard } from './ElectricityCard.svelte';
export { default as PausesCard } from '../_parts/PausesCard.svelte';
