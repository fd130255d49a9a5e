import { getContext, setContext } from 'svelte';

/** The name of the wallet of this browser that an address belongs to. */
export type NameOf = (address: string) => string | undefined;

const KEY = Symbol('own names');
const nobody: NameOf = () => undefined;

/** For the components below the calling one. */
export const setOwnNames = (nameOf: NameOf): NameOf => setContext(KEY, nameOf);
export const getOwnNames = (): NameOf => getContext<NameOf | undefined>(KEY) ?? nobody;
