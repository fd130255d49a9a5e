import type { OpenDevice } from '$lib/keystore/webHid';

/** Opens a hardware device; call from a click handler. @throws {HardwareError} */
export const openHardware = async (): Promise<OpenDevice> => (await import('$lib/keystore/webHid')).connectDevice();
