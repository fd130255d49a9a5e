import type { Page } from 'playwright/test';

interface FakeCamera {
  readonly show: (viewBox: string, path: string) => Promise<void>;
}
declare global {
  interface Window {
    fakeCamera?: FakeCamera;
  }
}

/** Gives pages opened from now on a camera that sees what {@link showToCamera} shows. */
export async function giveCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const SIZE = 600;
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = SIZE;
    const context = canvas.getContext('2d')!;
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(30);
    window.fakeCamera = {
      async show(viewBox, path) {
        const modules = Number(viewBox.split(' ')[2]);
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.fillStyle = '#fff';
        context.fillRect(0, 0, SIZE, SIZE);
        context.scale(SIZE / modules, SIZE / modules);
        context.fillStyle = '#000';
        context.fill(new Path2D(path));
      }
    };
  });
}

/** The QR code that a page displays. */
export async function codeOnScreen(page: Page, name: RegExp): Promise<{ viewBox: string; path: string }> {
  const svg = page.getByRole('img', { name });
  return {
    viewBox: (await svg.getAttribute('viewBox')) ?? '',
    path: (await svg.locator('path').getAttribute('d')) ?? ''
  };
}

/** Shows a code to another page's camera. */
export async function showToCamera(page: Page, { viewBox, path }: { viewBox: string; path: string }): Promise<void> {
  await page.evaluate(([box, drawn]) => window.fakeCamera?.show(box!, drawn!), [viewBox, path]);
}
