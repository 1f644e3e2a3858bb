/** How scans are read: by an installed program, by the built-in engine, or not at all. */
export type OcrChoice =
  | { readonly kind: 'program'; readonly path: string }
  | { readonly kind: 'built-in' }
  | { readonly kind: 'none' };
