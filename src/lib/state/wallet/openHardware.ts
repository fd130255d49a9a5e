import type { OpenDevice } from '$lib/keystore/webHid';

/** Opens a hardware device; call it from a click. @throws {HardwareError} */
export const openHardware = async (): Promise<OpenDevice> => (await import('$lib/keystore/webHid')).connectDevice();
