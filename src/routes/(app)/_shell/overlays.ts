// Overlays in one chunk, outside the first load.
import { load as loadLeave } from '$lib/messages/shell/leave';
import { load as loadPalette } from '$lib/messages/shell/palette';
import { load as loadPayee } from '$lib/messages/shell/payee';
import { load as loadWalletList } from '$lib/messages/wallet/list';

export { default as ConnectionSwitcher } from './ConnectionSwitcher.svelte';
export { default as LeaveMining } from './LeaveMining.svelte';
export { default as Palette } from './Palette.svelte';
export { default as PayeeDialog } from './PayeeDialog.svelte';
export { default as StoppedNote } from './StoppedNote.svelte';

export const loadTexts = () => Promise.all([loadLeave(), loadPalette(), loadPayee(), loadWalletList()]);
