import { DEFAULT_FORMATS, parseFormats, type Formats } from '$lib/services/settings/formats';
import { Persisted } from '../reactive/persisted.svelte';

/** The user's formats of amounts, sizes and times. */
export const createFormats = (): Persisted<Formats> => new Persisted('formats', DEFAULT_FORMATS, parseFormats);
