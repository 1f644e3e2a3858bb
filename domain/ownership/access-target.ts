/** A thing owned by a person. */
export type AccessTarget = { readonly kind: 'conversation' | 'query' | 'tool_call'; readonly id: string };
