import { createTermNumbers } from '../../language/term-numbers.ts';
import {
  addPosting,
  createPostings,
  type Frequencies,
  type Postings,
  packedFrequencies,
  renumberPostings,
} from './postings.ts';

/** The postings of all terms of a corpus. */
export type TermPostings = {
  /** The postings of a term, valid until the next change; `undefined` if it occurs nowhere. */
  readonly get: (term: string) => Readonly<Postings> | undefined;
  /** The number of passages that contain a term. */
  readonly liveOf: (term: string) => number;
  /** Appends a posting. `slot` must be greater than every slot before it. */
  readonly add: (term: string, slot: number, frequencies: Frequencies) => void;
  /** Subtracts a posting from the count; the term is removed with its last one. */
  readonly forget: (term: string) => void;
  /** Renumbers the slots and drops the postings of those that map to -1. `newSlots` must keep the order. */
  readonly renumber: (newSlots: Int32Array) => void;
};

/** A term with at least this many postings has a separate list, of about 600 bytes. */
const MANY = 9;

/** Returns an array with room for an element at the given place, doubled if necessary. */
const holding = (numbers: Uint32Array<ArrayBuffer>, at: number): Uint32Array<ArrayBuffer> => {
  if (at < numbers.length) return numbers;
  const wider = new Uint32Array(numbers.length * 2);
  wider.set(numbers);
  return wider;
};

/** Chains of postings of all terms in three arrays, 12 bytes per posting. Cells are numbered from 1; 0 means none. */
const createCells = () => {
  let slots = new Uint32Array(64);
  let packed = new Uint32Array(64);
  let next = new Uint32Array(64);
  let used = 0;
  let free = 0;

  /** The cells of the chain that begins with the given one. */
  const chainFrom = (first: number): readonly number[] => {
    const chain: number[] = [];
    for (let cell = first; cell > 0; cell = next[cell - 1] ?? 0) chain.push(cell);
    return chain;
  };

  const release = (cell: number): void => {
    next[cell - 1] = free;
    free = cell;
  };

  return {
    chainFrom,
    release,
    slotOf: (cell: number): number => slots[cell - 1] ?? 0,
    packedOf: (cell: number): number => packed[cell - 1] ?? 0,
    /** Appends a cell after the last one of a chain, or begins a chain; returns the cell. */
    append: (last: number | undefined, slot: number, frequencies: number): number => {
      const cell = free === 0 ? used + 1 : free;
      const at = cell - 1;
      if (free === 0) used += 1;
      else free = next[at] ?? 0;
      slots = holding(slots, at);
      packed = holding(packed, at);
      next = holding(next, at);
      slots[at] = slot;
      packed[at] = frequencies;
      next[at] = 0;
      if (last !== undefined) next[last - 1] = cell;
      return cell;
    },
    /** Renumbers the slots of a chain; returns the first remaining cell. */
    renumber: (first: number, newSlots: Int32Array): number => {
      let [start, last] = [0, 0];
      for (const cell of chainFrom(first)) {
        const slot = newSlots[slots[cell - 1] ?? 0] ?? -1;
        if (slot < 0) {
          release(cell);
          continue;
        }
        slots[cell - 1] = slot;
        if (last === 0) start = cell;
        else next[last - 1] = cell;
        last = cell;
      }
      if (last > 0) next[last - 1] = 0;
      return start;
    },
  };
};

/**
 * Creates an empty set of postings. Most terms of a corpus occur once or twice: their postings share arrays, and only a
 * frequent term has a separate list. For each of millions of words that occur once, such a list with its entry in a
 * `Map` would cost ten times as much as its posting here.
 *
 * @param seed of the table of terms, see `term-numbers.ts`
 */
export const createTermPostings = (seed = 0): TermPostings => {
  let numbers = createTermNumbers(seed);
  /** The first cell of each term, and its live postings, by number. */
  let firsts = new Uint32Array(64);
  let lives = new Uint32Array(64);
  const cells = createCells();
  let lists = new Map<number, Postings>();
  /** The number of terms that occur somewhere. */
  let held = 0;

  const cellsOf = (number: number): readonly number[] => cells.chainFrom(firsts[number] ?? 0);

  const drop = (number: number): void => {
    for (const cell of cellsOf(number)) cells.release(cell);
    firsts[number] = 0;
    lives[number] = 0;
    lists.delete(number);
    held -= 1;
  };

  const get = (term: string): Readonly<Postings> | undefined => {
    const number = numbers.find(term);
    if (number < 0 || !lives[number]) return undefined;
    const list = lists.get(number);
    if (list) return list;
    const chain = cellsOf(number);
    return {
      slots: Uint32Array.from(chain, cells.slotOf),
      packed: Uint32Array.from(chain, cells.packedOf),
      length: chain.length,
    };
  };

  /** Moves the postings of a term to a separate list. */
  const enlist = (number: number): Postings => {
    const list = createPostings();
    for (const cell of cellsOf(number)) {
      addPosting(list, cells.slotOf(cell), cells.packedOf(cell));
      cells.release(cell);
    }
    firsts[number] = 0;
    lists.set(number, list);
    return list;
  };

  const add: TermPostings['add'] = (term, slot, frequencies) => {
    const number = numbers.add(term);
    firsts = holding(firsts, number);
    lives = holding(lives, number);
    const live = lives[number] ?? 0;
    if (live === 0) held += 1;
    lives[number] = live + 1;
    const packed = packedFrequencies(frequencies);
    const list = lists.get(number);
    if (list) return addPosting(list, slot, packed);
    const chain = cellsOf(number);
    const last = chain.at(-1);
    if (chain.length + 1 >= MANY) return addPosting(enlist(number), slot, packed);
    const cell = cells.append(last, slot, packed);
    if (last === undefined) firsts[number] = cell;
  };

  /** Renumbers the terms once most of them occur nowhere. */
  const sweepTerms = (): void => {
    if (held * 2 >= numbers.size()) return;
    const former = { numbers, firsts, lives, lists };
    numbers = createTermNumbers(seed);
    firsts = new Uint32Array(64);
    lives = new Uint32Array(64);
    lists = new Map();
    for (let number = 0; number < former.numbers.size(); number += 1) {
      const live = former.lives[number] ?? 0;
      if (live === 0) continue;
      const now = numbers.add(former.numbers.termAt(number));
      firsts = holding(firsts, now);
      lives = holding(lives, now);
      firsts[now] = former.firsts[number] ?? 0;
      lives[now] = live;
      const list = former.lists.get(number);
      if (list) lists.set(now, list);
    }
  };

  return {
    get,
    liveOf: (term) => {
      const number = numbers.find(term);
      return number < 0 ? 0 : (lives[number] ?? 0);
    },
    add,
    forget: (term) => {
      const number = numbers.find(term);
      const live = number < 0 ? 0 : (lives[number] ?? 0);
      if (live === 0) return;
      lives[number] = live - 1;
      if (live === 1) drop(number);
    },
    renumber: (newSlots) => {
      for (let number = 0; number < numbers.size(); number += 1)
        if (firsts[number]) firsts[number] = cells.renumber(firsts[number] ?? 0, newSlots);
      for (const list of lists.values()) renumberPostings(list, newSlots);
      sweepTerms();
    },
  };
};
