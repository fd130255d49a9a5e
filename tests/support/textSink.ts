import type { TextSink } from '$lib/codec/textSink';

/** All that was added to the sink. */
export const textOf = (sink: TextSink): string =>
  new TextDecoder().decode(new Uint8Array(Buffer.concat(sink.chunks())));
