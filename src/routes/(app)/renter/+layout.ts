export { load } from '$lib/messages/renter/overview';
