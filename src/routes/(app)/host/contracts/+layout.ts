export { load } from '$lib/messages/host/contracts';
