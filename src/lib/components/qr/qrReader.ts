/** Finds a QR code in a picture and reads it; undefined when there is none. */
export type QrReader = (picture: HTMLCanvasElement) => Promise<string | undefined>;

/** The browser's own detector; TypeScript's DOM types do not have it yet. */
interface BarcodeDetectorLike {
  detect(source: CanvasImageSource): Promise<readonly { readonly rawValue: string }[]>;
}
type BarcodeDetectorClass = {
  new (options: { formats: string[] }): BarcodeDetectorLike;
  getSupportedFormats(): Promise<string[]>;
};

/** The browser's own detector where it reads QR codes, else jsqr, which is loaded only then. */
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
