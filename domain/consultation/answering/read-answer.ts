import type { AnswerEvidence } from './answer-evidence.ts';
import { unitEnd } from './answer-units.ts';
import { cannotBeCompared } from './cannot-be-compared.ts';
import { marksIn } from './citation-marks.ts';
import { type Contradiction, contradictionsOf } from './contradictions.ts';
import { indexEvidence } from './evidence-index.ts';
import { introducesPermission } from './introduces-permission.ts';
import { introducesProhibition } from './introduces-prohibition.ts';
import { judgeSentence, type Supported, type Verdict } from './judge-sentence.ts';
import { neutralOpening } from './neutral-opening.ts';
import { containsOrderedWords, orderedWords } from './ordered-words.ts';
import { parseStatement } from './parse-statement.ts';
import { plainCharacters } from './plain-characters.ts';
import type { QuestionFacts } from './question-facts.ts';
import { type SafetyReason, safetyReasons } from './safety-reason.ts';
import { struckMark } from './struck-mark.ts';
import type { CarriedContext } from './support-of-number.ts';
import { unsafeReason } from './unsafe-reason.ts';

/** A sentence of an answer with why it is not shown, or not shown alone. */
type JudgedSentence = { readonly sentence: string; readonly because: string };

/** What was found in an answer. */
export type ReadAnswer = {
  /** Numbers of the evidence that what is shown cites, in ascending order. */
  readonly cited: readonly number[];
  readonly struck: readonly JudgedSentence[];
  readonly marked: readonly JudgedSentence[];
  /** Cited numbers that no evidence has. */
  readonly invented: readonly number[];
  readonly contradictions: readonly Contradiction[];
  /** Sentences with a number that are shown. */
  readonly supported: readonly Supported[];
  /** How many sentences were shown that say something. */
  readonly sentences: number;
  /** Why nothing is shown from one sentence on: it is no answer to a clinician. */
  readonly unsafe?: SafetyReason;
};

/** Longer answers than any limit of tokens allows are cut. */
const longestAnswer = 100_000;
/** Numbers of one sentence, or row, that is for people to read; each is compared with the sources by itself. */
const mostNumbers = 100;
const longestListed = 400;
const mostListed = 200;

const markup =
  /<\/?[a-z!?][^>]{0,400}>?|!\[|\]\(|:\/\/|(?<![\w/])\/\/[a-z0-9]|\bhttps?:|\bwww\.|\b(?:javascript|vbscript|mailto|ftp|file|blob|sms):(?=\S)|\bdata:[a-z]|<\||\|>|\b[a-z0-9]{2,63}\.(?:com|net|org|io|ru|cn|info|xyz)\b|\b[a-z0-9-]{2,63}\.[a-z]{2,24}\/[a-z0-9]/i;
/** Links and tags of the evidence may be repeated as text; what a browser would load or run may not. */
const active = /<\/?[a-z!?]|!\[|\]\(|(?:java|vb)script:|data:[a-z]|<\||\|>/i;

const holdsMarkup = (claim: string, evidence: readonly { readonly written: string }[]): boolean => {
  if (!markup.test(claim)) return false;
  if (active.test(claim)) return true;
  const links = claim
    .toLowerCase()
    .split(/[\s()<>"'“”,;]/)
    .filter((word) => markup.test(word))
    .map((word) => (/[.:]$/.test(word) ? word.slice(0, -1) : word));
  return links.some((link) => !evidence.some(({ written }) => written.includes(link)));
};

/** Whether a sentence has more numbers than anybody reads: looking at each would hold up everybody else. */
const isCrowded = (claim: string): boolean => (claim.match(/\d+|[¼-¾⅐-⅞]/g)?.length ?? 0) > mostNumbers;

/** Whether a citation is written as a link, or as where one leads: `[1](//…)`, `[1]: //…`. A front end may load either. */
const linksCitation = (body: string, marks: ReturnType<typeof marksIn>): boolean =>
  marks.some(
    ({ start, end }) => body[end] === '(' || (body[end] === ':' && body.slice(0, start).trim() === ''),
  );

const listMarker =
  /^\s*(?:>\s+(?=\D))?(?:(?:\d{1,3}[.)]|[A-Za-z][.)]|\(\d{1,2}\)|[-*•+–])\s+)+(?!(?:mg|mcg|g|ml|l|units?|meq|j)\b)/i;
const headingLine = /^\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$)/;
const tableRule = /^[\s:|-]+$/;
const rule = /^(?:```\w*|-{3,}|\*{3,}|_{3,})$/;

const nothingCarried: CarriedContext = { drugs: [], names: [], routes: [], isForbidden: false };

type State = {
  /** Of the sentence before, in the same paragraph. */
  readonly said: CarriedContext;
  /** Of the heading and of what introduces the list. */
  readonly introduced: CarriedContext;
  readonly isIntroductionStruck: boolean;
  /** The head of the table that is being read. */
  readonly tableHead: string | undefined;
};

const initial: State = {
  said: nothingCarried,
  introduced: nothingCarried,
  isIntroductionStruck: false,
  tableHead: undefined,
};

/** Reads an answer as it comes: what of it may be shown now, and at the end what was wrong with it. */
export type AnswerReader = {
  /** Text that may be shown after all that was shown before. */
  readonly push: (piece: string) => string;
  /** The rest, once nothing more comes. */
  readonly end: () => string;
  /** What was found so far. */
  readonly result: () => ReadAnswer;
};

/**
 * Reads an answer of a model sentence by sentence. The result does not depend on how the stream is cut into pieces:
 * sentences that the evidence supports, citations in one form, a mark where something was left out.
 */
export const createAnswerReader = (
  evidence: readonly AnswerEvidence[],
  known: QuestionFacts,
): AnswerReader => {
  const index = indexEvidence(evidence);
  const numbers = new Set(index.numbers);
  const ordered = [
    ...known.ordered,
    ...evidence.flatMap(({ text }) => orderedWords(plainCharacters(text.slice(0, longestAnswer)))),
  ];
  const cited = new Set<number>();
  const invented = new Set<number>();
  const struck: JudgedSentence[] = [];
  const marked: JudgedSentence[] = [];
  const supported: Supported[] = [];
  let sentences = 0;
  let unsafe: SafetyReason | undefined;
  let state = initial;
  let buffer = '';
  let scanned = 0;
  let shown = 0;
  let taken = 0;
  let surrogate = '';

  const listed = (list: JudgedSentence[], sentence: string, because: string): void => {
    if (list.length < mostListed) list.push({ sentence: sentence.trim().slice(0, longestListed), because });
  };

  /** First what is not shown whatever the sources say, then what they say. */
  const verdictOn = (unit: {
    readonly body: string;
    readonly marks: ReturnType<typeof marksIn>;
    readonly claim: string;
    readonly crowded: boolean;
    readonly sentence: ReturnType<typeof parseStatement>;
    readonly carried: CarriedContext;
    /** The sources that it cites itself. */
    readonly own: ReadonlySet<number>;
    /** Whether it is an entry of a list or a row of a table, which what introduces it rules. */
    readonly isWithin: boolean;
  }): Verdict => {
    const { claim, own } = unit;
    const struckBecause = (because: string): Verdict => ({ kind: 'struck', because });
    if (unsafe !== undefined) return struckBecause(safetyReasons[unsafe]);
    if (linksCitation(unit.body, unit.marks)) return struckBecause('it holds a link or markup');
    if (!/[\p{L}\p{N}]/u.test(claim)) return { kind: 'kept', sources: [...own], supports: [] };
    const sources = [...index.evidence.values()];
    if (holdsMarkup(claim, sources)) return struckBecause('it holds a link or markup');
    if (unit.crowded) return struckBecause('it has more numbers than can be checked');
    if (cannotBeCompared(claim, sources))
      return struckBecause('it is written so that it cannot be compared with the sources');
    if (unit.isWithin && state.isIntroductionStruck) return struckBecause('what introduces it was struck');
    return judgeSentence({ sentence: unit.sentence, carried: unit.carried, known, index }, own);
  };

  /** What is shown of a unit, which begins with what was shown of it already. */
  const show = (unit: string): string => {
    if (unsafe !== undefined) return unit.slice(0, shown);
    const body = unit.trimEnd();
    const blanks = unit.slice(body.length);
    if (body === '') {
      // An empty line ends a list's sentence, not its introduction.
      if (unit.includes('\n')) state = { ...state, said: nothingCarried, tableHead: undefined };
      return unit;
    }
    const isRow = /^\s*\|/.test(body);
    if (tableRule.test(body) || rule.test(body.trim())) return unit;
    const marker = listMarker.exec(body)?.[0] ?? '';
    const isEntry = marker !== '';
    const isHeading = headingLine.test(body);
    const marks = marksIn(body);
    for (const mark of marks) for (const n of mark.numbers) if (!numbers.has(n)) invented.add(n);
    const own = new Set(marks.flatMap((mark) => mark.numbers.filter((n) => numbers.has(n))));
    const bare = marks.reduceRight(
      (text, { start, end }) => `${text.slice(0, start)}${text.slice(end)}`,
      body,
    );
    const claim = bare
      .slice(marker.length)
      .replace(/^\s*(?:>\s+(?=\p{L}|#))?#{0,6}|[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
      .replace(/\s+/g, ' ')
      .replace(/ (?=[.,;:!?]|$)/g, '')
      .trim();
    const crowded = isCrowded(claim);
    const sentence = parseStatement(crowded ? '' : claim);
    const isIntroduction = claim.endsWith(':') || isHeading;
    const head = neutralOpening(unit);
    const carried: CarriedContext = {
      drugs: state.said.drugs.length > 0 ? state.said.drugs : state.introduced.drugs,
      names: state.said.names.length > 0 ? state.said.names : state.introduced.names,
      routes: state.introduced.routes,
      ...(state.introduced.patients === undefined ? {} : { patients: state.introduced.patients }),
      isForbidden: (isEntry || isRow) && state.introduced.isForbidden,
      isAllowed: isEntry && state.introduced.isAllowed === true,
    };
    unsafe = containsOrderedWords(claim, ordered) ? 'injection_obeyed' : unsafeReason(claim);
    const verdict = verdictOn({
      body,
      marks,
      claim,
      crowded,
      sentence,
      carried,
      own,
      isWithin: isEntry || isRow,
    });
    remember(sentence, { isEntry, isRow, isHeading, isIntroduction, isStruck: verdict.kind === 'struck' });
    if (verdict.kind === 'struck') {
      listed(struck, bare, verdict.because);
      const kept = Math.max(head, isEntry ? marker.length : 0);
      const before = unit.slice(0, Math.min(kept, body.length));
      return `${before}${before === '' || /\s$/.test(before) ? '' : ' '}${struckMark}${blanks}`;
    }
    sentences += claim === '' ? 0 : 1;
    supported.push(...verdict.supports);
    for (const n of verdict.sources) cited.add(n);
    const notes = verdict.kind === 'marked' ? verdict.notes : [];
    if (verdict.kind === 'marked') listed(marked, bare, verdict.because);
    const isSame = verdict.sources.length === own.size && verdict.sources.every((n) => own.has(n));
    const text = isSame ? withMarks(body, marks, numbers) : withSources(bare, verdict.sources);
    return `${withNotes(text, notes, isRow)}${blanks}`;
  };

  const remember = (
    sentence: ReturnType<typeof parseStatement>,
    {
      isEntry,
      isRow,
      isHeading,
      isIntroduction,
      isStruck,
    }: Readonly<Record<'isEntry' | 'isRow' | 'isHeading' | 'isIntroduction' | 'isStruck', boolean>>,
  ): void => {
    const { drugs, names, routes } = sentence.things;
    const [patients] = sentence.patients;
    const own: CarriedContext = {
      drugs: drugs.slice(-1),
      names: drugs.length > 0 ? [] : names.slice(-1),
      routes,
      ...(patients === undefined ? {} : { patients }),
      isForbidden: introducesProhibition(sentence.text),
      isAllowed: introducesPermission(sentence.text),
    };
    if (isHeading) state = { ...initial, introduced: own, isIntroductionStruck: isStruck };
    else if (isIntroduction) {
      const outer = state.introduced;
      state = {
        ...state,
        introduced: {
          drugs: own.drugs.length > 0 ? own.drugs : outer.drugs,
          names: own.names.length > 0 ? own.names : outer.names,
          routes: own.routes,
          ...(own.patients !== undefined
            ? { patients: own.patients }
            : outer.patients !== undefined && isEntry
              ? { patients: outer.patients }
              : {}),
          isForbidden: own.isForbidden,
          isAllowed: own.isAllowed === true,
        },
        said: nothingCarried,
        isIntroductionStruck: isStruck,
      };
    } else if (isRow && state.tableHead === undefined) state = { ...state, tableHead: sentence.text };
    else if (!isEntry && !isRow && (state.isIntroductionStruck || state.introduced.isForbidden)) {
      // A separate sentence ends the list.
      state = { ...initial, said: own };
      return;
    }
    if (!isHeading && !isIntroduction)
      state = {
        ...state,
        said:
          own.drugs.length > 0 || own.names.length > 0
            ? own
            : { ...own, drugs: state.said.drugs, names: state.said.names },
      };
  };

  const drain = (isFinal: boolean): string => {
    let out = '';
    while (buffer !== '') {
      const found = unitEnd(buffer, scanned, isFinal);
      if (!('end' in found)) {
        scanned = found.resume;
        break;
      }
      const unit = buffer.slice(0, found.end);
      buffer = buffer.slice(found.end);
      scanned = 0;
      out += show(unit).slice(shown);
      shown = 0;
    }
    if (buffer !== '' && !isFinal && shown < 400 && unsafe === undefined) {
      const head = neutralOpening(buffer.slice(0, 400));
      if (head > shown) {
        out += buffer.slice(shown, head);
        shown = head;
      }
    }
    return out;
  };

  let ended: string | undefined;
  const result = (): ReadAnswer => ({
    cited: [...cited].sort((one, other) => one - other),
    struck,
    marked,
    invented: [...invented].sort((one, other) => one - other),
    contradictions: contradictionsOf(index, supported),
    supported,
    sentences,
    ...(unsafe === undefined ? {} : { unsafe }),
  });

  return {
    push: (piece) => {
      if (ended !== undefined || taken >= longestAnswer) return '';
      const whole = surrogate + piece;
      const isCut = /[\ud800-\udbff]$/.test(whole);
      surrogate = isCut ? whole.slice(-1) : '';
      const plain = plainCharacters(isCut ? whole.slice(0, -1) : whole).slice(0, longestAnswer - taken);
      taken += plain.length;
      buffer += plain;
      return drain(false);
    },
    end: () => {
      if (ended !== undefined) return '';
      const rest = drain(true);
      const lines = contradictionsOf(index, supported).map(({ text }) => `- ${text}`);
      ended = lines.length === 0 ? rest : `${rest}\n\nThe sources differ:\n${lines.join('\n')}`;
      return ended;
    },
    result,
  };
};

/** A sentence with its citations each in separate brackets, without those of no evidence. */
const withMarks = (body: string, marks: ReturnType<typeof marksIn>, numbers: ReadonlySet<number>): string =>
  marks.reduceRight((text, { start, end, numbers: named }) => {
    const known = named.filter((n) => numbers.has(n));
    const mark = known.map((n) => `[${n}]`).join('');
    const before = known.length === 0 ? text.slice(0, start).replace(/ $/, '') : text.slice(0, start);
    return `${before}${mark}${text.slice(end)}`;
  }, body);

const closing = new Set('"”’)*_`.!?:');

/** What ends a sentence: its point, marks that close, the bar of a cell. */
const endingOf = (text: string): string => {
  let at = text.length;
  if (text[at - 1] === '|') {
    at -= 1;
    while (at > 0 && text[at - 1] === ' ') at -= 1;
  }
  while (at > 0 && closing.has(text[at - 1] ?? '')) at -= 1;
  return text.slice(at);
};

const before = (text: string, addition: string): string => {
  const end = endingOf(text);
  const start = text.slice(0, text.length - end.length);
  return `${start.trimEnd()} ${addition}${end.trim() === '|' ? ' |' : end}`;
};

const withSources = (bare: string, sources: readonly number[]): string => {
  const plain = bare.replace(/(?<! ) +(?=[.,;:!?])/g, '').trimEnd();
  return sources.length === 0 ? plain : before(plain, sources.map((n) => `[${n}]`).join(''));
};

const withNotes = (text: string, notes: readonly string[], isRow: boolean): string => {
  if (notes.length === 0) return text;
  const note = notes.map((one) => `[${one}]`).join(' ');
  return isRow ? before(text, note) : `${text} ${note}`;
};
