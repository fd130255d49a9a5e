export { load } from '$lib/messages/renter/contracts';
