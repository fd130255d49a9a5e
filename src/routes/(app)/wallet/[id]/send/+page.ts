export { load } from '$lib/messages/walletSend';
