import type { Passage } from '../passage.ts';
import { protocolNumbersOf, sectionNumbersOf } from '../protocol-numbers.ts';
import type { DocumentEntry, HeldCorpus } from './held-corpus.ts';
import { passageTermsOf, titleTermsOf } from './passage-terms.ts';

/** The share of removed passages among all slots at which their postings are swept. */
const sweepAt = 0.25;
/** Below this many slots sweeping is not worth it. */
const sweepFrom = 64;

const doubled = (from: Uint32Array): Uint32Array<ArrayBuffer> => {
  const to = new Uint32Array(from.length * 2);
  to.set(from);
  return to;
};

/** Stages a passage: files its terms under a slot that searches do not see yet. */
const stagePassage = (
  corpus: HeldCorpus,
  passage: Passage,
  titleTerms: ReadonlySet<string>,
  owner: number,
): number => {
  const { postings, passages, words } = corpus;
  const slot = passages.length;
  if (slot === corpus.lengths.length) {
    corpus.lengths = doubled(corpus.lengths);
    corpus.owners = doubled(corpus.owners);
  }
  const { terms, length, words: written } = passageTermsOf(passage, titleTerms);
  for (const [term, frequencies] of terms) postings.add(term, slot, frequencies);
  passages.push(undefined);
  corpus.lengths[slot] = length;
  corpus.owners[slot] = owner;
  words.add(written);
  return slot;
};

/** Publishes a document in its staged slots. */
const publish = (corpus: HeldCorpus, entry: DocumentEntry): void => {
  entry.slots.forEach((slot, at) => {
    const passage = entry.passages[at];
    if (!passage) return;
    corpus.passages[slot] = passage;
    corpus.slotOf.set(passage.chunkId, slot);
    for (const number of sectionNumbersOf(passage.sectionPath))
      corpus.numberedSections.add(number, passage.chunkId);
    corpus.totalLength += corpus.lengths[slot] ?? 0;
  });
  corpus.livePassages += entry.slots.length;
  corpus.entries[entry.ordinal] = entry;
  corpus.documents.set(entry.docKey, entry);
  for (const number of entry.numbers) corpus.numbered.add(number, entry.docKey);
};

/** Removes a document from search; returns its passages. */
const withdraw = (corpus: HeldCorpus, entry: DocumentEntry): readonly Passage[] => {
  corpus.documents.delete(entry.docKey);
  corpus.entries[entry.ordinal] = undefined;
  const held = entry.slots.flatMap((slot) => {
    const passage = corpus.passages[slot];
    if (!passage) return [];
    corpus.passages[slot] = undefined;
    corpus.slotOf.delete(passage.chunkId);
    for (const number of sectionNumbersOf(passage.sectionPath))
      corpus.numberedSections.remove(number, passage.chunkId);
    corpus.totalLength -= corpus.lengths[slot] ?? 0;
    return [passage];
  });
  corpus.livePassages -= held.length;
  for (const number of entry.numbers) corpus.numbered.remove(number, entry.docKey);
  return held;
};

/** Subtracts a withdrawn passage's terms from the counts. */
const forget = ({ postings, words }: HeldCorpus, passage: Passage, titleTerms: ReadonlySet<string>): void => {
  const { terms, words: written } = passageTermsOf(passage, titleTerms);
  for (const term of terms.keys()) postings.forget(term);
  words.remove(written);
};

/** Renumbers the remaining slots and documents, and drops the postings of removed ones. */
const sweep = (corpus: HeldCorpus): void => {
  const { documents, lengths, owners, postings, slotOf } = corpus;
  const newSlots = new Int32Array(corpus.passages.length).fill(-1);
  const kept: Passage[] = [];
  corpus.passages.forEach((passage, slot) => {
    if (!passage) return;
    newSlots[slot] = kept.length;
    lengths[kept.length] = lengths[slot] ?? 0;
    slotOf.set(passage.chunkId, kept.length);
    kept.push(passage);
  });
  corpus.passages = kept;
  postings.renumber(newSlots);
  corpus.entries = [...documents.values()].map((entry, ordinal) => {
    const moved = { ...entry, ordinal, slots: entry.slots.map((slot) => newSlots[slot] ?? 0) };
    for (const slot of moved.slots) owners[slot] = ordinal;
    documents.set(moved.docKey, moved);
    return moved;
  });
};

/**
 * Replaces every passage of a document, in steps of one passage: between steps, searches find the document as before or
 * as after, never a part of it. Finish one document before the next.
 */
export function* putInSteps(corpus: HeldCorpus, docKey: string, given: readonly Passage[]): Iterable<void> {
  const former = corpus.documents.get(docKey);
  const [first] = given;
  if (!former && !first) return;
  const slots: number[] = [];
  const ordinal = corpus.entries.length;
  if (first) {
    corpus.entries.push(undefined);
    const titleTerms = titleTermsOf(first);
    for (const passage of given) {
      slots.push(stagePassage(corpus, passage, titleTerms, ordinal));
      yield;
    }
  }
  const held = former ? withdraw(corpus, former) : [];
  if (first) publish(corpus, { docKey, ordinal, slots, numbers: protocolNumbersOf(first), passages: given });
  const [formerFirst] = held;
  if (formerFirst) {
    const titleTerms = titleTermsOf(formerFirst);
    for (const passage of held) {
      forget(corpus, passage, titleTerms);
      yield;
    }
  }
  const slotsHeld = corpus.passages.length;
  if (slotsHeld >= sweepFrom && corpus.livePassages < slotsHeld * (1 - sweepAt)) sweep(corpus);
}
