// Runs before every test file: files share a process, which the runner kills without exit handlers.
import { afterAll, vi } from 'vitest';
import { removeTemporary } from './temporary';

afterAll(() => {
  vi.unstubAllGlobals();
  removeTemporary();
});
