export { load } from '$lib/messages/wallet/pages';
