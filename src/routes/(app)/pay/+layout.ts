export { load } from '$lib/messages/wallet/opening';
