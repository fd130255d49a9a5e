export { load } from '$lib/messages/chain/check';
