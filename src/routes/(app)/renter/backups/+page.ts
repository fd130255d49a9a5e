export { load } from '$lib/messages/renter/backups';
