import { splitStatements } from '../../clinical-text/split-statements.ts';
import { parseStatement } from '../../consultation/answering/parse-statement.ts';
import { type Diagnosis, diagnoses } from './diagnoses.ts';
import { findFeatures } from './find-features.ts';
import { phraseFinder, stemsOf } from './phrase-finder.ts';

/** Part of a document from which facts are read. */
export type ReadablePassage = {
  readonly id: string;
  readonly title: string;
  readonly sectionPath: readonly string[];
  readonly text: string;
};

/** Facts that documents state about one illness. */
export type DiagnosisEvidence = {
  /** For each feature, the ids of the passages that report it. */
  readonly features: ReadonlyMap<string, ReadonlySet<string>>;
  /** Diagnostic steps, verbatim, with their passage. */
  readonly steps: readonly { readonly text: string; readonly passage: string }[];
  /** Statements about the illness as stems, with their passage. */
  readonly statements: readonly { readonly stems: ReadonlySet<string>; readonly passage: string }[];
};

/** A statement that names more illnesses than this is a list: features in it describe none of them. */
const mostSubjects = 3;

const tests =
  /\b(?:ecgs?|ekgs?|electrocardiogram|12-lead|twelve-lead|x-rays?|radiograph|ct|computed tomograph\w*|ultraso\w+|mri|troponin|d-dimer|blood cultures?|cultures|lumbar puncture|blood glucose|glucose (?:level|check)|glucometry|urinalysis|pregnancy test|hcg|blood count|cbc|lactate|blood gas\w*|echocardiogra\w+|angiogra\w+|endoscop\w+|pulse oximetry|capnography|stroke (?:scale|screen)|electrolytes|carboxyhemoglobin|both arms|physical exam\w*|swab)\b/i;
const isOrder =
  /\b(?:obtain|perform|check|measure|order|consider|assess|evaluate|monitor|acquire|send|get|do|test|repeat|confirm\w*|diagnos\w+|apply|draw|use|screen)\b/i;
/** A statement that names an illness as a reason against a treatment does not describe the illness. */
const isAside = /\b(?:contraindicat\w*|unless|except|do not (?:give|use|administer)|avoid|caution)\b/i;
const longestStep = 220;
const mostSteps = 3;

const namesOf = ({ name, names }: Diagnosis): readonly string[] => [name, ...names];

/** A step without an amount: a dose is meaningless without its patient and route. */
const isStep = (text: string): boolean =>
  text.length <= longestStep &&
  text.length >= 12 &&
  tests.test(text) &&
  isOrder.test(text) &&
  !parseStatement(text).mentions.some(({ isAmount }) => isAmount);

type Gathered = {
  readonly features: Map<string, Set<string>>;
  readonly steps: Map<string, { text: string; passage: string }>;
  readonly statements: { stems: ReadonlySet<string>; passage: string }[];
};

const tidy = (text: string): string =>
  text
    .replace(/^[•▪◦●○◊❖*–#|\s-]+/, '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Collects what passages state about each illness that they name: features in the same statement, or below a title or
 * heading that names the illness. There is no other source of knowledge about illnesses.
 *
 * @param known the illnesses to look for
 */
export const readPassages = (
  passages: readonly ReadablePassage[],
  known: readonly Diagnosis[] = diagnoses,
): ReadonlyMap<string, DiagnosisEvidence> => {
  const find = phraseFinder(known.map((one) => [one.name, namesOf(one)]));
  const named = (text: string): ReadonlySet<string> => new Set(find(stemsOf(text)).map(({ name }) => name));
  const gathered = new Map<string, Gathered>();
  const of = (name: string): Gathered => {
    const before = gathered.get(name);
    if (before !== undefined) return before;
    const fresh: Gathered = { features: new Map(), steps: new Map(), statements: [] };
    gathered.set(name, fresh);
    return fresh;
  };
  const addEvidence = (name: string, features: Iterable<string>, passage: string): void => {
    const own = of(name).features;
    for (const feature of features) own.set(feature, (own.get(feature) ?? new Set()).add(passage));
  };
  for (const { id, title, sectionPath, text } of passages) {
    const head = [title, ...sectionPath].join('. ');
    const headed = named(head);
    const complaints = findFeatures(head).present;
    for (const { text: statement } of splitStatements(text)) {
      if (isAside.test(statement)) continue;
      const own = named(statement);
      // Under the heading "Chest pain", the illnesses named are causes of chest pain.
      for (const name of own) addEvidence(name, complaints, id);
      if (own.size > mostSubjects) continue;
      const subjects = own.size > 0 ? own : headed.size <= mostSubjects ? headed : new Set<string>();
      if (subjects.size === 0) continue;
      const { present } = findFeatures(statement);
      const stems = new Set(stemsOf(statement));
      for (const name of subjects) {
        addEvidence(name, present, id);
        of(name).statements.push({ stems, passage: id });
        const step = tidy(statement);
        if (of(name).steps.size < mostSteps && isStep(step))
          of(name).steps.set(step, { text: step, passage: id });
      }
    }
  }
  return new Map(
    [...gathered].map(([name, { features, steps, statements }]) => [
      name,
      { features, steps: [...steps.values()], statements },
    ]),
  );
};
