export { load } from '$lib/messages/renter/maintenance';
