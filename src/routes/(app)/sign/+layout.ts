export { load } from '$lib/messages/wallet/sign';
