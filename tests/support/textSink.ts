import type { Utf8Builder } from '$lib/codec/utf8Builder';

/** Everything added to the sink. */
export const textOf = (sink: Utf8Builder): string =>
  new TextDecoder().decode(new Uint8Array(Buffer.concat(sink.chunks())));
