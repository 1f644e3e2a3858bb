/**
 * FNV-1a (32 bits) over UTF-16 code units, from 0 to 2³² − 1: the same in every process and release. No protection
 * against an attacker who constructs two texts with one hash.
 */
export const fnv1a = (text: string, seed = 0): number => {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
};
