import { administrableIn, namesAmount } from '../../clinical-text/names-dose.ts';
import {
  compareToRange,
  isForThisPatient,
  patientRangesIn,
  rulesPatients,
} from '../../clinical-text/patient-ranges.ts';
import { namesPatients } from '../../clinical-text/population.ts';
import { splitStatements } from '../../clinical-text/split-statements.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { endsUnfinished } from '../../language/ends-unfinished.ts';
import { conceptOfTerm, conceptTerm, type LexicalTerm } from '../../retrieval/lexical/lexical-query.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { ocrMark } from '../ocr-mark.ts';
import type { PatientFacts } from '../patient-facts.ts';
import { blockNamesMaximum, blockProhibits, textOfBlock } from './block-texts.ts';
import {
  conceptTermsAmong,
  conceptTermsIn,
  isDrugTerm,
  isInterventionTerm,
  type OutlinedDocument,
  termsIn,
  titleTermsOf,
} from './judge-blocks.ts';
import type { Block } from './outline/block.ts';
import { headsOf, subtreeOf } from './outline/block-tree.ts';
import {
  endsInColon,
  headsRestrictions,
  introducesList,
  namesMaximum,
  prohibits,
} from './statement-kinds.ts';
import { plainHeading, withoutOwnReferences } from './write-excerpt.ts';

/** The most warnings worth reading. Those about the question come first. */
const mostWarnings = 10;
/** The most of them that only name a risk or something to monitor. */
const mostCautions = 3;
/** The log stores 500 characters of a warning, including its marks. */
const longestWarning = 410;
/**
 * In a longer document, warnings about drugs that are quoted but not requested count only this close to the quotation.
 */
const shortDocument = 250;
const nearby = 60;
/** A statement naming more drugs than these is an inventory, not a warning about any of them. */
const mostDrugs = 4;

/** A statement of a document against a drug or a procedure. */
export type Warning = {
  readonly text: string;
  /** Whether it is about what the question asks for. */
  readonly isAsked: boolean;
};

type AskedAndQuoted = {
  /** Index terms of the drugs and procedures of the question and of their classes. */
  readonly asked: readonly string[];
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

const inOneLine = (text: string): string => withoutOwnReferences(text.replace(/\s+/g, ' ').trim());

/** A form in which texts are equal that differ only in spaces, case, marks and step numbers. */
const comparable = (text: string): string =>
  text
    .replace(/^\s*(?:\d{1,2}|[A-Za-z])[.)]\s/, '')
    .toLowerCase()
    .replace(/[^\p{L}\d<>≤≥]+/gu, ' ')
    .trim();

/** A list entry without its bullet, which means nothing outside the list; step numbers stay. */
const withoutBullet = (text: string): string => text.replace(/^(?:[•▪◦●○◊❖*–-]|o(?=\s[\p{Lu}\d]))\s+/u, '');

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

type RestrictingStatement = {
  readonly text: string;
  readonly rest: readonly string[];
  /** The statements before it in the same paragraph. */
  readonly before?: readonly string[];
};

/** The subject of a statement: drugs and procedures by their index terms. */
type Subject = {
  readonly things: readonly string[];
  /** Its subject for the reader, if the text does not name it. */
  readonly about: readonly string[];
  /** Whether it names them itself, not through its heading. */
  readonly isOwn: boolean;
};

/** A warning of a document, with its passage. */
type Against = RestrictingStatement &
  Subject & {
    readonly source: Passage;
    /** The block that contains it. */
    readonly index: number;
    /** {@link patientsAbove} */
    readonly patients: string;
    readonly isRow: boolean;
    /** For a row, the terms of its first cell, which names its subject. */
    readonly rowHead: ReadonlySet<string>;
    /** Whether it is a whole section of such statements, as "Contraindications". */
    readonly isSection: boolean;
    readonly isProhibition: boolean;
    /** Whether it only names a risk or asks to monitor for one, as a formulary does in addition to its prohibitions. */
    readonly isCaution: boolean;
    /** {@link comparable} text. */
    readonly key: string;
  };

/** Wording of risks and monitoring in a formulary. */
const caution =
  /\brisk (?:of|for)\b|\b(?:boxed|black box) warning\b|\bmonitor(?:ing)?\b|\b(?:can|may) cause\b|\buse with caution\b/i;

/** Counts only in a formulary: elsewhere "monitor" is an ordinary step. */
const isCaution = (text: string, { sourceType }: Passage): boolean =>
  sourceType === 'drug_formulary' && caution.test(text) && !prohibits(text) && !namesMaximum(text);

const cellsOf = (row: string): readonly string[] =>
  row
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** A longer line above a list is a sentence, even if it was classified as something else. */
const longestName = 60;

/** The column headings of a table. */
const headsOfColumns = ({ lines }: Block): readonly string[] => {
  const rule = lines.findIndex((line) => /^\|(?:\s*:?-{3,}:?\s*\|)+$/.test(line.trim()));
  return rule < 1 ? [] : cellsOf(lines[rule - 1] ?? '');
};

/** A table row with its column headings, without which "30 to 44" could be anything. */
const rowWithHeads = (block: Block, row: string): string => {
  const heads = headsOfColumns(block);
  // A piece of a long row already has its column heading.
  if (heads.length === 0 || !row.startsWith('|')) return row;
  return cellsOf(row)
    .flatMap((cell, at) => (cell === '' ? [] : [heads[at] ? `${heads[at]}: ${cell}` : cell]))
    .join('; ');
};

/** The entries of its list below a block: text after the last entry is another paragraph. */
const itemsBelow = (blocks: readonly Block[], index: number): readonly number[] => {
  const below = subtreeOf(blocks, index).filter((one) => one !== index);
  const last = below.findLastIndex((one) => blocks[one]?.kind === 'entry');
  return last < 0 ? below : below.slice(0, last + 1);
};

const beginsWithin = /^[\p{Ll},;)]/u;
/** Ends that need a continuation: "if there is no improvement, consider". */
const endsInOrder = /\b(?:consider|give|administer|use)$/i;
/** Chapter names of a text on a drug; they prohibit nothing. */
const namesChapters = /\bindications\b,?(?: and| or|,|\/)? ?(?:relative |absolute )?contra-?indications\b/i;
/** Fewer words are a cell of a form: "(0) Never". */
const fewestWords = 3;

/**
 * A statement from beginning to end, including the neighbouring blocks that hold parts of it: "however, do not …"
 * continues the previous block, "stop it unless needed, or" is continued in the next item. `undefined` if one of the
 * two is missing.
 */
const wholeStatement = (
  blocks: readonly Block[],
  index: number,
  text: string,
  before: readonly string[],
): string | undefined => {
  const beside = (at: number): string | undefined =>
    blocks[at]?.under === blocks[index]?.under && blocks[at]?.kind === blocks[index]?.kind
      ? textOfBlock(blocks[at])
      : undefined;
  // An "OR" between two lines belongs to neither of them.
  let whole = text
    .trim()
    .replace(/\s(?:OR|Or|AND|And)$/, '')
    .trimEnd();
  if (beginsWithin.test(withoutBullet(whole)) && blocks[index]?.kind === 'paragraph') {
    const head = before.at(-1) ?? beside(index - 1);
    if (head === undefined || /[.!?]$/.test(head.trim())) return undefined;
    whole = `${head} ${whole}`;
  }
  if ((endsUnfinished(whole) || endsInOrder.test(whole)) && !whole.endsWith(',')) {
    const end = beside(index + 1);
    if (end === undefined) return undefined;
    whole = `${whole} ${withoutBullet(end)}`;
  }
  return whole.length <= longestWarning && whole.split(/\s+/).length >= fewestWords ? whole : undefined;
};

/** Longer lines are sentences. */
const longestHead = 80;
/** "E. Absolute contraindications" means nothing without the text below it; "Exception: burns of the face" does. */
const mostHeadWords = 4;

const itemOrSentence = /\s(?=[•▪◦●○◊❖\uf0b7]\s|o\s\p{Lu})|(?<=\p{L}{3}[.;])\s+(?=\p{Lu})/u;

/**
 * The prohibiting items and sentences of a row that holds a whole page, each with its column heading, or without one if
 * the text spans all columns. A shorter row stays whole.
 */
const piecesOfRow = (block: Block, row: string): readonly string[] => {
  if (row.length <= longestWarning) return [row];
  const heads = headsOfColumns(block);
  const cells = cellsOf(row);
  const isOverAll = cells.filter((cell) => cell !== '').length === 1;
  return cells.flatMap((cell, at) => {
    const head = heads[at] ?? '';
    const named = isOverAll || head === '' || head.length > longestName ? '' : `${head}: `;
    return cell
      .split(itemOrSentence)
      .map((piece) => withoutBullet(piece.trim()))
      .filter(
        (piece) =>
          piece.length <= longestWarning &&
          /^[\p{Lu}\d<>≤≥]/u.test(piece) &&
          !endsUnfinished(piece) &&
          !endsInColon(piece) &&
          (prohibits(piece) || namesMaximum(piece)),
      )
      .map((piece) => `${named}${piece}`);
  });
};

/** The prohibiting statements of a block, each whole and with the list that it introduces. */
const prohibitionsIn = (blocks: readonly Block[], index: number): readonly RestrictingStatement[] => {
  const statements = splitStatements((blocks[index]?.lines ?? []).join('\n')).map(({ text }) => text);
  const block = blocks[index];
  return statements.flatMap((text, at) => {
    const source = blocks[index]?.passage;
    const isAgainst = prohibits(text) || namesMaximum(text);
    if (!isAgainst && (source === undefined || !isCaution(text, source))) return [];
    const before = blocks[index]?.kind === 'paragraph' ? statements.slice(0, at) : [];
    if (namesChapters.test(text)) return [];
    if (block?.kind === 'table')
      return piecesOfRow(block, text).map((piece) => ({ text: piece, before, rest: [] }));
    const isHead = headsRestrictions(text) && at === statements.length - 1 && text.length <= longestHead;
    if (introducesList(text) || isHead) {
      const below = itemsBelow(blocks, index).map((one) => (blocks[one]?.lines ?? []).join(' '));
      const rest = [...statements.slice(at + 1), ...below].map(inOneLine);
      // The introduction of a list means nothing without the list.
      const saysMore = !endsInColon(text) && (!isHead || text.split(/\s+/).length > mostHeadWords);
      if (rest.length === 0) return saysMore ? [{ text, before, rest }] : [];
      return [{ text, before, rest: prohibits(text) || endsInColon(text) ? rest : [] }];
    }
    const isLong = text.length > longestWarning;
    const whole = isLong ? text : wholeStatement(blocks, index, text, before);
    return whole === undefined ? [] : [{ text: whole, before, rest: [] }];
  });
};

const beginning = /^\W{0,4}\p{Lu}\p{Ll}{3,30}\s(?=[\d.½¼¾])/u;
/** The most characters of an amount with its unit and denominator. */
const longestAmount = 60;

/** "Epinephrine 0.3 mg": a drug and its dose first. */
const beginsWithDose = (text: string): boolean => {
  const name = beginning.exec(text)?.[0];
  if (name === undefined) return false;
  return administrableIn(text.slice(name.length, name.length + longestAmount))[0]?.start === 0;
};

/** The terms without those that are broader than another of them. */
const mostSpecific = (terms: readonly string[]): readonly string[] => {
  const implied = new Set(terms.flatMap((term) => conceptOfTerm(term)?.sortOf ?? []).map(conceptTerm));
  return terms.filter((term) => !implied.has(term));
};

/** As "Metformin and sitagliptin", one of which may be an unknown drug. */
const joinsNames = /\b(?:and|or|vs|versus|with|to)\b|[/&+,;]/i;
/** A longer heading mentions another drug, but is not its name. */
const mostNameWords = 3;

/**
 * The drug that a document is about, with its broader terms: if the title names exactly one and no heading begins a
 * text about another, as in a monograph. In a document about several drugs, no warning applies to all of them.
 */
const drugOfDocument = weakMemoize(({ blocks, terms }: OutlinedDocument): readonly string[] => {
  const passage = blocks[0]?.passage;
  if (passage === undefined || joinsNames.test(passage.title)) return [];
  const drugs = [...titleTermsOf(passage)].filter(isDrugTerm);
  if (mostSpecific(drugs).length !== 1) return [];
  const titles = blocks.flatMap(({ kind, lines }) =>
    kind === 'table' ? [] : lines.filter((line) => /^#\s/.test(line)),
  );
  const namesOther = blocks.some(
    ({ kind, lines }, index) =>
      kind === 'heading' &&
      plainHeading(lines[0] ?? '').split(/\s+/).length <= mostNameWords &&
      conceptTermsAmong(terms[index]).some((term) => isDrugTerm(term) && !drugs.includes(term)),
  );
  return titles.length > 1 || namesOther ? [] : drugs;
});

/** The beginning of a sentence that refers to the last thing named in the previous one. */
const leaning = /^\W*(?:it|this|that|these|those|they)\b/i;

/**
 * The subject of a statement: the drugs and procedures of its own line, else of its nearest heading or parent, else the
 * one drug of its document.
 */
const subjectOf = (
  document: OutlinedDocument,
  index: number,
  { text, before = [] }: Pick<RestrictingStatement, 'text' | 'before'>,
): Subject => {
  const { blocks, terms } = document;
  const own = [...termsIn(text)].filter(isInterventionTerm);
  if (own.some(isDrugTerm)) return { things: own, about: [], isOwn: true };
  // "It must not be given" is about what the previous sentence names, not about everything in its paragraph.
  const leaned = leaning.test(text)
    ? before.map((one) => [...conceptTermsIn(one)].filter(isInterventionTerm)).reverse()
    : [before.length > 0 ? drugOfDocument(document) : []];
  const above = [
    ...leaned.filter((named) => named.some(isDrugTerm)).slice(0, 1),
    ...[index, ...headsOf(blocks, index)].map((at) =>
      conceptTermsAmong(terms[at]).filter(isInterventionTerm),
    ),
  ];
  // "Hold before surgery" of a monograph is about its drug as much as about what it names. Below "Contraindications",
  // it is shown with its whole section.
  const isOfSection = headsOf(blocks, index).some(
    (at) => blocks[at]?.kind === 'heading' && headsRestrictions(textOfBlock(blocks[at])),
  );
  const namesDrug = above.some((named) => named.some(isDrugTerm));
  const ofDocument = namesDrug || isOfSection ? [] : drugOfDocument(document);
  if (own.length > 0) return { things: [...own, ...ofDocument], about: ofDocument, isOwn: true };
  // "Pancuronium 8 mg …" is about what it begins with, known or not.
  if (beginsWithDose(text)) return { things: [], about: [], isOwn: true };
  const nearest = above.find((named) => named.length > 0) ?? [];
  const named = nearest.some(isDrugTerm) ? nearest : [...nearest, ...ofDocument];
  // A row without a drug is not about the drugs of the other rows.
  const things = mostSpecific(named).length > mostDrugs ? [] : named;
  return { things, about: things, isOwn: false };
};

/** As "Bronchiolitis": the name of a list within a section, without which "do not give" would apply to anyone. */
const namesListOnly = (line: string): boolean =>
  /^[\p{Lu}\d]/u.test(line) && /\p{Ll}/u.test(line) && line.length <= longestName;

/**
 * The headings above a block that name its patients, as "PEDIATRIC", and its list: without them, a limit would apply to
 * anyone.
 */
const patientsAbove = (blocks: readonly Block[], index: number): string => {
  const headings = headsOf(blocks, index).flatMap((at) =>
    blocks[at]?.kind === 'heading' ? [blocks[at].lines[0] ?? ''] : [],
  );
  const list = headings.slice(0, 1).filter((line) => namesListOnly(line) && !headsRestrictions(line));
  const patients = headings.find((line) => !list.includes(line) && rulesPatients(line));
  const named = [...(patients === undefined ? [] : [patients]), ...list].map(plainHeading);
  return named.length === 0 ? '' : `${named.join(' > ')}: `;
};

/** All warnings of a document, in reading order; the same for every question. */
const againstIn = weakMemoize((document: OutlinedDocument): readonly Against[] => {
  const { blocks, terms } = document;
  return blocks.flatMap((block, index): readonly Against[] => {
    const { kind, passage: source } = block;
    if (kind === 'heading') {
      const text = textOfBlock(block);
      if (!headsRestrictions(text)) return [];
      // The nearest heading that names a drug: a formulary has such a section for each one.
      const path = [index, ...headsOf(blocks, index)].map((at) => terms[at] ?? new Set<string>());
      const things =
        [...path, titleTermsOf(source)]
          .map((named) => [...named].filter(isInterventionTerm))
          .find((named) => named.length > 0) ?? [];
      const rest = itemsBelow(blocks, index).map((one) => inOneLine(textOfBlock(blocks[one])));
      const head = `${plainHeading(text)}:`;
      const section = {
        text: head,
        rest,
        things,
        isOwn: true,
        source,
        index,
        patients: '',
        isRow: false,
        rowHead: new Set<string>(),
        about: [],
        isCaution: false,
        isSection: true,
      };
      return rest.length === 0 ? [] : [{ ...section, isProhibition: true, key: comparable(head) }];
    }
    const isAgainst = blockProhibits(block) || blockNamesMaximum(block);
    if (!isAgainst && source.sourceType !== 'drug_formulary') return [];
    return prohibitionsIn(blocks, index).map((statement) => ({
      ...statement,
      ...(kind === 'table' ? { text: rowWithHeads(block, statement.text) } : {}),
      ...subjectOf(document, index, statement),
      source,
      patients: patientsAbove(blocks, index),
      index,
      isRow: kind === 'table',
      rowHead: kind === 'table' ? termsIn(cellsOf(statement.text)[0] ?? '') : new Set<string>(),
      isSection: false,
      isProhibition: prohibits(statement.text),
      isCaution: isCaution(statement.text, source),
      key: comparable(inOneLine(statement.text)),
    }));
  });
});

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
  { asked, quoted, subject, allowedFor }: AskedAndQuoted,
  shown: readonly string[],
): readonly Warning[] => {
  const alreadyShown = comparable(shown.join(' '));
  const found = new Map<
    string,
    {
      readonly text: string;
      readonly isAsked: boolean;
      readonly isCaution: boolean;
      readonly marks: string[];
    }
  >();
  const note = (n: number, against: Against, forbidsPatient: boolean): void => {
    const { text, rest, things, about, isOwn, isProhibition, isRow, isCaution, source, patients, key } =
      against;
    const isAsked = forbidsPatient || asked.some((drug) => things.includes(drug));
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
      if (!asked.some((thing) => against.things.includes(thing)) && !isNear(against.index)) continue;
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
    .sort((first, second) => second.worth - first.worth)
    .map(({ one }) => one);
  const cautions = all.filter((one) => one.isCaution).slice(0, mostCautions);
  return [...ofAsked, ...cautions, ...all.filter(({ isAsked }) => !isAsked)]
    .slice(0, mostWarnings)
    .map(({ text, isAsked, marks }) => ({ text: `${text} ${marks.join(' ')}`, isAsked }));
};
