import { createHash, randomBytes } from 'node:crypto';
import type { IdentitySource } from '../ports/identity.ts';

/** The last millisecond and counter, so that ids of one process always ascend (RFC 9562, section 6.2, method 1). */
type Sequence = { millisecond: number; counter: number };

const MAX_COUNTER = 0xfff;

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/;

const uuidOf = (bytes: Buffer): string => {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** UUIDv7: 48 bits of Unix time in milliseconds, a 12-bit counter, 62 random bits (RFC 9562, section 5.7). */
export const createIdentitySource = (now: () => number = Date.now): IdentitySource => {
  const sequence: Sequence = { millisecond: 0, counter: 0 };
  return {
    newId: () => {
      const bytes = randomBytes(16);
      const current = now();
      if (current > sequence.millisecond) {
        sequence.millisecond = current;
        // A random start in the lower half leaves room to count within the millisecond.
        sequence.counter = bytes.readUInt16BE(6) & 0x7ff;
      } else if (sequence.counter < MAX_COUNTER) {
        sequence.counter += 1;
      } else {
        sequence.millisecond += 1;
        sequence.counter = 0;
      }
      bytes.writeUIntBE(sequence.millisecond, 0, 6);
      bytes.writeUInt16BE(0x7000 | sequence.counter, 6);
      bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
      return uuidOf(bytes);
    },
    derivedId: (seed, label) => {
      const bytes = createHash('sha256').update(seed).update('\n').update(label).digest().subarray(0, 16);
      if (uuidV7.test(seed)) bytes.write(seed.replaceAll('-', '').slice(0, 12), 0, 6, 'hex');
      bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
      bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
      return uuidOf(bytes);
    },
  };
};
