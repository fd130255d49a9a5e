import { DEFAULT_FORMATS, type Formats } from '$lib/services/settings/formats';

let read = (): Formats => DEFAULT_FORMATS;

/** The reader's formats. In a component, what is written by them is written anew when they change. */
export const formats = (): Formats => read();

/** @param source reads a rune, so that pages follow a change */
export const setFormats = (source: () => Formats): void => {
  read = source;
};
