/** A fold before a UTF-8 continuation byte (0x80 to 0xBF), hence in the middle of a character. */
const foldInCharacter = /(?:&#(?:13|[xX]0?[dD]);|\r)?\n[ \t](?=[\x80-\xbf])/g;

/**
 * Decodes a response that contains calendar objects. Lines are folded after 75 bytes (RFC 5545, section 3.1),
 * and some programs do so in the middle of a character, whose bytes are joined before decoding.
 */
export const textWithFoldedCharacters = (bytes: Uint8Array): string => {
  const octets = Buffer.from(bytes).toString('latin1');
  return Buffer.from(octets.replace(foldInCharacter, ''), 'latin1').toString();
};
