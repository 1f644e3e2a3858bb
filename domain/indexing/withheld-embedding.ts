import type { PhiScreen } from '../privacy/phi-screen.ts';

/** Why a document is not given to an embedding model: its uploader marked it, or the screen for PHI found something. */
export const withholdingReasons = ['marked', 'screened'] as const;
export type WithholdingReason = (typeof withholdingReasons)[number];

/** A model that a document version was kept from. */
export type WithheldEmbedding = { readonly model: string; readonly reason: WithholdingReason };

/** The models that a version was kept from, after it was kept from another one. */
export const withheldFrom = (
  before: readonly WithheldEmbedding[],
  { model, reason }: WithheldEmbedding,
): readonly WithheldEmbedding[] => [...before.filter((known) => known.model !== model), { model, reason }];

/** The models that a version was kept from, after one has been given it: by better rules it holds no PHI. */
export const releasedTo = (
  before: readonly WithheldEmbedding[],
  { model }: { readonly model: string },
): readonly WithheldEmbedding[] => before.filter((known) => known.model !== model);

/** Why a document must not be given to a model outside the premises; undefined where it may be. */
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

/** What it means for a person who looks for the document. */
export const describeWithheld = ({ model, reason }: WithheldEmbedding): string =>
  `The document ${because[reason]} and was kept from the embedding model ${model}, which is outside the premises. ` +
  'While that model is in use, the document is found by its words and not by its meaning. ' +
  'Change to a local embedding model to find it by both.';

/** What it means where no model is left that the document may be given to. */
export const describeRefused = (reason: WithholdingReason): string =>
  `The document ${because[reason]} and must not be sent to a cloud embedding service. Configure a local embedding model and retry.`;
