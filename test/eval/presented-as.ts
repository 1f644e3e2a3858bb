/** How a search presents what it found, by its first result. */
export type Presented = 'strong' | 'weak' | 'nothing';

/** How a search presents its results. */
export const presentedAs = ([best]: readonly { readonly weak?: true | undefined }[]): Presented => {
  if (best === undefined) return 'nothing';
  return best.weak ? 'weak' : 'strong';
};
