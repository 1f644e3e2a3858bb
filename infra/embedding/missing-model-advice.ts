/**
 * What to say and do when the index holds vectors of a model that this program has not, as after an upgrade that brings
 * other built-in ones or without the settings of before. `undefined` when it has the model, or nothing is indexed.
 */
export const missingModelAdvice = (
  inUse: string | undefined,
  available: readonly string[],
): string | undefined =>
  inUse === undefined || available.includes(inUse)
    ? undefined
    : `The index has vectors of ${inUse}, which this program does not have: searches and answers go by words alone and say that they may be incomplete. Run: npm run cli -- embedding change ${available[0] ?? '<model>'}`;
