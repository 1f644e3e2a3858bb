/** What an answer begins with that was read together with a question before. */
export const readAsLine = (readAs: string): string =>
  `Read as: ${readAs}. What your question left out is taken from the one before.`;
