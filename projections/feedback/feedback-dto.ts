import type { FeedbackRow } from './entity.ts';

/** One person's judgement of one answer as the API shows it. Instants are ISO 8601 UTC. */
export type FeedbackDto = Readonly<Omit<FeedbackRow, 'feedbackId' | 'givenPosition'>>;

/** A row as the API shows it. */
export const toFeedbackDto = ({ feedbackId: _, givenPosition: __, ...shown }: FeedbackRow): FeedbackDto =>
  shown;
