export { load } from '$lib/messages/hosts/list';
