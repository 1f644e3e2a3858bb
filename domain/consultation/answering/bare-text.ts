/** Reduces a text to its letters, digits and comparison signs, independent of layout. */
export const bareText = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[\u2460-\u24ff\u2776-\u2793]/g, ' ')
    .replace(/[^\p{L}\p{N}<>≤≥%./+-]+/gu, ' ')
    .replace(/(?<![./-])[./-]+(?= |$)/g, '')
    .trim()} `;
