export { load } from '$lib/messages/walletSign';
