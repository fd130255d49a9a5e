import { NotJsonError, ServerError } from '../http/errors';
import { exchangeOf } from '../http/request';
import type { AnswerDecoder } from '../http/response';
import type { TransportOptions } from '../http/transport';
import { createMiningServer } from '../mining-server/client';
import { passes } from './password';

/** Whether a mining server accepts the password in the headers. */
export async function acceptsPassword(options: TransportOptions): Promise<boolean> {
  const server = createMiningServer({ ...options, decoder: templateRecognizer });
  try {
    return await passes(() => server.getTemplate({ body: {} }));
  } catch (error) {
    // No template yet; this error comes after the password check.
    if (error instanceof ServerError) return true;
    throw error;
  }
}

/** Recognizes a long template without decoding it, which takes seconds. */
const templateRecognizer: AnswerDecoder = {
  decode: async (route, received) => {
    if (/^\s*\{[^]*"longpollid"/.test(new TextDecoder().decode(received))) return undefined;
    throw new NotJsonError(exchangeOf(route), 'text');
  }
};
