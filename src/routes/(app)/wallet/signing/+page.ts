export { load } from '$lib/messages/wallet/setup';
