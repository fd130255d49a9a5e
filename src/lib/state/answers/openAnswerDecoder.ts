import { createAnswerDecoder } from '$lib/api/http/answerWorker';
import type { AnswerDecoder } from '$lib/api/http/response';

/** Decodes long responses of a wallet server or mining server in workers. */
export const openAnswerDecoder = (): AnswerDecoder =>
  createAnswerDecoder(
    () => new Worker(new URL('./answers.worker.ts', import.meta.url), { type: 'module', name: 'answers' })
  );
