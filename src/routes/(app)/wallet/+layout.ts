export { load } from '$lib/messages/wallet/list';
