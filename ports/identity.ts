/** Makes identifiers: UUIDv7, so that ids sort by the time of their making. */
export type IdentitySource = { readonly newId: () => string };
