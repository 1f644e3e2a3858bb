import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { conceptOfTerm } from '../../retrieval/lexical/lexical-query.ts';
import { blockNamesDose } from '../excerpt/block-texts.ts';
import { isDrugItself, isDrugTerm } from '../excerpt/drug-terms.ts';
import { isInterventionTerm, type OutlinedDocument } from '../excerpt/judge-blocks.ts';
import { endsInColon } from '../excerpt/statement-kinds.ts';
import { mostSpecific } from '../excerpt/statement-subject.ts';
import { comparable, inOneLine, withoutBullet } from '../excerpt/statement-texts.ts';
import { type Against, againstIn } from '../excerpt/statements-against.ts';
import { termsIn } from '../excerpt/terms-of-text.ts';
import { ocrMark } from '../ocr-mark.ts';
import { excludingClauses, excludingItem, headsExclusions } from './excluding-words.ts';
import type { StatedFact } from './stated-facts.ts';

/** A document whose exclusions are compared with the patient, with its name in remarks: `[1]`, or its title. */
type ReadDocument = { readonly mark: string; readonly document: OutlinedDocument };

/** Lines longer than this are cut at a word. */
const longestLine = 300;
/** The most exclusions in an answer, and for one fact. */
const mostExclusions = 6;
const mostOfFact = 3;

const shortened = (text: string): string =>
  text.length <= longestLine ? text : `${text.slice(0, text.lastIndexOf(' ', longestLine))} […]`;

/** A statement that excludes patients: what it says of them, and what it reads like. */
type Exclusion = {
  readonly drugs: readonly string[];
  readonly said: string;
  readonly shown: string;
  /** Whether its own words or the head of its list name the drug. */
  readonly namesIt: boolean;
  readonly against: Against;
};

const namesOf = (terms: readonly string[]): readonly string[] =>
  terms.filter(isInterventionTerm).flatMap((term) => conceptOfTerm(term)?.name ?? []);

/** The drugs and procedures that a clause names itself, or else those of its statement. */
const drugsOfClause = (clause: string, things: readonly string[]): readonly string[] => {
  const own = namesOf([...termsIn(clause)]);
  return own.length > 0 ? [...new Set([...own])] : namesOf(things);
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of the drug that a list is about, where its own words do not say it. */
const nameBefore = (things: readonly string[], head: string): string => {
  const named = termsIn(head);
  const names = mostSpecific(things.filter(isDrugTerm));
  if (names.length === 0 || names.some((term) => named.has(term))) return '';
  return `${capitalized(namesOf(names).join(', '))}: `;
};

/** The one drug that a document gives doses of, in index terms; none if it gives several. */
const onlyDrugOf = weakMemoize(({ blocks, terms }: OutlinedDocument): readonly string[] => {
  const dosed = blocks.flatMap((block, index) =>
    blockNamesDose(block) ? [...(terms[index] ?? [])].filter(isDrugItself) : [],
  );
  const drugs = [...new Set(dosed)];
  return mostSpecific(drugs).length === 1 ? drugs : [];
});

/** The items of a restriction, apart from its head; items joined by the page stay joined. */
const exclusionsOf = (document: OutlinedDocument, against: Against): readonly Exclusion[] => {
  const { text, rest, isProhibition, isSection } = against;
  const things = against.things.length > 0 ? against.things : onlyDrugOf(document);
  if (!isProhibition && !isSection) return [];
  const head = withoutBullet(inOneLine(text));
  const isHead = rest.length > 0 && headsExclusions(head);
  const items = isHead
    ? rest.map(withoutBullet).flatMap((item): readonly Exclusion[] => {
        const said = excludingItem(item);
        const shown = `${nameBefore(things, head)}${head} ${item}`;
        return said === undefined ? [] : [{ drugs: namesOf(things), said, shown, namesIt: true, against }];
      })
    : [];
  // The introduction of a list excludes no one by itself.
  const clauses = (rest.length > 0 || endsInColon(head) ? [] : excludingClauses(head)).map(
    (said): Exclusion => ({
      drugs: drugsOfClause(said, things),
      said,
      shown: `${nameBefore(things, head)}${head}`,
      namesIt: [...termsIn(said)].some(isInterventionTerm),
      against,
    }),
  );
  return [...items, ...clauses];
};

/** All exclusions of a document; the same for every question. */
const exclusionsIn = weakMemoize((document: OutlinedDocument): readonly Exclusion[] =>
  againstIn(document).flatMap((against) => exclusionsOf(document, against)),
);

/**
 * Remarks that name each stated fact about the patient for which a document excludes what is asked for or quoted,
 * with the words of the document. They stand before everything else in an answer.
 *
 * @param given index terms of the drugs and procedures asked for, with their classes; if there are none, those of the
 * drugs quoted count where the exclusion names them itself
 */
export const exclusionsOfPatient = (
  facts: readonly StatedFact[],
  given: { readonly asked: readonly string[]; readonly quoted: readonly string[] },
  documents: readonly ReadDocument[],
): readonly string[] => {
  const isAsked = given.asked.length > 0;
  const wanted = new Set(namesOf(isAsked ? given.asked : given.quoted));
  if (facts.length === 0 || wanted.size === 0) return [];
  const exclusions = documents.flatMap(({ mark, document }) =>
    exclusionsIn(document).flatMap((exclusion) => {
      const drugs = exclusion.drugs.filter((drug) => wanted.has(drug));
      const counts = drugs.length > 0 && (isAsked || exclusion.namesIt);
      return counts ? [{ ...exclusion, drugs, mark }] : [];
    }),
  );
  const shownOnce = new Set<string>();
  const remarks = facts.flatMap(({ lead, isNamedBy }) => {
    const byText = Map.groupBy(
      exclusions.filter(
        ({ drugs, said, shown }) =>
          !shownOnce.has(comparable(shown)) && drugs.some((drug) => isNamedBy(said, drug)),
      ),
      ({ shown }) => comparable(shown),
    );
    const lines = [...byText].slice(0, mostOfFact).flatMap(([key, same]) => {
      const [first] = same;
      if (first === undefined) return [];
      shownOnce.add(key);
      const marks = [...new Set(same.map(({ mark }) => mark))].join(' ');
      return [`“${shortened(first.shown)}”${ocrMark([first.against.source])} ${marks}`];
    });
    return lines.length === 0 ? [] : [`${lead}: ${lines.join(' ')}`];
  });
  return remarks.slice(0, mostExclusions);
};
