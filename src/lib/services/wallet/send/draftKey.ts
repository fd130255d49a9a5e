/** Key of a wallet's payment form in session storage. */
export const draftKey = (walletId: string): string => `quarry:send-draft:${walletId}`;
