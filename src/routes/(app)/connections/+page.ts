export { load } from '$lib/messages/connections';
