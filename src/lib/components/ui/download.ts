/** Hands a text to the reader as a file. */
export function downloadText(text: string, fileName: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download has its own hold on the bytes once it was clicked.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
