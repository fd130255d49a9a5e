export { load } from '$lib/messages/hosts/filter';
