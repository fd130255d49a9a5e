declare const brand: unique symbol;

/** A nominal type: the same runtime value as `T`, but brands cannot be mixed without an explicit cast. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
