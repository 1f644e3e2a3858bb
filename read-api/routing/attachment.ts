/** The longest file name proposed to a browser, in characters. */
const maxNameLength = 200;

/** Removes path separators, invisible characters, and direction overrides that could hide the extension. */
const safeName = (fileName: string): string => {
  const cleaned = fileName
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');
  return cleaned.length <= maxNameLength
    ? cleaned || 'document'
    : cleaned.slice(-maxNameLength).toWellFormed();
};

/** The characters that RFC 8187 allows in an extended value besides letters and digits. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * The value of `Content-Disposition` that makes a browser save a file under its name and never display it (RFC 6266),
 * with the name both in ASCII for old programs and unchanged.
 */
export const attachment = (fileName: string): string => {
  const name = safeName(fileName);
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|%/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded(name)}`;
};
