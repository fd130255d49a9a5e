declare const brand: unique symbol;

/** A nominal type: the same runtime value as `T`, but two brands never mix without a cast that names the change. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
