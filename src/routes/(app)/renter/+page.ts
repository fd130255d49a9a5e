export { load } from '$lib/messages/renter/allowance';
