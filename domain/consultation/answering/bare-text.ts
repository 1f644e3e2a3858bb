/** The letters, digits and signs of comparison of a text, which say what it says however it is laid out. */
export const bareText = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[\u2460-\u24ff\u2776-\u2793]/g, ' ')
    .replace(/[^\p{L}\p{N}<>≤≥%./+-]+/gu, ' ')
    .replace(/(?<![./-])[./-]+(?= |$)/g, '')
    .trim()} `;
