/**
 * What a person can say of an answer: it helped, it is wrong, its source is no longer current, or something that
 * should be in it is missing.
 */
export const feedbackKinds = ['helpful', 'wrong', 'outdated', 'missing'] as const;
export type FeedbackKind = (typeof feedbackKinds)[number];
