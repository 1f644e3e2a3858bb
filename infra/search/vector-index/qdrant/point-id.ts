import type { Hasher } from '../../../../ports/hasher.ts';

/**
 * Derives a stable point id from a chunk id, as Qdrant only accepts UUIDs and integers: a UUIDv8 (RFC 9562,
 * section 5.8) of the chunk id's SHA-256.
 */
export const pointIdOf = (hasher: Hasher, chunkId: string): string => {
  const hex = hasher.sha256(chunkId);
  const variant = (8 + (Number.parseInt(hex.charAt(16), 16) % 4)).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
};
