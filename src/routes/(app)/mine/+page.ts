export { load } from '$lib/messages/mining/mine';
