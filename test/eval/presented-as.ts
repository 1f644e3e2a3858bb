/** The strength of search results as presented, by the first result. */
export type Presented = 'strong' | 'weak' | 'nothing';

/** The presentation of search results. */
export const presentedAs = ([best]: readonly { readonly weak?: true | undefined }[]): Presented => {
  if (best === undefined) return 'nothing';
  return best.weak ? 'weak' : 'strong';
};
