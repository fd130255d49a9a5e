import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installed } from './install.ts';

/** The kernels in the npm package nano-pow: a Base64 module and the text of a shader. */
export function nanoPowKernels(): { readonly nanoPowWasm: string; readonly nanoPowShader: string } {
  const text = readFileSync(join(installed('nano-pow', '5.1.9'), 'dist', 'main.min.js'), 'utf8');
  const nanoPowWasm = /"(AGFzb[A-Za-z0-9+/=]+)"/.exec(text)?.[1];
  const nanoPowShader = /`([^`]*@compute[^`]*)`/.exec(text)?.[1];
  if (nanoPowWasm === undefined || nanoPowShader === undefined)
    throw new Error('nano-pow carries its kernels elsewhere');
  return { nanoPowWasm, nanoPowShader };
}
