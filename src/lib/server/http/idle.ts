/** Aborts the body with an error when nothing arrives for `idleMs`, so that a silent upstream holds no resources. */
export function endingWhenIdle<Chunk extends Uint8Array>(
  body: ReadableStream<Chunk>,
  idleMs: number
): ReadableStream<Chunk> {
  const reader = body.getReader();
  return new ReadableStream<Chunk>(
    {
      async pull(controller) {
        const timer = setTimeout(() => {
          controller.error(new DOMException('The upstream went silent', 'TimeoutError'));
          reader.cancel().catch(() => undefined);
        }, idleMs);
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } finally {
          clearTimeout(timer);
        }
      },
      cancel: (reason) => reader.cancel(reason)
    },
    // Nothing is read ahead, so that the page's backpressure reaches the upstream.
    { highWaterMark: 0 }
  );
}
