type Bound = { readonly from: number };

/**
 * Returns the band of a value: the last one whose lower bound it reaches, or the first one if it is below all of
 * them.
 */
export const bandOf = <Bands extends readonly [Bound, ...Bound[]]>(
  value: number,
  bands: Bands,
): Bands[number] => {
  let reached: Bands[number] = bands[0];
  for (const band of bands) if (value >= band.from) reached = band;
  return reached;
};
