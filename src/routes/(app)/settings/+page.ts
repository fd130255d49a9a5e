export { load } from '$lib/messages/shell/settings';
