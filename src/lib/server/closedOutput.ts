/**
 * Ignores lines that cannot be written because the terminal, or the program behind the pipe, is gone. Without a
 * listener, each such line is an uncaught exception: reporting it fails in turn, without end.
 */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
