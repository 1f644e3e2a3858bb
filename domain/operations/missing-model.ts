/**
 * The problem and its remedies when the index holds vectors of a model that this program lacks, as after an upgrade with
 * other built-in models or without the earlier settings. Undefined when the model is present, or nothing is indexed.
 */
export const missingModel = (
  inUse: string | undefined,
  available: readonly string[],
): { readonly message: string; readonly advice: string } | undefined =>
  inUse === undefined || available.includes(inUse)
    ? undefined
    : {
        message: `The index has vectors of ${inUse}, which this program does not have: searches and answers go by words alone and say that they may be incomplete.`,
        advice: `Run: npx anamnesis embedding change ${available[0] ?? '<model>'}`,
      };

/** The same on one line. */
export const missingModelAdvice = (
  inUse: string | undefined,
  available: readonly string[],
): string | undefined => {
  const missing = missingModel(inUse, available);
  return missing && `${missing.message} ${missing.advice}`;
};
