import { rulesPatients } from '../../clinical-text/patient-ranges.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { blockNamesMaximum, blockProhibits, textOfBlock } from './block-texts.ts';
import { isInterventionTerm, type OutlinedDocument } from './judge-blocks.ts';
import type { Block } from './outline/block.ts';
import { headsOf } from './outline/block-tree.ts';
import {
  cellsOf,
  isCaution,
  itemsBelow,
  longestName,
  prohibitionsIn,
  type RestrictingStatement,
  rowWithHeads,
} from './restricting-statements.ts';
import { headsRestrictions, namesExclusions, prohibits } from './statement-kinds.ts';
import { type Subject, subjectOf } from './statement-subject.ts';
import { comparable, inOneLine } from './statement-texts.ts';
import { termsIn, titleTermsOf } from './terms-of-text.ts';
import { plainHeading } from './write-excerpt.ts';

/** A warning of a document, with its passage. */
export type Against = RestrictingStatement &
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
export const againstIn = weakMemoize((document: OutlinedDocument): readonly Against[] => {
  const { blocks, terms } = document;
  return blocks.flatMap((block, index): readonly Against[] => {
    const { kind, passage: source } = block;
    if (kind === 'heading') {
      const text = textOfBlock(block);
      if (!headsRestrictions(text) && !namesExclusions(text)) return [];
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
