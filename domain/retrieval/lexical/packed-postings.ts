import type { Frequencies, PostingList } from './postings.ts';

/**
 * The stored form of postings: a sequence of pieces, one per unit (a few hundred passages that were written together).
 * A piece is the unit's number, the length of the rest in bytes, and for each of its passages in ascending order the
 * step from the previous one, doubled, plus 1 when the frequencies follow: `body << 2 | title << 1 | section`. Without
 * them the term occurs once in the text. All numbers are LEB128: 7 bits per byte, least significant first. Concatenated
 * pieces are the postings of all their units.
 */
export type PackedPostings = Uint8Array;

/** A passage of a unit, by its position from 0, with the frequencies of a term in its fields. */
export type UnitPosting = { readonly place: number } & Readonly<Frequencies>;

/** Writes LEB128 numbers. */
const createWriter = () => {
  let bytes = new Uint8Array(16);
  let length = 0;
  return {
    write: (value: number): void => {
      if (length + 5 > bytes.length) {
        const longer = new Uint8Array(bytes.length * 2);
        longer.set(bytes);
        bytes = longer;
      }
      let rest = value;
      while (rest >= 0x80) {
        bytes[length] = (rest & 0x7f) | 0x80;
        length += 1;
        rest >>>= 7;
      }
      bytes[length] = rest;
      length += 1;
    },
    written: (): Uint8Array => bytes.subarray(0, length),
  };
};

/** Reads LEB128 numbers sequentially. */
const createReader = (bytes: Uint8Array) => {
  const reader = {
    at: 0,
    read: (): number => {
      let value = 0;
      let shift = 0;
      for (;;) {
        const byte = bytes[reader.at] ?? 0;
        reader.at += 1;
        value |= (byte & 0x7f) << shift;
        if (byte < 0x80) return value >>> 0;
        shift += 7;
      }
    },
  };
  return reader;
};

const MAX_BODY = 0xffff;

/** Packs the postings of a term in one unit; empty when there are none. */
export const packPostings = (unit: number, postings: readonly UnitPosting[]): PackedPostings => {
  if (postings.length === 0) return new Uint8Array(0);
  const body = createWriter();
  let before = -1;
  for (const { place, body: times, title, section } of postings) {
    const step = place - before - 1;
    before = place;
    if (times === 1 && title === 0 && section === 0) body.write(step * 2);
    else {
      body.write(step * 2 + 1);
      body.write((Math.min(times, MAX_BODY) << 2) | (Math.min(title, 1) << 1) | Math.min(section, 1));
    }
  }
  const head = createWriter();
  head.write(unit);
  head.write(body.written().length);
  const packed = new Uint8Array(head.written().length + body.written().length);
  packed.set(head.written());
  packed.set(body.written(), head.written().length);
  return packed;
};

/**
 * Unpacks postings into slots.
 *
 * @param offsetOf the slot of a unit's first passage, ascending with the units; -1 for a unit to skip
 */
export const unpackPostings = (packed: PackedPostings, offsetOf: (unit: number) => number): PostingList => {
  const slots = new Uint32Array(packed.length);
  const fields = new Uint32Array(packed.length);
  let length = 0;
  let at = 0;
  const read = (): number => {
    let value = 0;
    let shift = 0;
    for (;;) {
      const byte = packed[at] ?? 0;
      at += 1;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
      shift += 7;
    }
  };
  while (at < packed.length) {
    const offset = offsetOf(read());
    const end = read() + at;
    if (offset < 0) {
      at = end;
      continue;
    }
    let slot = offset - 1;
    while (at < end) {
      const step = read();
      slot += (step >>> 1) + 1;
      slots[length] = slot;
      if ((step & 1) === 0) fields[length] = 1;
      else {
        const written = read();
        fields[length] = (written >>> 2) | (((written >>> 1) & 1) << 16) | ((written & 1) << 24);
      }
      length += 1;
    }
  }
  return { slots: slots.slice(0, length), packed: fields.slice(0, length), length };
};

/** Removes some passages of one unit from packed postings, and pieces that become empty. */
export const withoutPassages = (
  packed: PackedPostings,
  unit: number,
  isGone: (place: number) => boolean,
): PackedPostings => {
  const pieces: Uint8Array[] = [];
  const reader = createReader(packed);
  while (reader.at < packed.length) {
    const start = reader.at;
    const of = reader.read();
    const end = reader.read() + reader.at;
    reader.at = end;
    const piece = packed.subarray(start, end);
    if (of !== unit) pieces.push(piece);
    else {
      const { slots, packed: fields } = unpackPostings(piece, () => 0);
      const left = Array.from(slots, (place, index) => ({ place, fields: fields[index] ?? 0 }))
        .filter(({ place }) => !isGone(place))
        .map(({ place, fields: bits }) => ({
          place,
          body: bits & 0xffff,
          title: (bits >>> 16) & 0xff,
          section: bits >>> 24,
        }));
      pieces.push(packPostings(unit, left));
    }
  }
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let to = 0;
  for (const piece of pieces) {
    joined.set(piece, to);
    to += piece.length;
  }
  return joined;
};
