/** Numbers distinct terms from 0, in the order in which they are added. */
type TermNumbers = {
  /** The number of a term, or -1 if it has none. */
  readonly find: (term: string) => number;
  /** The number of a term; assigns the next one if it has none. */
  readonly add: (term: string) => number;
  readonly termAt: (number: number) => string;
  readonly size: () => number;
};

const doubled = (from: Uint32Array): Uint32Array<ArrayBuffer> => {
  const to = new Uint32Array(from.length * 2);
  to.set(from);
  return to;
};

/** Marks the first of three bytes that store one non-ASCII character. */
const WIDE = 0x80;

/**
 * Creates an empty numbering. Terms are stored as bytes in one array with a hash table, about 30 bytes per term,
 * because a corpus may have millions of words that occur once. A string in a `Map` costs three times as much, plus an
 * object.
 *
 * @param seed makes the positions in the table unpredictable, so that no file can be crafted from colliding words
 */
export const createTermNumbers = (seed = 0): TermNumbers => {
  let bytes = new Uint8Array(1024);
  /** The end of each term in `bytes`. */
  let ends = new Uint32Array(64);
  /** Numbers plus one, by hash; 0 is free. At most half of it is used. */
  let table = new Uint32Array(128);
  let size = 0;

  const hashOf = (term: string): number => {
    let hash = seed | 0;
    for (let at = 0; at < term.length; at += 1) {
      hash = Math.imul(hash ^ term.charCodeAt(at), 0x5bd1e995);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash, 0x2c1b3c6d);
    return (hash ^ (hash >>> 13)) >>> 0;
  };

  const startOf = (number: number): number => (number === 0 ? 0 : (ends[number - 1] ?? 0));

  const isAt = (number: number, term: string): boolean => {
    const end = ends[number] ?? 0;
    let from = startOf(number);
    for (let at = 0; at < term.length; at += 1) {
      if (from >= end) return false;
      const code = term.charCodeAt(at);
      if (code < WIDE) {
        if (bytes[from] !== code) return false;
        from += 1;
      } else {
        if (bytes[from] !== WIDE || bytes[from + 1] !== code >>> 8 || bytes[from + 2] !== (code & 0xff))
          return false;
        from += 3;
      }
    }
    return from === end;
  };

  /** The place of a term in the table, or the free place for it. */
  const placeOf = (term: string): number => {
    const mask = table.length - 1;
    let place = hashOf(term) & mask;
    for (;;) {
      const held = table[place] ?? 0;
      if (held === 0 || isAt(held - 1, term)) return place;
      place = (place + 1) & mask;
    }
  };

  const termAt = (number: number): string => {
    const end = ends[number] ?? 0;
    let term = '';
    for (let from = startOf(number); from < end; ) {
      const byte = bytes[from] ?? 0;
      if (byte < WIDE) {
        term += String.fromCharCode(byte);
        from += 1;
      } else {
        term += String.fromCharCode(((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0));
        from += 3;
      }
    }
    return term;
  };

  const widenTable = (): void => {
    table = new Uint32Array(table.length * 2);
    for (let number = 0; number < size; number += 1) table[placeOf(termAt(number))] = number + 1;
  };

  const write = (term: string): void => {
    let to = startOf(size);
    if (to + term.length * 3 > bytes.length) {
      // Doubling would waste many megabytes.
      const wider = new Uint8Array(Math.ceil(bytes.length * 1.25) + term.length * 3);
      wider.set(bytes);
      bytes = wider;
    }
    for (let at = 0; at < term.length; at += 1) {
      const code = term.charCodeAt(at);
      if (code < WIDE) {
        bytes[to] = code;
        to += 1;
      } else {
        bytes[to] = WIDE;
        bytes[to + 1] = code >>> 8;
        bytes[to + 2] = code & 0xff;
        to += 3;
      }
    }
    if (size === ends.length) ends = doubled(ends);
    ends[size] = to;
  };

  return {
    find: (term) => (table[placeOf(term)] ?? 0) - 1,
    add: (term) => {
      const held = table[placeOf(term)] ?? 0;
      if (held > 0) return held - 1;
      write(term);
      size += 1;
      if (size * 2 > table.length) widenTable();
      else table[placeOf(term)] = size;
      return size - 1;
    },
    termAt,
    size: () => size,
  };
};
