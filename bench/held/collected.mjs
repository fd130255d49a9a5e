// Loaded into the server by bench/held: responds to every message with the bytes in use after garbage collection, heap
// and buffers.
process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});
// Must not keep the server's process alive.
process.channel?.unref();
