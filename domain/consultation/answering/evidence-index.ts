import { type Statement, splitStatements } from '../../clinical-text/split-statements.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { addressesModel } from './addresses-model.ts';
import { statementsOfResult } from './alignment/statements-of-result.ts';
import type { AnswerEvidence } from './answer-evidence.ts';
import { introducesProhibition } from './introduces-prohibition.ts';
import { type Mention, type ParsedStatement, parseStatement } from './parse-statement.ts';
import type { PatientLabel } from './patients-named.ts';
import { plainCharacters } from './plain-characters.ts';

/** A statement of a piece of evidence with its heads. */
export type Place = {
  readonly n: number;
  /** The index among the statements of its evidence. */
  readonly index: number;
  readonly statement: ParsedStatement;
  /** Its heads, innermost first: the introduction of its list, the head of its table, its section. */
  readonly heads: readonly ParsedStatement[];
  readonly isTableRow: boolean;
  /** Whether a head forbids what follows. */
  readonly isUnderProhibition: boolean;
};

/** A number of the evidence with its place. */
export type PlacedMention = { readonly place: Place; readonly mention: Mention };

/** The evidence indexed for checking. */
export type EvidenceIndex = {
  readonly numbers: readonly number[];
  readonly places: readonly Place[];
  readonly placesOf: ReadonlyMap<number, readonly Place[]>;
  readonly byKey: ReadonlyMap<string, readonly PlacedMention[]>;
  readonly evidence: ReadonlyMap<number, IndexedEvidence>;
  /** Whether any of it is for children or newborns; if not, "for adults" goes without saying. */
  readonly namesChildren: boolean;
};

type IndexedEvidence = {
  readonly given: AnswerEvidence;
  readonly title: ParsedStatement;
  readonly conditions: ReadonlySet<string>;
  /** In lower case. */
  readonly written: string;
  /** The patients of the whole piece. */
  readonly patients?: PatientLabel['kind'];
};

/** Longer evidence is cut: it is not an excerpt. */
const longestEvidence = 12_000;
/** A list within a list within a section: deeper nesting is not followed. */
const mostHeads = 6;
const heading = /^#{1,6}\s/;

/** A heading that lost its marker: "PARAMEDIC". */
const isCapitals = /^[A-Z][A-Z &/-]{1,40}$/;

/** "6-11 years (orange, green)": the patients of the lines below. */
const longestBanner = 90;
const isStep = /^\d{1,2}[.)]\s/;
const isBannerOf = ({ text, patients, mentions }: ParsedStatement): boolean =>
  text.length <= longestBanner &&
  patients.some(({ start }) => start < 12) &&
  !mentions.some(({ isAmount }) => isAmount) &&
  !/[.;]$/.test(text);

const bullet = /^[•▪◦●○◊❖*–-]\s/;
const entry = /^(?:\(?(?:\d{1,3}|[A-Za-z])[.)]\s|[•▪◦●○◊❖*–-]\s|#{1,6}\s|\|)/;

/**
 * "Hyperkalemia (peaked T waves)" above bullets, without a colon: the condition that they are for. The section above may
 * be that of another condition.
 */
const isLeadOf = ({ text, things, mentions }: ParsedStatement, next: string | undefined): boolean =>
  text.length <= longestBanner &&
  next !== undefined &&
  bullet.test(next) &&
  !entry.test(text) &&
  !/[.;:!?]$/.test(text) &&
  things.conditions.length > 0 &&
  !mentions.some(({ isAmount }) => isAmount);

/** The statements of a piece of evidence, in the order of their ids. */
const statementsOf = ({ text }: AnswerEvidence): readonly Statement[] => {
  // A line that gives orders to a model supports nothing.
  const lines = plainCharacters(statementsOfResult(text.slice(0, longestEvidence)))
    .split('\n')
    .map((line) => (addressesModel(line) ? '' : line));
  return splitStatements(lines.join('\n'));
};

/**
 * Returns the statements by which a model may answer. Undefined for a piece whose lines are not its statements: a
 * result, one that is cut, or one with lines that are left out.
 */
export const statementsWithIds = (evidence: AnswerEvidence): readonly string[] | undefined => {
  const { text } = evidence;
  return text.length > longestEvidence ||
    statementsOfResult(text) !== text ||
    plainCharacters(text).split('\n').some(addressesModel)
    ? undefined
    : statementsOf(evidence).map((statement) => statement.text);
};

const placesOfEvidence = (evidence: AnswerEvidence): readonly Place[] => {
  const { n } = evidence;
  const statements = statementsOf(evidence);
  const read = statements.map((statement) => parseStatement(statement.text));
  let section: ParsedStatement | undefined;
  let sectionAt = 0;
  let banner: ParsedStatement | undefined;
  let lead: ParsedStatement | undefined;
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
    if (!bullet.test(statement.text)) lead = undefined;
    const heads: ParsedStatement[] = [];
    if (lead !== undefined) heads.push(lead);
    if (isLeadOf(own, statements[index + 1]?.text)) lead = parseStatement(`${own.text}:`);
    if (banner !== undefined && !isBanner && own.patients.length === 0) heads.push(banner);
    let under = statement.under;
    while (under !== undefined && under >= sectionAt && heads.length < mostHeads) {
      const head = read[under];
      if (head !== undefined) heads.push(head);
      // The parent section does not describe this section's content.
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

/** Indexes evidence for checking, once per list. */
export const indexEvidence: (evidence: readonly AnswerEvidence[]) => EvidenceIndex = weakMemoize(indexOf);
