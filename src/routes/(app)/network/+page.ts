export { load } from '$lib/messages/network';
