import { namesAmount } from '../../clinical-text/names-dose.ts';
import { compareToRange, isForThisPatient, patientRangesIn } from '../../clinical-text/patient-ranges.ts';
import { namesPatients } from '../../clinical-text/population.ts';
import { conceptOfTerm, type LexicalTerm } from '../../retrieval/lexical/lexical-query.ts';
import { ocrMark } from '../ocr-mark.ts';
import type { PatientFacts } from '../patient-facts.ts';
import type { OutlinedDocument } from './judge-blocks.ts';
import type { Block } from './outline/block.ts';
import { mostDrugs, mostSpecific } from './statement-subject.ts';
import { comparable, inOneLine, longestWarning, withoutBullet } from './statement-texts.ts';
import { type Against, againstIn } from './statements-against.ts';
import { termsIn } from './terms-of-text.ts';

/** The most warnings worth reading. Those about the question come first. */
const mostWarnings = 10;
/** The most of them that only name a risk or something to monitor. */
const mostCautions = 3;

/**
 * In a longer document, warnings about drugs that are quoted but not requested count only this close to the quotation.
 */
const shortDocument = 250;
const nearby = 60;

/** The letters of a term that its stem has in any case. */
const beginningOfTerm = 4;

/** A statement of a document against a drug or a procedure. */
export type Warning = {
  /** The statement with the marks of the citations that have it, such as "Do not give aspirin. [1] [3]". */
  readonly text: string;
  /** The statement alone. */
  readonly unmarked: string;
  /** Whether it is about what the question asks for. */
  readonly isAsked: boolean;
  /** Whether it forbids something, and does not only limit a dose or ask for care. */
  readonly forbids: boolean;
  /** Whether the first citation has it: the one that is read in a hurry. */
  readonly isInFirst: boolean;
};

/** A warning before those of several documents are ordered. */
type FoundWarning = Omit<Warning, 'unmarked' | 'isInFirst'> & {
  readonly isCaution: boolean;
  /** Whether it is of a section that is titled as one of restrictions. */
  readonly isSection: boolean;
  /** The marks of the citations that have it. */
  readonly marks: string[];
};

type AskedAndQuoted = {
  /** Index terms of the drugs and procedures of the question and of their classes. */
  readonly asked: readonly string[];
  /** Index terms of the drugs of the question that the terminology has no concept for: statements name them themselves. */
  readonly unlisted?: readonly string[];
  /** Index terms of the drugs that the excerpts give doses of. */
  readonly quoted: readonly string[];
  /** The terms of the whole question: warnings that name more of them come first. */
  readonly subject: readonly LexicalTerm[];
  /** The patients of a question about permission: a quoted prohibition for them is relevant as well. */
  readonly allowedFor?: Pick<PatientFacts, 'ageYears' | 'weightKg' | 'population' | 'pregnant'>;
};

/** Longer lines are sentences, in which an age may refer to something else. */
const longestItem = 120;

/** Whether a line or the items of a list name the patient by age, weight, kind or pregnancy. */
const namesPatient = (
  lines: readonly string[],
  { pregnant, ...charted }: NonNullable<AskedAndQuoted['allowedFor']>,
): boolean =>
  lines.some((line) => {
    if (line.length > longestItem) return false;
    if (pregnant === true && namesPatients(line, 'pregnant')) return true;
    const ranges = patientRangesIn(line);
    return ranges.length > 0
      ? ranges.some((range) => compareToRange(range, charted) === 'within')
      : isForThisPatient(line, charted);
  });

/** Ends of an entry after which the next one needs no mark. */
const leadsOn = /(?:[.:;,!?]|\b(?:and|or))$/i;

/** A prohibition with its continuation, in several texts if necessary: a list is not cut. */
const inPieces = (head: string, items: readonly string[]): readonly string[] => {
  const pieces: string[] = [];
  for (const item of items.map(withoutBullet)) {
    const before = pieces.at(-1);
    if (before !== undefined && before.length + item.length < longestWarning) {
      pieces[pieces.length - 1] = `${before}${leadsOn.test(before) ? '' : ';'} ${item}`;
    } else pieces.push(`${head} ${item}`);
  }
  return pieces.length > 0 ? pieces : [head];
};

/** Splits a text that is too long for one warning at its sentence ends. */
const inSentences = (text: string): readonly string[] => {
  if (text.length <= longestWarning) return [text];
  const pieces: string[] = [];
  for (const sentence of text.split(/(?<=[.;]) /)) {
    const before = pieces.at(-1);
    if (before !== undefined && before.length + sentence.length < longestWarning)
      pieces[pieces.length - 1] = `${before} ${sentence}`;
    else pieces.push(sentence);
  }
  return pieces.map((piece) =>
    piece.length <= longestWarning ? piece : `${piece.slice(0, piece.lastIndexOf(' ', longestWarning))} […]`,
  );
};

/** A dose for other patients does not become a warning because it ends in a prohibition. */
const isOnlyProhibition = ({ text, isProhibition }: Against): boolean => isProhibition && !namesAmount(text);

/** The quoted blocks of a document that forbid what the question asks about for this very patient. */
export const forbiddingPatient = (
  { document, chosen }: { readonly document: OutlinedDocument; readonly chosen: readonly number[] },
  {
    subject,
    patient,
  }: {
    readonly subject: readonly LexicalTerm[];
    readonly patient: NonNullable<AskedAndQuoted['allowedFor']>;
  },
): readonly number[] => {
  const isQuoted = new Set(chosen);
  return againstIn(document).flatMap(({ isProhibition, isSection, index, text, rest }) => {
    if (!isProhibition || isSection || !isQuoted.has(index)) return [];
    const isAbout = subject.some(({ term }) => document.terms[index]?.has(term) === true);
    return isAbout && namesPatient([text, ...rest], patient) ? [index] : [];
  });
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether a statement is about a drug asked for: by its subject, or because it names one that the terminology lacks. */
const aboutAsked =
  (asked: readonly string[], unlisted: readonly string[]) =>
  ({ things, text, rest }: Against): boolean => {
    if (asked.some((thing) => things.includes(thing))) return true;
    const read = [text, ...rest].join('\n');
    // Analyzing every statement of a textbook would take longer than everything else.
    const lower = read.toLowerCase();
    if (!unlisted.some((term) => lower.includes(term.slice(0, beginningOfTerm)))) return false;
    const named = termsIn(read);
    return unlisted.some((term) => named.has(term));
  };

/**
 * Returns the warnings of whole documents about the requested drugs and procedures, then about the quoted drugs,
 * except those that the excerpts already contain: prohibitions with their lists, and maximum doses of requested
 * drugs. A statement made by several documents is listed once, with all their marks.
 *
 * @param documents with their citation numbers, with which each warning ends, and their blocks as fitted to the
 * patient: doses and maxima of other patients do not warn this one
 * @param shown the excerpts
 */
export const drawWarnings = (
  documents: readonly {
    readonly n: number;
    readonly document: OutlinedDocument;
    readonly blocks?: readonly Block[];
    /** Indexes of its quoted blocks. */
    readonly chosen?: readonly number[];
  }[],
  { asked, unlisted = [], quoted, subject, allowedFor }: AskedAndQuoted,
  shown: readonly string[],
): readonly Warning[] => {
  const alreadyShown = comparable(shown.join(' '));
  const isAbout = aboutAsked(asked, unlisted);
  const found = new Map<string, FoundWarning>();
  const note = (n: number, against: Against, forbidsPatient: boolean): void => {
    const { text, rest, things, about, isOwn, isProhibition, isRow, isCaution, source, patients, key } =
      against;
    const isAsked = forbidsPatient || isAbout(against);
    const isQuoted = quoted.some((drug) => things.includes(drug)) && mostSpecific(things).length <= mostDrugs;
    if (!isAsked && !isQuoted) return;
    if (isCaution && !isAsked) return;
    // A maximum that does not name its drug belongs to the line above it, if that is quoted.
    if (!isProhibition && !isCaution && (!isOwn || !isAsked)) return;
    if (isRow) {
      const isOfRow =
        isAsked || [...quoted, ...subject.map(({ term }) => term)].some((term) => against.rowHead.has(term));
      // A row about something else, such as another impression, does not warn about the drugs that it mentions.
      if (!isProhibition || !isOfRow) return;
    }
    if ((!isAsked || !(isProhibition || isCaution)) && alreadyShown.includes(key)) return;
    const known = found.get(key);
    if (known) {
      if (!known.marks.includes(`[${n}]`)) known.marks.push(`[${n}]`);
      return;
    }
    const mark = ocrMark([source]);
    const named =
      about.length === 0
        ? patients
        : `${capitalized(
            mostSpecific(about)
              .map((term) => conceptOfTerm(term)?.name ?? '')
              .join(', '),
          )}: ${patients}`;
    const head = `${named}${withoutBullet(inOneLine(text))}`;
    for (const [at, piece] of inPieces(head, rest).flatMap(inSentences).entries())
      found.set(at === 0 ? key : `${key} ${at}`, {
        text: `${piece}${mark}`,
        isAsked,
        isCaution,
        forbids: isProhibition,
        isSection: false,
        marks: [`[${n}]`],
      });
  };
  /** A whole section against the subject of its document, such as "Contraindications". */
  const noteSection = (n: number, { text, rest, things, source }: Against): void => {
    const isAsked = asked.some((drug) => things.includes(drug));
    if (!isAsked && !quoted.some((drug) => things.includes(drug))) return;
    const unseen = rest.filter((line) => isAsked || !alreadyShown.includes(comparable(line)));
    if (unseen.length === 0) return;
    const about = capitalized(
      mostSpecific(things)
        .map((term) => conceptOfTerm(term)?.name ?? '')
        .join(', '),
    );
    for (const [at, piece] of inPieces(`${about}: ${text}`, unseen).flatMap(inSentences).entries())
      found.set(`${comparable(`${about} ${text}`)} ${n} ${at}`, {
        text: `${piece}${ocrMark([source])}`,
        isAsked,
        isCaution: false,
        forbids: true,
        isSection: true,
        marks: [`[${n}]`],
      });
  };
  for (const { n, document, blocks: fitted = document.blocks, chosen = [] } of documents) {
    const forbidding =
      allowedFor === undefined
        ? []
        : forbiddingPatient({ document, chosen }, { subject, patient: allowedFor });
    const isNear = (index: number): boolean =>
      document.blocks.length <= shortDocument || chosen.some((at) => Math.abs(at - index) <= nearby);
    for (const against of againstIn(document)) {
      if (!isNear(against.index) && !isAbout(against)) continue;
      if (against.isSection) noteSection(n, against);
      else if (fitted[against.index]?.isForOtherPatients !== true || isOnlyProhibition(against))
        note(n, against, forbidding.includes(against.index));
    }
  }
  const all = [...found.values()];
  const worthOf = (text: string): number => {
    const terms = termsIn(text);
    return subject.reduce((sum, { term, weight }) => sum + (terms.has(term) ? weight : 0), 0);
  };
  const ofAsked = all
    .filter((one) => one.isAsked && !one.isCaution)
    .map((one) => ({ one, worth: worthOf(one.text) }))
    .sort(
      (first, second) =>
        Number(second.one.isSection) - Number(first.one.isSection) || second.worth - first.worth,
    )
    .map(({ one }) => one);
  const cautions = all.filter((one) => one.isCaution).slice(0, mostCautions);
  return [...ofAsked, ...cautions, ...all.filter(({ isAsked }) => !isAsked)]
    .slice(0, mostWarnings)
    .map(({ text, isAsked, forbids, marks }) => ({
      text: `${text} ${marks.join(' ')}`,
      unmarked: text,
      isAsked,
      forbids,
      isInFirst: marks.includes('[1]'),
    }));
};
