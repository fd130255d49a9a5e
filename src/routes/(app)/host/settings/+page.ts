export { load } from '$lib/messages/host/settings';
