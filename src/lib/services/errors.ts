import { AppError } from '$lib/errors';

/** Another tab has stored a newer state. */
export class StaleWriteError extends AppError {
  readonly code = 'storage/stale';
  constructor() {
    super('Another tab has already brought this wallet up to date.');
  }
}
