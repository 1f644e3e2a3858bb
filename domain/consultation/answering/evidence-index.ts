import { splitStatements } from '../../clinical-text/split-statements.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { addressesModel } from './addresses-model.ts';
import { statementsOfResult } from './alignment/statements-of-result.ts';
import type { AnswerEvidence } from './answer-evidence.ts';
import { introducesProhibition } from './introduces-prohibition.ts';
import { type Mention, type ParsedStatement, parseStatement } from './parse-statement.ts';
import type { PatientLabel } from './patients-named.ts';
import { plainCharacters } from './plain-characters.ts';

/** A statement of a piece of evidence with what it is under. */
export type Place = {
  readonly n: number;
  /** Among the statements of its evidence. */
  readonly index: number;
  readonly statement: ParsedStatement;
  /** What introduces it, innermost first: its list's introduction, its table's head, its section. */
  readonly heads: readonly ParsedStatement[];
  readonly isTableRow: boolean;
  /** Whether what it is under forbids what is below. */
  readonly isUnderProhibition: boolean;
};

/** A number of the evidence where it is. */
export type PlacedMention = { readonly place: Place; readonly mention: Mention };

/** All that is looked up in evidence. */
export type EvidenceIndex = {
  readonly numbers: readonly number[];
  readonly places: readonly Place[];
  readonly placesOf: ReadonlyMap<number, readonly Place[]>;
  readonly byKey: ReadonlyMap<string, readonly PlacedMention[]>;
  readonly evidence: ReadonlyMap<number, IndexedEvidence>;
  /** Whether anything of it is for children or newborns: "for adults" goes without saying where nothing is. */
  readonly namesChildren: boolean;
};

type IndexedEvidence = {
  readonly given: AnswerEvidence;
  readonly title: ParsedStatement;
  readonly conditions: ReadonlySet<string>;
  /** In lower case. */
  readonly written: string;
  /** For whom the whole of it is. */
  readonly patients?: PatientLabel['kind'];
};

/** Longer evidence is no excerpt. */
const longestEvidence = 12_000;
/** A list within a list within a section: deeper nesting is not followed. */
const mostHeads = 6;
const heading = /^#{1,6}\s/;

/** A heading that lost its mark: "PARAMEDIC". */
const isCapitals = /^[A-Z][A-Z &/-]{1,40}$/;

/** "6-11 years (orange, green)": whom the lines below are for. */
const longestBanner = 90;
const isStep = /^\d{1,2}[.)]\s/;
const isBannerOf = ({ text, patients, mentions }: ParsedStatement): boolean =>
  text.length <= longestBanner &&
  patients.some(({ start }) => start < 12) &&
  !mentions.some(({ isAmount }) => isAmount) &&
  !/[.;]$/.test(text);

const placesOfEvidence = ({ n, text }: AnswerEvidence): readonly Place[] => {
  // What orders a model about supports nothing.
  const lines = plainCharacters(statementsOfResult(text.slice(0, longestEvidence)))
    .split('\n')
    .map((line) => (addressesModel(line) ? '' : line));
  const statements = splitStatements(lines.join('\n'));
  const read = statements.map((statement) => parseStatement(statement.text));
  let section: ParsedStatement | undefined;
  let sectionAt = 0;
  let banner: ParsedStatement | undefined;
  return statements.map((statement, index): Place => {
    const own = read[index] ?? parseStatement('');
    if (heading.test(statement.text) || isCapitals.test(statement.text)) {
      section = own;
      sectionAt = index;
    }
    if (heading.test(statement.text) || isStep.test(statement.text) || statement.isTableRow)
      banner = undefined;
    const isBanner = isBannerOf(own) && !statement.isTableRow;
    if (isBanner) banner = own;
    const heads: ParsedStatement[] = [];
    if (banner !== undefined && !isBanner && own.patients.length === 0) heads.push(banner);
    let under = statement.under;
    while (under !== undefined && under >= sectionAt && heads.length < mostHeads) {
      const head = read[under];
      if (head !== undefined) heads.push(head);
      // The section above a section says nothing of what is in this one.
      under = heading.test(head?.text ?? '') ? undefined : statements[under]?.under;
    }
    if (section !== undefined && section !== own && !heads.includes(section)) heads.push(section);
    return {
      n,
      index,
      statement: own,
      heads,
      isTableRow: statement.isTableRow,
      isUnderProhibition: heads.some(({ text: head }) => introducesProhibition(head)),
    };
  });
};

const indexOf = (evidence: readonly AnswerEvidence[]): EvidenceIndex => {
  const byKey = new Map<string, PlacedMention[]>();
  const placesOf = new Map<number, readonly Place[]>();
  const indexed = new Map<number, IndexedEvidence>();
  for (const given of evidence) {
    const places = placesOfEvidence(given);
    placesOf.set(given.n, places);
    for (const place of places)
      for (const mention of place.statement.mentions) {
        const { key } = mention.quantity;
        const known = byKey.get(key);
        if (known) known.push({ place, mention });
        else byKey.set(key, [{ place, mention }]);
      }
    const title = parseStatement(plainCharacters(given.title));
    const all = [title, ...places.map(({ statement }) => statement)];
    const kinds = new Set(
      title.patients.map(({ kind }) => kind).filter((kind) => kind !== 'range' && kind !== 'pregnant'),
    );
    const [only] = kinds;
    const patients = given.population ?? (kinds.size === 1 ? only : undefined);
    indexed.set(given.n, {
      given,
      title,
      conditions: new Set(all.flatMap(({ things }) => things.conditions)),
      written: given.text.toLowerCase(),
      ...(patients === undefined ? {} : { patients }),
    });
  }
  return {
    numbers: evidence.map(({ n }) => n),
    places: [...placesOf.values()].flat(),
    placesOf,
    byKey,
    evidence: indexed,
    namesChildren: [...indexed.values()].some(
      ({ patients, title, given }) =>
        patients === 'pediatric' ||
        patients === 'neonatal' ||
        [title, ...(placesOf.get(given.n) ?? []).map(({ statement }) => statement)].some((one) =>
          one.patients.some(({ kind }) => kind === 'pediatric' || kind === 'neonatal'),
        ),
    ),
  };
};

/** Evidence made ready for checking, once for each list of it. */
export const indexEvidence: (evidence: readonly AnswerEvidence[]) => EvidenceIndex = weakMemoize(indexOf);
