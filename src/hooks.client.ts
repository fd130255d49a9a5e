import { toAppError } from '$lib/errors';
import type { HandleClientError } from '@sveltejs/kit';

/** What +error.svelte shows: the error's own words and code in place of "Internal Error". */
export const handleError: HandleClientError = ({ error, status, message }) => {
  if (status === 404) return { message };
  const { code, message: words } = toAppError(error);
  return { message: words, code };
};
