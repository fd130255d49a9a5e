export { load } from '$lib/messages/chain/pages';
