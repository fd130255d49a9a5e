export { load } from '$lib/messages/wallet/sweep';
