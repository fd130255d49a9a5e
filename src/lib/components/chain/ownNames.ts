import { getContext, setContext } from 'svelte';

/** Name of the browser's wallet that an address belongs to. */
export type NameOf = (address: string) => string | undefined;

const KEY = Symbol('own names');
const nobody: NameOf = () => undefined;

/** Provides it to descendants of the calling component. */
export const setOwnNames = (nameOf: NameOf): NameOf => setContext(KEY, nameOf);
export const getOwnNames = (): NameOf => getContext<NameOf | undefined>(KEY) ?? nobody;
