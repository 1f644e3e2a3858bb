/**
 * The kinds of feedback on an answer: it helped, it is wrong, its source is outdated, or something is missing from
 * it.
 */
export const feedbackKinds = ['helpful', 'wrong', 'outdated', 'missing'] as const;
export type FeedbackKind = (typeof feedbackKinds)[number];
