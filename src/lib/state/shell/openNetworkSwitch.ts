import type { TabChannel } from '$lib/services/ports';
import { openChannel } from '$lib/storage/channel';

/**
 * Notifies the browser's other tabs that Quarry's own node has switched networks.
 * @param onswitch called when another tab switched it
 */
export const openNetworkSwitch = (onswitch: () => void = () => undefined): TabChannel<'switched'> =>
  openChannel<'switched'>('quarry:network', onswitch);
