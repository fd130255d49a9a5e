export { load } from '$lib/messages/host/verdict';
