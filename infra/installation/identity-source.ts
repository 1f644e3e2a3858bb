import { createHash } from 'node:crypto';
import { parse, stringify, v7, validate, version } from 'uuid';
import type { IdentitySource } from '../../ports/identity.ts';

/** Leading bytes of a UUIDv7 that contain its time (RFC 9562, section 5.7). */
const TIME_BYTES = 6;

/**
 * Creates UUIDv7 identifiers, which ascend within a process even within a millisecond and when the clock is set back.
 */
export const createIdentitySource = (): IdentitySource => ({
  newId: () => v7(),
  derivedId: (seed, label) => {
    const bytes = createHash('sha256').update(seed).update('\n').update(label).digest().subarray(0, 16);
    if (validate(seed) && version(seed) === 7) bytes.set(parse(seed).subarray(0, TIME_BYTES));
    bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
    bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
    return stringify(bytes);
  },
});
