const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text that XML 1.0 allows: without control characters. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, ' ')
    .replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
