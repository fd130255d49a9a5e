export { load } from '$lib/messages/mine';
