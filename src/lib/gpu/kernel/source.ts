import hash from './blake2b.gen.wgsl?raw';
import grind from './grind.wgsl?raw';

/** The whole shader: the generated hash and the search around it. */
export const SHADER = `${hash}\n${grind}`;
