// Loaded into the server by bench/held: answers every message with the bytes that a collection leaves, heap and buffers.
process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});
// The server ends when its own work does.
process.channel?.unref();
