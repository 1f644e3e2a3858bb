import { isPlainHeading, isPleasantry } from './alignment/closed-forms.ts';
import { isForOtherPatients, isIntroduction, isPlainText } from './alignment/find-places.ts';
import { idsOfStatement, idsUnder, isGeneral, missingHeads } from './alignment/heads-of-place.ts';
import { type Item, itemsOfSentence, strongIds } from './alignment/read-items.ts';
import { plainStatement, rowInWords, statementForms } from './alignment/statement-forms.ts';
import { bareText } from './bare-text.ts';
import {
  type Composition,
  contextPrepended,
  emit,
  isSaidFirst,
  takeContinuation,
  takeHeadings,
} from './composition.ts';
import { containsMarkup, linksCitation } from './contains-markup.ts';
import type { Place } from './evidence-index.ts';
import { judgeSentence, type Verdict } from './judge-sentence.ts';
import type { AnswerUnit } from './parse-unit.ts';
import { withMarks, withSources } from './show-unit.ts';

/** Words of headings that name no patient, drug or disease. */
const ofHeadings: ReadonlySet<string> = new Set(
  'treatment management summary overview dosing answer key point note'.split(' '),
);

/** The text of a whole statement. */
const wordsOf = (place: Place): string =>
  place.isTableRow ? rowInWords(place) : plainStatement(place.statement.text);

/** Whether a heading occurs in the sources or repeats a term of the question. */
const isOfHeads = ({ index, known }: Composition, items: readonly Item[], claim: string): boolean => {
  const plain = bareText(claim);
  const isCoveredBySources =
    [...index.evidence.values()].some(({ title }) => bareText(title.text) === plain) ||
    index.places.some(
      (place) => isIntroduction(place) && bareText(plainStatement(place.statement.text)) === plain,
    );
  return (
    isCoveredBySources ||
    items.every(
      (item) =>
        item.isLoose ||
        ofHeadings.has(item.id) ||
        (known.said.has(item.id) &&
          (item.kind === 'drug' || item.kind === 'patients' || item.kind === 'route' || isGeneral(item))),
    )
  );
};

/** Holds a heading or introduction until a matching statement follows. */
const takeHead = (composition: Composition, unit: AnswerUnit): string => {
  const items = itemsOfSentence(unit.claim);
  const rest = takeContinuation(composition);
  if (unit.isHeading) {
    composition.under = [];
    composition.pending = [];
  } else if (!unit.isEntry) composition.under = composition.under.filter((head) => head.unit.isHeading);
  const headings = composition.pending.filter((head) => head.unit.isHeading);
  const isNeutral = isPlainHeading(unit.claim);
  if (isNeutral || isOfHeads(composition, items, unit.claim)) {
    const ids = isNeutral ? [] : strongIds(items).filter((id) => !ofHeadings.has(id));
    composition.pending = [...headings, { text: withSources(unit.bare.trimStart(), []), ids, unit }];
    return rest;
  }
  // A line with blanks to fill in ends with a colon, as an introduction does.
  const verdict = unit.isHeading ? undefined : judge(composition, unit);
  if (verdict?.kind === 'proven') return `${rest}${showProven(composition, unit, verdict)}`;
  composition.findings.struck(unit, 'it is not a heading of the sources');
  composition.under = [];
  composition.pending = headings;
  return rest;
};

const numberedMarker = /^(\s*)\(?(\d{1,3})[.)]\s+$/;
const bulletMarker = /^(\s*)[-*•]\s+$/;

/**
 * The list marker to show before a statement. A number tells an order: it is shown where the statements follow each
 * other in their source too. Others become a bullet: "IV." before a dose would be read as a route, "2. doses" as two.
 */
const markerOf = (composition: Composition, { marker, isRow }: AnswerUnit, place: Place): string => {
  if (isRow) return '- ';
  if (marker === '' || bulletMarker.test(marker)) return marker;
  const [, blanks = '', written] = numberedMarker.exec(marker) ?? [];
  const { listed } = composition;
  const number = Number(written);
  const isNext =
    number === 1 ||
    (listed !== undefined &&
      number === listed.number + 1 &&
      place.n === listed.place.n &&
      place.index >= listed.place.index);
  composition.listed = isNext ? { number, place } : undefined;
  return isNext ? marker : `${blanks}- `;
};

/** Shows a statement in place of a sentence, at most once. */
const showPlace = (
  composition: Composition,
  unit: AnswerUnit,
  place: Place,
  { heads, because }: { readonly heads: readonly string[]; readonly because?: string },
): string => {
  const { findings, shownPlaces } = composition;
  const rest = takeContinuation(composition);
  if (because !== undefined) findings.struck(unit, because);
  if (shownPlaces.has(place)) {
    composition.wasDropped = true;
    return rest;
  }
  shownPlaces.add(place);
  findings.shown(place, because === undefined ? 'named' : 'nearest');
  const shown = takeHeadings(composition, place, heads);
  composition.last = place;
  const words = [...shown.heads, wordsOf(place)].join(': ');
  const marker = markerOf(composition, unit, place);
  return `${rest}${shown.opening}${emit(composition, `${marker}${withSources(words, [place.n])}`, marker !== '')}`;
};

/** Shows a sentence verbatim. */
const showProven = (
  composition: Composition,
  unit: AnswerUnit,
  { alignment, heads }: Extract<Verdict, { kind: 'proven' }>,
): string => {
  const { place, first, last } = alignment;
  const { going, findings } = composition;
  const isGoingOn = going?.place === place && going.next === first;
  const rest = isGoingOn ? '' : takeContinuation(composition);
  if (!isSaidFirst(composition, `${place.n}.${place.index} ${first}-${last}`)) {
    composition.wasDropped = true;
    return rest;
  }
  const { segments } = statementForms(place);
  composition.going = last + 1 < segments.length ? { place, next: last + 1, unit } : undefined;
  if ((first === 0 || isGoingOn) && composition.going === undefined) composition.shownPlaces.add(place);
  const shown = isGoingOn ? { opening: '', heads: [] } : takeHeadings(composition, place, heads);
  composition.last = place;
  const isCited = unit.own.has(place.n) && unit.own.size === 1;
  if (shown.heads.length > 0) findings.marked(unit, contextPrepended);
  else if (unit.own.size > 0 && !unit.own.has(place.n))
    findings.marked(unit, 'another source states it, not the cited one');
  findings.shown(place, 'worded');
  const sentence = isCited ? withMarks(unit) : withSources(unit.bare, [place.n]);
  const words = `${markerOf(composition, unit, place)}${[...shown.heads, sentence.slice(unit.marker.length)].join(': ')}`;
  return `${rest}${shown.opening}${emit(composition, words, unit.marker !== '')}`;
};

/** Handles the first row of a table: the table is shown only if a source contains it. */
const beginTable = (composition: Composition, unit: AnswerUnit, plain: string): string | undefined => {
  composition.isInTable = true;
  const head = composition.index.places.find(
    (place) => place.isTableRow && isIntroduction(place) && bareText(place.statement.text) === plain,
  );
  composition.table =
    head === undefined ? undefined : { head, text: withSources(unit.bare, []), isShown: false };
  return head === undefined ? undefined : takeContinuation(composition);
};

/** Shows a row verbatim if the source of the table contains it. */
const takeRow = (composition: Composition, unit: AnswerUnit): string | undefined => {
  const { index, known, findings, under, last } = composition;
  const plain = bareText(unit.claim);
  if (!composition.isInTable) {
    const begun = beginTable(composition, unit, plain);
    if (begun !== undefined) return begun;
  }
  const { table } = composition;
  const row =
    table &&
    index.places.find(
      (place) =>
        place.isTableRow &&
        place.n === table.head.n &&
        place.heads.includes(table.head.statement) &&
        bareText(place.statement.text) === plain,
    );
  if (row === undefined || table === undefined) {
    composition.table = undefined;
    return undefined;
  }
  const rest = takeContinuation(composition);
  const said = new Set([...under.flatMap(({ ids }) => ids), ...idsUnder(index, row)]);
  const { opening, heads } = takeHeadings(composition, row, missingHeads(index, row, { said, known, last }));
  composition.shownPlaces.add(row);
  composition.last = row;
  findings.shown(row, 'worded');
  let out = `${rest}${opening}`;
  if (heads.length > 0) {
    out += emit(composition, `${heads.join(': ')}:`, true);
    composition.blanks = '\n\n';
  }
  if (!table.isShown) {
    out += emit(composition, table.text, true);
    composition.blanks = '\n';
    table.isShown = true;
  }
  const isCited = unit.own.size === 1 && unit.own.has(row.n);
  return `${out}${emit(composition, isCited ? withMarks(unit) : withSources(unit.bare, [row.n]), true)}`;
};

/** The statements that a unit names by their ids, those left out that only introduce others or are for others. */
const placesNamed = ({ index, known }: Composition, { ids }: AnswerUnit): readonly Place[] =>
  ids.flatMap(({ n, statement }) => {
    const place = index.placesOf.get(n)?.[statement - 1];
    const isShown =
      place !== undefined &&
      isPlainText(place) &&
      !isIntroduction(place) &&
      !isForOtherPatients(index, place, known.patient);
    return isShown ? [place] : [];
  });

/** Shows the statements that a unit names by their ids alone, word for word. */
const showNamed = (composition: Composition, unit: AnswerUnit): string => {
  const places = placesNamed(composition, unit);
  if (places.length === 0) return drop(composition, unit, 'it names no statement of the sources');
  const { index, known } = composition;
  return places
    .map((place) => {
      const { under, pending, last } = composition;
      const said = new Set([...[...under, ...pending].flatMap(({ ids }) => ids), ...idsOfStatement(place)]);
      return showPlace(composition, unit, place, {
        heads: missingHeads(index, place, { said, known, last }),
      });
    })
    .join('');
};

const drop = (composition: Composition, unit: AnswerUnit, because: string): string => {
  composition.wasDropped = true;
  composition.findings.struck(unit, because);
  return '';
};

const judge = (composition: Composition, unit: AnswerUnit): Verdict => {
  const { index, known, under, pending, going, last } = composition;
  return judgeSentence({
    text: unit.isRow ? unit.claim.replace(/^\||\|$/g, '').trim() : unit.claim,
    cited: unit.own,
    index,
    known,
    under: new Set([...under, ...pending].flatMap(({ ids }) => ids)),
    going,
    last,
    named: placesNamed(composition, unit)[0],
  });
};

const showSentence = (composition: Composition, unit: AnswerUnit): string => {
  const { findings } = composition;
  const verdict = judge(composition, unit);
  switch (verdict.kind) {
    case 'proven':
      return unit.isRow
        ? showPlace(composition, unit, verdict.alignment.place, {
            heads: verdict.heads,
            because: 'its table is not in the sources',
          })
        : showProven(composition, unit, verdict);
    case 'replaced':
      return showPlace(composition, unit, verdict.place, verdict);
    case 'dropped':
      return `${takeContinuation(composition)}${drop(composition, unit, verdict.because)}`;
    default: {
      const rest = takeContinuation(composition);
      if (!isSaidFirst(composition, bareText(unit.claim))) {
        composition.wasDropped = true;
        return rest;
      }
      findings.neutral(unit);
      return `${rest}${emit(composition, withMarks(unit), unit.marker !== '')}`;
    }
  }
};

const showUnit = (composition: Composition, unit: AnswerUnit): string => {
  const { claim } = unit;
  if (linksCitation(unit) || containsMarkup(claim, [...composition.index.evidence.values()]))
    return drop(composition, unit, 'it contains a link or markup');
  if (unit.isOfIds) return showNamed(composition, unit);
  if (isPleasantry(claim)) return drop(composition, unit, 'it says nothing');
  if (unit.isCrowded) return drop(composition, unit, 'it has more numbers than can be checked');
  if (!/[\p{L}\p{N}]/u.test(claim))
    return /\p{S}/u.test(claim) || /\d/.test(unit.marker)
      ? drop(composition, unit, 'it says nothing')
      : emit(composition, withMarks(unit), false);
  if (unit.isRow) return takeRow(composition, unit) ?? showSentence(composition, unit);
  composition.isInTable = false;
  composition.table = undefined;
  return unit.isIntroduction ? takeHead(composition, unit) : showSentence(composition, unit);
};

/**
 * Returns the text to show for a unit, following the text shown so far: the sentence, if proven, or a statement of
 * the sources. Shown text is never retracted: a heading appears with the first matching statement, and the rest of a
 * statement is added if the answer omits it.
 */
export const takeUnit = (composition: Composition, unit: AnswerUnit): string => {
  const out = showUnit(composition, unit);
  composition.blanks += unit.written.slice(unit.body.length);
  return out;
};

/** Handles blank lines. */
export const takeBlank = (composition: Composition, written: string): void => {
  composition.blanks += written;
  if (written.includes('\n')) composition.isInTable = false;
};

/** Handles a rule: that of a table is shown with its head, others are dropped. */
export const takeRule = (composition: Composition, written: string): void => {
  const { table } = composition;
  if (table !== undefined && !table.isShown) table.text = `${table.text}\n${written.trim()}`;
  else if (written.includes('\n')) composition.blanks += '\n';
};
