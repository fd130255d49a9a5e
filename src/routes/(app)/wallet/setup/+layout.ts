export { load } from '$lib/messages/walletSetup';
