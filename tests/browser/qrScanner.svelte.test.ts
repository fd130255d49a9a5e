import { flushSync, mount, unmount } from 'svelte';
import { encode } from 'uqr';
import { afterEach, expect, test, vi } from 'vitest';
import QrScanner from '$lib/components/qr/QrScanner.svelte';
import { eventually } from '../support/eventually';

const TEXT = 'a transfer';
const PX = 8;

let shown: Record<string, unknown> | undefined;
let moving: ReturnType<typeof setInterval>;
afterEach(async () => {
  clearInterval(moving);
  if (shown) await unmount(shown);
  shown = undefined;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A camera that sees a QR code. */
function camera(): MediaStream {
  const { data, size } = encode(TEXT, { border: 4 });
  const canvas = Object.assign(document.createElement('canvas'), { width: size * PX, height: size * PX });
  const context = canvas.getContext('2d')!;
  const draw = () =>
    data.forEach((row, y) =>
      row.forEach((isDark, x) => {
        context.fillStyle = isDark ? '#000' : '#fff';
        context.fillRect(x * PX, y * PX, PX, PX);
      })
    );
  draw();
  moving = setInterval(draw, 50);
  return canvas.captureStream(20);
}

function scan(stream: Promise<MediaStream>) {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockReturnValue(stream);
  const onread = vi.fn();
  shown = mount(QrScanner, { target: document.body, props: { onread } });
  flushSync();
  return onread;
}

const isLive = (stream: MediaStream) => stream.getTracks().some(({ readyState }) => readyState === 'live');

/** The browser's own detector, whose service is missing or ends: on some phones it does so at any time. */
const detector = (formats: () => Promise<string[]>, detect: () => Promise<{ rawValue: string }[]>) =>
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static readonly getSupportedFormats = formats;
      readonly detect = detect;
    }
  );

test('a code in front of the camera is read', async () => {
  const onread = scan(Promise.resolve(camera()));
  await eventually(() => expect(onread).toHaveBeenCalledWith(TEXT));
});

test('a code is read although the detector of the browser fails', async () => {
  detector(
    async () => ['qr_code'],
    () => Promise.reject(new DOMException('', 'NotSupportedError'))
  );
  const onread = scan(Promise.resolve(camera()));
  await eventually(() => expect(onread).toHaveBeenCalledWith(TEXT));
});

test('a code is read although the detector of the browser does not say what it reads', async () => {
  detector(
    () => Promise.reject(new DOMException('', 'NotSupportedError')),
    async () => []
  );
  const onread = scan(Promise.resolve(camera()));
  await eventually(() => expect(onread).toHaveBeenCalledWith(TEXT));
});

test('scanning continues after a picture in which the detector failed', async () => {
  let calls = 0;
  detector(
    async () => ['qr_code'],
    async () => {
      if (++calls === 2) throw new DOMException('', 'InvalidStateError');
      return calls > 4 ? [{ rawValue: 'later' }] : [];
    }
  );
  const onread = scan(Promise.resolve(camera()));
  await eventually(() => expect(onread).toHaveBeenCalledWith('later'));
});

test('a camera that is unplugged is reported', async () => {
  const stream = camera();
  const onread = scan(Promise.resolve(stream));
  await eventually(() => expect(onread).toHaveBeenCalled());
  stream.getTracks()[0]!.dispatchEvent(new Event('ended'));
  flushSync();
  expect(document.querySelector('[role=alert]')).not.toBeNull();
});

test('a camera that is allowed after the view was closed does not stay on', async () => {
  const { promise, resolve } = Promise.withResolvers<MediaStream>();
  scan(promise);
  await unmount(shown!);
  shown = undefined;
  const stream = camera();
  expect(isLive(stream)).toBe(true);
  resolve(stream);
  await eventually(() => expect(isLive(stream)).toBe(false));
});
