import { concatBytes } from '$lib/codec/bytes';
import { joinBbqr, parseBbqrFrame, type BbqrFrame } from './bbqr';
import { unpackContent, type Content } from './container';
import { earlierChecksum, parseEarlierFrame, type EarlierFrame } from './earlierFrames';
import { ContainerError } from './errors';

/** `foreign`: a frame of a different sequence than the one being collected. */
export type FrameResult = 'added' | 'repeated' | 'foreign' | 'not-a-frame';

/** What a sequence of codes carried: a container's content, or JSON from other software. */
export type Scanned = Content | { readonly kind: 'json'; readonly text: string };

const BYTES = 'B';
const JSON_TEXT = 'J';

type Frame = { readonly series: string; readonly index: number; readonly total: number; readonly text: string };

const frameOf = (text: string): Frame | undefined => {
  const bbqr = parseBbqrFrame(text);
  if (bbqr) {
    const { encoding, fileType, total, index, data } = bbqr;
    return { series: `${encoding}${fileType}${total}`, index, total, text: data };
  }
  const earlier = parseEarlierFrame(text);
  return (
    earlier && { series: `${earlier.checksum}/${earlier.total}`, index: earlier.index, total: earlier.total, text }
  );
};

/** Collects the frames of a sequence in any order; repeated ones are ignored. */
export class FrameCollector {
  #series: string | undefined;
  #total = 0;
  #frames = new Map<number, { readonly compared: string; readonly scanned: string }>();

  add(scanned: string): FrameResult {
    const frame = frameOf(scanned);
    if (frame === undefined) return 'not-a-frame';
    this.#series ??= frame.series;
    if (frame.series !== this.#series) return 'foreign';
    this.#total = frame.total;
    const known = this.#frames.get(frame.index);
    if (known) return known.compared === frame.text ? 'repeated' : 'foreign';
    this.#frames.set(frame.index, { compared: frame.text, scanned });
    return 'added';
  }

  /** Frames collected and their total number; 0 of 0 before the first. */
  get progress(): { readonly have: number; readonly of: number } {
    return { have: this.#frames.size, of: this.#total };
  }

  /**
   * What the whole sequence carries; undefined while frames are missing.
   * @throws {ContainerError} damaged, mixed from two sequences, or unknown content: scan again
   */
  async content(): Promise<Scanned | undefined> {
    if (this.#series === undefined || this.#frames.size < this.#total) return undefined;
    const texts = Array.from({ length: this.#total }, (_, i) => this.#frames.get(i)!.scanned);
    const bbqr = texts.flatMap((text) => parseBbqrFrame(text) ?? []);
    return bbqr.length > 0 ? contentOf(bbqr) : earlierContent(texts.map((text) => parseEarlierFrame(text)!));
  }
}

async function contentOf(frames: readonly BbqrFrame[]): Promise<Scanned> {
  const bytes = await joinBbqr(frames);
  const fileType = frames[0]!.fileType;
  if (fileType === BYTES) return unpackContent(bytes);
  if (fileType === JSON_TEXT) return { kind: 'json', text: new TextDecoder().decode(bytes) };
  throw new ContainerError('file-type', fileType.charCodeAt(0));
}

function earlierContent(frames: readonly EarlierFrame[]): Content {
  const body = concatBytes(...frames.map(({ part }) => part));
  if (frames[0]!.checksum !== earlierChecksum(body)) throw new ContainerError('damaged', 0);
  return { kind: 'request', body };
}
