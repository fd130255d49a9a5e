export { load } from '$lib/messages/shell/notifications';
