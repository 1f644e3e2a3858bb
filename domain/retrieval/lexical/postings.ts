/** The frequencies of a term in the fields of a passage. */
export type Frequencies = { body: number; title: number; section: number };

/** The fields of a passage in which a term occurs. */
export type TermFields = {
  readonly body: boolean;
  readonly title: boolean;
  readonly section: boolean;
  /** The number of occurrences in the body. */
  readonly times: number;
};

/** The fields of an absent term. */
export const noFields: TermFields = { body: false, title: false, section: false, times: 0 };

/** The postings of one term, read-only: passage slots in ascending order with their packed frequencies. */
export type PostingList = {
  readonly slots: Uint32Array;
  readonly packed: Uint32Array;
  /** The number of postings. */
  readonly length: number;
};

/**
 * The postings of one term: passage slots in ascending order with their packed frequencies (body 16 bits, title 8,
 * section 8). Two typed arrays that double in size, so that a posting costs 8 bytes and no object.
 */
export type Postings = {
  slots: Uint32Array;
  packed: Uint32Array;
  /** The number of postings, including those of removed passages. */
  length: number;
};

/** An empty list. */
export const createPostings = (): Postings => ({
  slots: new Uint32Array(16),
  packed: new Uint32Array(16),
  length: 0,
});

/** Frequencies in one number: body 16 bits, title 8, section 8. */
export const packedFrequencies = ({ body, title, section }: Frequencies): number =>
  (Math.min(body, 0xffff) | (Math.min(title, 0xff) << 16) | (Math.min(section, 0xff) << 24)) >>> 0;

const doubled = (from: Uint32Array): Uint32Array<ArrayBuffer> => {
  const to = new Uint32Array(from.length * 2);
  to.set(from);
  return to;
};

/** Appends a posting with packed frequencies. `slot` must be greater than every slot before it. */
export const addPosting = (postings: Postings, slot: number, packed: number): void => {
  if (postings.length === postings.slots.length) {
    postings.slots = doubled(postings.slots);
    postings.packed = doubled(postings.packed);
  }
  postings.slots[postings.length] = slot;
  postings.packed[postings.length] = packed;
  postings.length += 1;
};

/** The fields in which the term occurs in a slot. */
export const fieldsIn = (postings: PostingList, slot: number): TermFields => {
  const packed = packedAt(postings, slot);
  return {
    body: (packed & 0xffff) > 0,
    title: ((packed >>> 16) & 0xff) > 0,
    section: packed >>> 24 > 0,
    times: packed & 0xffff,
  };
};

/** True when the term occurs in a slot. */
export const hasSlot = (postings: PostingList, slot: number): boolean => packedAt(postings, slot) !== 0;

const packedAt = ({ slots, packed, length }: PostingList, slot: number): number => {
  let from = 0;
  let to = length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((slots[middle] ?? 0) < slot) from = middle + 1;
    else to = middle;
  }
  return from < length && slots[from] === slot ? (packed[from] ?? 0) : 0;
};

/** Renumbers the slots and drops the postings of those that map to -1. `newSlots` must keep the order. */
export const renumberPostings = (postings: Postings, newSlots: Int32Array): void => {
  let to = 0;
  for (let at = 0; at < postings.length; at += 1) {
    const slot = newSlots[postings.slots[at] ?? 0] ?? -1;
    if (slot < 0) continue;
    postings.slots[to] = slot;
    postings.packed[to] = postings.packed[at] ?? 0;
    to += 1;
  }
  postings.length = to;
};
