const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as it may stand in XML 1.0, which has no place for control characters. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, ' ')
    .replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
