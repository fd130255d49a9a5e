/**
 * Counts the vector instructions per hash on AMD hardware, without the hardware: Chromium translates the shader to
 * SPIR-V, and Mesa's RADV compiles that for an emulated device and prints the result. Requirements are in
 * radv/README.md; if one is missing, the figure is omitted.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openChromium } from './chromium.ts';
import { figureOf, type Figure } from './figures.ts';
import { CACHE } from './peers/install.ts';

/** RDNA2: the first of the generations that RADV treats alike, up to the newest. */
const FAMILY = 'navi21';
const LIBRARIES = [join(CACHE, 'mesa/usr/lib/x86_64-linux-gnu'), '/usr/lib/x86_64-linux-gnu'];
const KERNEL = join(import.meta.dirname, '../src/lib/gpu/kernel');

/** The shader as passed to Vulkan by Chromium, in SPIR-V assembly. */
async function spirvText(): Promise<string> {
  const code = ['blake2b.gen.wgsl', 'grind.wgsl'].map((name) => readFileSync(join(KERNEL, name), 'utf8')).join('\n');
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<html></html>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await openChromium(['--enable-dawn-features=dump_shaders']);
  try {
    const page = await browser.newPage();
    const dumped = page.waitForEvent('console', (message) => message.text().includes('OpEntryPoint'));
    // WebGPU requires a secure origin, such as localhost.
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    await page.evaluate(async (shader) => {
      const device = await (await navigator.gpu.requestAdapter())!.requestDevice();
      const module = device.createShaderModule({ code: shader });
      await device.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint: 'grind' } });
    }, code);
    return (await dumped).text();
  } finally {
    await browser.close();
    server.close();
  }
}

/** RADV's output for the shader. */
function compiledText(spirv: string, libraries: string): string {
  const directory = join(CACHE, 'radv');
  mkdirSync(directory, { recursive: true });
  const at = (name: string) => join(directory, name);
  writeFileSync(at('kernel.spvasm'), spirv.slice(spirv.indexOf('; SPIR-V')));
  execFileSync('spirv-as', ['--target-env', 'vulkan1.1', at('kernel.spvasm'), '-o', at('kernel.spv')]);
  const source = join(import.meta.dirname, 'radv/compile.c');
  execFileSync('cc', ['-O1', '-o', at('compile'), source, '-lvulkan']);
  const driver = { library_path: join(libraries, 'libvulkan_radeon.so'), api_version: '1.3.0' };
  writeFileSync(at('driver.json'), JSON.stringify({ file_format_version: '1.0.0', ICD: driver }));
  const [, entryPoint = ''] = /OpEntryPoint GLCompute \S+ "([^"]+)"/.exec(spirv) ?? [];
  const { stdout, stderr, status } = spawnSync(at('compile'), [at('kernel.spv'), entryPoint], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: libraries,
      VK_DRIVER_FILES: at('driver.json'),
      RADV_FORCE_FAMILY: FAMILY,
      RADV_DEBUG: 'shaders,shaderstats,nocache'
    }
  });
  if (status !== 0) throw new Error(`RADV did not compile the kernel: ${stderr.slice(-300)}`);
  return `${stdout}\n${stderr}`;
}

/** The version in the driver's own text, for example "25.0.7-2". */
const versionOf = (libraries: string): string =>
  /Mesa (\d+\.\d+\.\d+[-\w~+.]*)/.exec(readFileSync(join(libraries, 'libvulkan_radeon.so'), 'latin1'))?.[1] ??
  'unknown';

/** One figure, or none and a printed line with the reason. */
export async function radv(): Promise<Figure[]> {
  const libraries = LIBRARIES.find((path) => existsSync(join(path, 'libvulkan_radeon.so')));
  const isMissing = (command: string, ...args: string[]) => spawnSync(command, args).status !== 0;
  const missing = [
    ...(libraries === undefined ? ['mesa-vulkan-drivers'] : []),
    ...(isMissing('spirv-as', '--version') ? ['spirv-tools'] : []),
    ...(isMissing('cc', '--version') ? ['gcc'] : []),
    ...(existsSync('/usr/include/vulkan/vulkan.h') ? [] : ['libvulkan-dev'])
  ];
  if (libraries === undefined || missing.length > 0) {
    console.log(`   RADV left out, see bench/radv/README.md: Debian has what is missing in ${missing.join(', ')}`);
    return [];
  }
  const text = compiledText(await spirvText(), libraries);
  const assembly = text.slice(text.lastIndexOf('disasm:'));
  const vector = assembly.match(/^\s*v_\w+/gm)?.length ?? 0;
  if (vector === 0) throw new Error('RADV printed no assembly');
  return [
    figureOf('radv_instructions', [vector], {
      unit: 'instructions',
      how: `vector instructions of the whole shader, one hash per invocation, RADV of Mesa ${versionOf(libraries)} for ${FAMILY} without hardware`
    })
  ];
}
