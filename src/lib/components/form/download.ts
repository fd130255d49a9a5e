/** Downloads the text as a file. */
export function downloadText(text: string, fileName: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download keeps its own reference to the bytes once it has started.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
