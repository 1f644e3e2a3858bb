/** The most drafts that are kept; the oldest goes first. */
const MOST = 20;

/**
 * Questions that people have begun to type, so that a session that ends in the middle of one costs nothing. They are kept
 * in the memory of the page only, because they may concern a patient, and each is shown to the person who typed it only.
 */
export const createQuestionDrafts = () => {
  const drafts = new Map<string, string>();
  const keyOf = (person: string, conversationId: string | undefined): string =>
    `${conversationId ?? 'new'} ${person}`;
  return {
    read: (person: string, conversationId: string | undefined): string =>
      drafts.get(keyOf(person, conversationId)) ?? '',
    keep: (person: string, conversationId: string | undefined, text: string): void => {
      const key = keyOf(person, conversationId);
      drafts.delete(key);
      if (text === '') return;
      drafts.set(key, text);
      const [oldest] = drafts.keys();
      if (drafts.size > MOST && oldest !== undefined) drafts.delete(oldest);
    },
    /** A person who leaves takes everything along. */
    forget: (): void => drafts.clear(),
  };
};
