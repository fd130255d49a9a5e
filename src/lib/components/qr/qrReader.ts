/** Finds and reads a QR code in an image; undefined if there is none. */
export type QrReader = (picture: HTMLCanvasElement) => Promise<string | undefined>;

/** Barcode Detection API; missing from TypeScript's DOM types. */
interface BarcodeDetectorLike {
  detect(source: CanvasImageSource): Promise<readonly { readonly rawValue: string }[]>;
}
type BarcodeDetectorClass = {
  new (options: { formats: string[] }): BarcodeDetectorLike;
  getSupportedFormats(): Promise<string[]>;
};

/** The browser's own detector if it supports QR codes; otherwise, or where that fails, jsqr, loaded on demand. */
export async function createQrReader(): Promise<QrReader> {
  const detector = await openDetector().catch(() => undefined);
  if (!detector) return readWithJsqr;
  return async (picture) => {
    try {
      return (await detector.detect(picture))[0]?.rawValue;
    } catch {
      // Its service may be missing or end, as on phones without the system's own.
      return readWithJsqr(picture);
    }
  };
}

async function openDetector(): Promise<BarcodeDetectorLike | undefined> {
  const Detector = (globalThis as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector;
  const isUsable = Detector && (await Detector.getSupportedFormats()).includes('qr_code');
  return isUsable ? new Detector({ formats: ['qr_code'] }) : undefined;
}

const readWithJsqr: QrReader = async (picture) => {
  const { default: jsQR } = await import('jsqr');
  const image = picture
    .getContext('2d', { willReadFrequently: true })!
    .getImageData(0, 0, picture.width, picture.height);
  return jsQR(image.data, image.width, image.height, { inversionAttempts: 'dontInvert' })?.data;
};
