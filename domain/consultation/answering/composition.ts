import { idsOfStatement, idsUnder, missingHeads } from './alignment/heads-of-place.ts';
import { type Segment, statementForms } from './alignment/statement-forms.ts';
import type { createFindings } from './answer-findings.ts';
import type { EvidenceIndex, Place } from './evidence-index.ts';
import { isIndependent } from './judge-sentence.ts';
import type { AnswerUnit } from './parse-unit.ts';
import type { QuestionFacts } from './question-facts.ts';
import { withSources } from './show-unit.ts';

/** A heading or introduction of the answer, with the concepts that it names. */
type Head = { readonly text: string; readonly ids: readonly string[]; readonly unit: AnswerUnit };

/** An answer during composition: the text shown so far and the heads of the next unit. */
export type Composition = {
  readonly index: EvidenceIndex;
  readonly known: QuestionFacts;
  readonly findings: ReturnType<typeof createFindings>;
  readonly shownPlaces: Set<Place>;
  /** What the model said under which headings: small models repeat themselves until their tokens run out. */
  readonly said: Set<string>;
  hasShown: boolean;
  /** Whitespace between the last shown text and the next. */
  blanks: string;
  wasDropped: boolean;
  /** Headings held until a matching statement follows. */
  pending: readonly Head[];
  /** The headings shown. */
  under: readonly Head[];
  /** The last statement shown. */
  last: Place | undefined;
  /** The partly shown statement, and the sentence of the answer that began it. */
  going: { readonly place: Place; readonly next: number; readonly unit: AnswerUnit } | undefined;
  /** The last numbered entry shown. */
  listed: { readonly number: number; readonly place: Place } | undefined;
  table: { readonly head: Place; text: string; isShown: boolean } | undefined;
  isInTable: boolean;
};

/** Why a sentence is marked: it would mislead without the heads or the rest of its statement. */
export const contextPrepended = 'the context that its source gives was added before it';
export const continuationAppended = 'the rest of the statement in its source was added after it';

/** Creates an empty composition. */
export const newComposition = (
  index: EvidenceIndex,
  known: QuestionFacts,
  findings: Composition['findings'],
): Composition => ({
  index,
  known,
  findings,
  shownPlaces: new Set(),
  said: new Set(),
  hasShown: false,
  blanks: '',
  wasDropped: false,
  pending: [],
  under: [],
  last: undefined,
  going: undefined,
  listed: undefined,
  table: undefined,
  isInTable: false,
});

/** Records that something is said under the current headings; false when it was said under the same ones before. */
export const isSaidFirst = ({ said, under, pending }: Composition, what: string): boolean => {
  const key = JSON.stringify([...[...under, ...pending].map(({ text }) => text), what]);
  const isFirst = !said.has(key);
  said.add(key);
  return isFirst;
};

const breakOf = (blanks: string): string =>
  /\n\s*\n/.test(blanks) ? '\n\n' : blanks.includes('\n') ? '\n' : ' ';

/** Appends a text, on a line of its own if needed. */
export const emit = (composition: Composition, text: string, isLine: boolean): string => {
  const { blanks, wasDropped, hasShown } = composition;
  const between = wasDropped ? breakOf(blanks) : blanks;
  const broken = isLine && !between.includes('\n') ? '\n' : between;
  composition.hasShown = true;
  composition.blanks = '';
  composition.wasDropped = false;
  return hasShown ? `${broken === '' ? ' ' : broken}${text}` : text;
};

const bounds: ReadonlySet<string> = new Set(
  'max not no never if unless only until before lt gt ge le'.split(' '),
);

/** "May be repeated after 5 minutes" does not limit what precedes it. */
const isPermission = ({ items }: Segment): boolean =>
  items.find(({ isLoose }) => !isLoose)?.id === 'may' && !items.some(({ id }) => bounds.has(id));

/** Returns the rest of the partly shown statement, which the answer omits. */
export const takeContinuation = (composition: Composition): string => {
  const { going, shownPlaces, findings } = composition;
  if (going === undefined) return '';
  const { place, next, unit } = going;
  composition.going = undefined;
  shownPlaces.add(place);
  const rest = statementForms(place)
    .segments.slice(next)
    .filter((_, at) => !isIndependent(place, next + at));
  if (rest.length === 0) return '';
  if (!rest.every(isPermission)) findings.marked(unit, continuationAppended);
  return ` ${withSources(rest.map(({ text }) => text).join(' '), [place.n])}`;
};

const emitHead = (composition: Composition, { text, unit: { isHeading, marker } }: Head): string => {
  const out = emit(composition, text, isHeading || marker !== '');
  composition.blanks = '\n';
  return out;
};

/**
 * Returns the matching headings to show before a statement, and the heads of its own that it needs. If a statement
 * does not match the headings above it, only its own heads are shown.
 */
export const takeHeadings = (
  composition: Composition,
  place: Place,
  heads: readonly string[],
): { readonly opening: string; readonly heads: readonly string[] } => {
  const { index, known, under, pending, last } = composition;
  const all = [...under, ...pending];
  const named = idsUnder(index, place);
  if (all.every(({ ids }) => ids.every((id) => named.has(id)))) {
    const opening = pending.map((head) => emitHead(composition, head)).join('');
    composition.under = all;
    composition.pending = [];
    return { opening, heads };
  }
  composition.under = [];
  composition.pending = [];
  const own = missingHeads(index, place, { said: new Set(idsOfStatement(place)), known, last });
  const title = index.evidence.get(place.n)?.title.text ?? '';
  return {
    opening: '',
    heads: under.length > 0 && title !== '' && !own.includes(title) ? [title, ...own] : own,
  };
};
