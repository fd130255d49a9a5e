import type { Attachment } from 'svelte/attachments';

/**
 * Shows a native dialog while `open` is true. It traps the focus, closes on Escape and restores the focus. By itself it
 * would tell so only later, when the button that opened it may have been pressed again.
 * @param keeps the Escape key does not close it
 */
export const modal =
  (open: boolean, onclose: () => void, keeps = false): Attachment<HTMLDialogElement> =>
  (dialog) => {
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
    dialog.oncancel = (event) => {
      // Otherwise the browser closes it in any case.
      if (!event.cancelable) return;
      event.preventDefault();
      if (!keeps) onclose();
    };
    dialog.onclose = () => {
      if (open && !dialog.open) onclose();
    };
  };
