import type { HttpHeaders, HttpResponse } from '$lib/api/http/message';
import { checkHost, RefusedError } from './originChecks';
import { refusal } from './proxy';

interface Front {
  readonly config: { readonly allowedHosts: readonly string[] };
  countResponse(status: number): void;
}

/** Wraps every request, whichever way it arrived: checks its Host header and counts the response. */
export async function answerChecked<R extends Pick<HttpResponse, 'status'>>(
  front: Front,
  headers: HttpHeaders,
  answer: () => Promise<R>
): Promise<R | HttpResponse> {
  const response = await answerToOurName(front, headers, answer);
  front.countResponse(response.status);
  return response;
}

async function answerToOurName<R>(
  { config }: Front,
  headers: HttpHeaders,
  answer: () => Promise<R>
): Promise<R | HttpResponse> {
  try {
    checkHost(headers, config.allowedHosts);
  } catch (error) {
    if (error instanceof RefusedError) return refusal(error);
    throw error;
  }
  return answer();
}
