import type { PhiScreen } from '../privacy/phi-screen.ts';

/**
 * The reasons for withholding a document from an embedding model: its uploader marked it, or the PHI screening found
 * something.
 */
export const withholdingReasons = ['marked', 'screened'] as const;
export type WithholdingReason = (typeof withholdingReasons)[number];

/** A model from which a document version is withheld. */
export type WithheldEmbedding = { readonly model: string; readonly reason: WithholdingReason };

/** Adds a model to those from which a version is withheld. */
export const withheldFrom = (
  before: readonly WithheldEmbedding[],
  { model, reason }: WithheldEmbedding,
): readonly WithheldEmbedding[] => [...before.filter((known) => known.model !== model), { model, reason }];

/** Removes a model that has received the version: under better rules it holds no PHI. */
export const releasedTo = (
  before: readonly WithheldEmbedding[],
  { model }: { readonly model: string },
): readonly WithheldEmbedding[] => before.filter((known) => known.model !== model);

/** The reason why a document must not be sent to a model outside the premises; undefined when it may be. */
export const withholdingReason = (
  containsPhi: boolean,
  screen: PhiScreen | undefined,
): WithholdingReason | undefined => {
  if (containsPhi) return 'marked';
  return screen && screen.passagesWithPhi > 0 ? 'screened' : undefined;
};

const because: Readonly<Record<WithholdingReason, string>> = {
  marked: 'is marked as holding PHI',
  screened: 'appears to name a patient',
};

/** Explains the effect to a user who searches for the document. */
export const describeWithheld = ({ model, reason }: WithheldEmbedding): string =>
  `The document ${because[reason]} and was kept from the embedding model ${model}, which is outside the premises. ` +
  'While that model is in use, the document is found by its words and not by its meaning. ' +
  'Change to a local embedding model to find it by both.';

/** Explains that no model remains to which the document may be sent. */
export const describeRefused = (reason: WithholdingReason): string =>
  `The document ${because[reason]} and must not be sent to a cloud embedding service. Configure a local embedding model and retry.`;
