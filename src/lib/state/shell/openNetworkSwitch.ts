import type { TabChannel } from '$lib/services/ports';
import { openChannel } from '$lib/storage/channel';

/**
 * Between the tabs of this browser: Quarry's own node follows another network now.
 * @param onswitch another tab changed it
 */
export const openNetworkSwitch = (onswitch: () => void = () => undefined): TabChannel<'switched'> =>
  openChannel<'switched'>('quarry:network', onswitch);
