export { load } from '$lib/messages/wallet/send';
