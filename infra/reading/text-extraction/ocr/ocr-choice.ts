/** How scans are read: by an installed program, by the engine that comes along, or not at all. */
export type OcrChoice =
  | { readonly kind: 'program'; readonly path: string }
  | { readonly kind: 'built-in' }
  | { readonly kind: 'none' };
