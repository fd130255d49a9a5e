// Set up before every test file: files share a process, which their runner ends without its own end.
import { afterAll, vi } from 'vitest';
import { removeTemporary } from './temporary';

afterAll(() => {
  vi.unstubAllGlobals();
  removeTemporary();
});
