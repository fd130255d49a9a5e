export { load } from '$lib/messages/chain/changes';
