/** A line that is folded before a byte that goes on with a character (0x80 to 0xBF): no character begins with one. */
const foldInCharacter = /(?:&#(?:13|[xX]0?[dD]);|\r)?\n[ \t](?=[\x80-\xbf])/g;

/**
 * The text of an answer that holds calendar objects. Lines are folded after 75 bytes (RFC 5545, section 3.1), and some
 * programs do so in the middle of a character: its bytes are joined before they are decoded.
 */
export const textWithFoldedCharacters = (bytes: Uint8Array): string => {
  const octets = Buffer.from(bytes).toString('latin1');
  return Buffer.from(octets.replace(foldInCharacter, ''), 'latin1').toString();
};
