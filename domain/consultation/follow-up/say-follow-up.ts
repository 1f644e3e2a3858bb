/** The opening line of an answer to a follow-up. */
export const readAsLine = (readAs: string): string =>
  `Read as: ${readAs}. The missing part was taken from the previous question.`;
