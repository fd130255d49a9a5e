import { tick } from 'svelte';
import { m } from '$lib/messages/ui';

/** What a browser found wrong with a field, in our words; it holds as long as the field has this value. */
export interface FoundInvalid {
  readonly value: string;
  readonly message: string;
}

/**
 * Focuses the first field of a form that the browser or the page finds a problem in.
 * @returns whether there is one
 */
export function focusFirstProblem(form: HTMLFormElement): boolean {
  const first = form.querySelector<HTMLElement>(':is(input, textarea, select):is(:invalid, [aria-invalid="true"])');
  first?.focus();
  return first !== null;
}

/** The same for problems that a page shows once the form is to be sent. */
export async function focusShownProblem(form: HTMLFormElement): Promise<void> {
  await tick();
  focusFirstProblem(form);
}

/**
 * Replaces the browser's own message, which shows for one field only, before those of the page, and in the language of the
 * browser. The first field with a problem takes the focus.
 * @param format what to say of a text that has not the field's format
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
