import { HardwareError } from '$lib/wallet/hardware/errors';
import { HidAnswer, hidReports } from '$lib/wallet/hardware/hidFrames';
import { requireOpenApp, type DeviceLink } from '$lib/wallet/hardware/signerApp';

/** The parts of WebHID that are used, which TypeScript's DOM types lack. */
export interface HidDevice {
  readonly vendorId: number;
  readonly opened: boolean;
  open(): Promise<void>;
  close(): Promise<void>;
  sendReport(reportId: number, data: Uint8Array<ArrayBuffer>): Promise<void>;
  addEventListener(type: 'inputreport', listener: (event: { readonly data: DataView }) => void): void;
  removeEventListener(type: 'inputreport', listener: (event: { readonly data: DataView }) => void): void;
}
export interface Hid {
  getDevices(): Promise<readonly HidDevice[]>;
  requestDevice(options: { filters: readonly { vendorId: number }[] }): Promise<readonly HidDevice[]>;
  addEventListener(type: 'disconnect', listener: (event: { readonly device: HidDevice }) => void): void;
  removeEventListener(type: 'disconnect', listener: (event: { readonly device: HidDevice }) => void): void;
}

/** Ledger. Product ids change with the app that is open. */
const VENDOR = 0x2c97;
const MAX_CHANNEL = 0x1_0000;

/** This browser's WebHID; undefined if unsupported, or if the page is not in a secure context. */
export const browserHid = (): Hid | undefined => (navigator as { readonly hid?: Hid }).hid;

/** An open device. */
export interface OpenDevice extends DeviceLink {
  close(): Promise<void>;
}

/**
 * Opens a device that the user has already allowed, or lets the user choose one; must be called from a click handler.
 * @throws {HardwareError} also if the network's app is not open on it
 */
export async function connectDevice(hid: Hid | undefined = browserHid()): Promise<OpenDevice> {
  if (!hid) throw new HardwareError('hardware/no-browser-support');
  const isOurs = ({ vendorId }: HidDevice): boolean => vendorId === VENDOR;
  const device =
    (await hid.getDevices()).find(isOurs) ??
    (await hid.requestDevice({ filters: [{ vendorId: VENDOR }] })).find(isOurs);
  if (!device) throw new HardwareError('hardware/disconnected');
  try {
    if (!device.opened) await device.open();
  } catch (error) {
    throw new HardwareError('hardware/system', 0, { cause: error });
  }
  const channel = crypto.getRandomValues(new Uint16Array(1))[0]! % MAX_CHANNEL;
  const link = {
    exchange: (command: Uint8Array) => exchange(hid, device, channel, command),
    close: () => device.close()
  };
  try {
    await requireOpenApp(link);
  } catch (error) {
    await link.close();
    throw error;
  }
  return link;
}

/** No time limit: the user reads and decides. */
function exchange(hid: Hid, device: HidDevice, channel: number, command: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const answer = new HidAnswer(channel);
    const finish = (act: () => void) => {
      device.removeEventListener('inputreport', take);
      hid.removeEventListener('disconnect', leave);
      act();
    };
    const take = ({ data }: { readonly data: DataView }) => {
      try {
        const whole = answer.add(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
        if (whole) finish(() => resolve(whole));
      } catch (error) {
        finish(() => reject(error as Error));
      }
    };
    const leave = (event: { readonly device: HidDevice }) => {
      if (event.device === device) finish(() => reject(new HardwareError('hardware/disconnected')));
    };
    const send = async () => {
      for (const report of hidReports(channel, command)) await device.sendReport(0, report);
    };
    device.addEventListener('inputreport', take);
    hid.addEventListener('disconnect', leave);
    send().catch((error: unknown) =>
      finish(() => reject(new HardwareError('hardware/disconnected', 0, { cause: error })))
    );
  });
}
