import { tick } from 'svelte';
import { m } from '$lib/messages/ui';

/** A browser validation error in our wording; applies while the field has this value. */
export interface FoundInvalid {
  readonly value: string;
  readonly message: string;
}

/**
 * Focuses the first field of a form with a problem found by the browser or the page.
 * @returns whether there is one
 */
export function focusFirstProblem(form: HTMLFormElement): boolean {
  const first = form.querySelector<HTMLElement>(':is(input, textarea, select):is(:invalid, [aria-invalid="true"])');
  first?.focus();
  return first !== null;
}

/** The same for problems that a page shows in response to a submission. */
export async function focusShownProblem(form: HTMLFormElement): Promise<void> {
  await tick();
  focusFirstProblem(form);
}

/**
 * Replaces the browser's own message, which appears for only one field, before the page's, and in the browser's
 * language. The first field with a problem gets the focus.
 * @param format error message for text that does not match the field's format
 */
export function replaceBrowserMessage(
  event: Event & { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement },
  format?: string
): FoundInvalid {
  event.preventDefault();
  const { form, validity, value } = event.currentTarget;
  if (form) focusFirstProblem(form);
  return { value, message: (validity.valueMissing ? undefined : format) ?? m.form.required };
}
