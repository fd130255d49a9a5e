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

/** The browser's own detector if it supports QR codes; otherwise jsqr, loaded on demand. */
export async function createQrReader(): Promise<QrReader> {
  const Detector = (globalThis as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector;
  if (Detector && (await Detector.getSupportedFormats()).includes('qr_code')) {
    const detector = new Detector({ formats: ['qr_code'] });
    return async (picture) => (await detector.detect(picture))[0]?.rawValue;
  }
  const { default: jsQR } = await import('jsqr');
  return async (picture) => {
    const image = picture
      .getContext('2d', { willReadFrequently: true })!
      .getImageData(0, 0, picture.width, picture.height);
    return jsQR(image.data, image.width, image.height, { inversionAttempts: 'dontInvert' })?.data;
  };
}
