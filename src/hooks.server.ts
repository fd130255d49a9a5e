export { handle, init } from '$lib/server/hooks';
