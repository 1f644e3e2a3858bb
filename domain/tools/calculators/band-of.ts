type Bound = { readonly from: number };

/** The band that a value falls into: the last one whose lower bound it reaches; the first one below all of them. */
export const bandOf = <Bands extends readonly [Bound, ...Bound[]]>(
  value: number,
  bands: Bands,
): Bands[number] => {
  let reached: Bands[number] = bands[0];
  for (const band of bands) if (value >= band.from) reached = band;
  return reached;
};
