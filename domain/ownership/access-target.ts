/** A thing that belongs to a person. */
export type AccessTarget = { readonly kind: 'conversation' | 'query'; readonly id: string };
