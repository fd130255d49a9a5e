export { load } from '$lib/messages/host/storage';
