import { z } from 'zod';
import type { ConceptCode, ConceptRow, SenseRow } from '../../domain/language/terminology/table-rows.ts';
import { hasLuhnDigit, hasVerhoeffDigit } from './check-digits.ts';
import type { TableFormat } from './read-table.ts';

const text = z.string().regex(/^(?:\S+(?: \S+)*)?$/, 'There are superfluous spaces.');
const filled = text.min(1, 'The cell must not be empty.');
const lowerCase = filled.refine((cell) => cell === cell.toLowerCase(), 'It must be in lower case.');
const list = text.transform((cell) => (cell === '' ? [] : cell.split(', ')));
const words = text.transform((cell) => (cell === '' ? [] : cell.split(' ')));
const flag = z.enum(['', 'yes']).transform((cell) => cell === 'yes');

/** Whether a code has the syntax of its system, and the correct check digit if the system has one. */
const isCodeOf: Readonly<Record<ConceptCode['system'], (code: string) => boolean>> = {
  RxNorm: (code) => /^[1-9]\d{0,7}$/.test(code),
  ATC: (code) => /^[A-Z](?:\d{2}(?:[A-Z](?:[A-Z](?:\d{2})?)?)?)?$/.test(code),
  'ICD-10-CM': (code) => /^[A-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?$/.test(code),
  'SNOMED CT': (code) => /^[1-9]\d{5,17}$/.test(code) && hasVerhoeffDigit(code),
  LOINC: (code) => /^[1-9]\d{0,6}-\d$/.test(code) && hasLuhnDigit(code.replace('-', '')),
};

const conceptRow: z.ZodType<ConceptRow> = z
  .object({
    name: filled,
    kind: z.enum([
      'drug',
      'condition',
      'procedure',
      'finding',
      'route',
      'population',
      'equipment',
      'operations',
    ]),
    names: list,
    in_questions: list,
    as_written: list,
    in_capitals: list,
    sort_of: list,
    broader: list,
    code_system: z.enum(['', 'RxNorm', 'ATC', 'ICD-10-CM', 'SNOMED CT', 'LOINC']),
    code: text,
    source: filled,
  })
  .refine(({ code_system, code }) => (code_system === '' ? code === '' : isCodeOf[code_system](code)), {
    path: ['code'],
    error: 'It is not a code of its system.',
  })
  .refine(
    ({ names, in_questions, as_written, in_capitals }) =>
      [...as_written, ...in_capitals].every((name) => names.includes(name) || in_questions.includes(name)),
    { path: ['as_written'], error: 'It marks a name that is not among the names.' },
  )
  .transform(
    ({ name, kind, names, in_questions, as_written, in_capitals, sort_of, broader, code_system, code }) => ({
      name,
      kind,
      names,
      inQuestions: in_questions,
      asWritten: as_written,
      inCapitals: in_capitals,
      sortOf: sort_of,
      broader,
      ...(code_system === '' ? {} : { code: { system: code_system, code } }),
    }),
  );

const range = /^(?<unit>\S+)(?: (?<from>\d[\d.]*)?\.\.(?<to>\d[\d.]*)?)?$/;

const dose = z
  .string()
  .regex(range, 'A dose is a unit, or a unit with from..to.')
  .transform((written) => {
    const { unit = '', from, to } = range.exec(written)?.groups ?? {};
    return {
      unit,
      ...(from === undefined ? {} : { from: Number(from) }),
      ...(to === undefined ? {} : { to: Number(to) }),
    };
  });

const senseRow: z.ZodType<SenseRow> = z
  .object({
    abbreviation: lowerCase,
    expansion: filled,
    usual: flag,
    only_in_capitals: flag,
    cues: words,
    weak_cues: words,
    cues_before: words,
    cues_after: words,
    doses: list.pipe(z.array(dose)),
    source: filled,
  })
  .transform(
    ({
      abbreviation,
      expansion,
      usual,
      only_in_capitals,
      cues,
      weak_cues,
      cues_before,
      cues_after,
      doses,
    }) => ({
      abbreviation,
      expansion,
      usual,
      onlyInCapitals: only_in_capitals,
      cues,
      weakCues: weak_cues,
      cuesBefore: cues_before,
      cuesAfter: cues_after,
      doses,
    }),
  );

const conceptColumns = [
  'name',
  'kind',
  'names',
  'in_questions',
  'as_written',
  'in_capitals',
  'sort_of',
  'broader',
  'code_system',
  'code',
  'source',
];
const conceptTable = (file: string): TableFormat<ConceptRow> => ({
  file,
  columns: conceptColumns,
  row: conceptRow,
});

const wordTable = (file: string, column: string): TableFormat<string> => ({
  file,
  columns: [column, 'source'],
  row: z.object({ [column]: lowerCase, source: filled }).transform((cells) => cells[column] ?? ''),
});

const pairTable = (file: string, from: string, to: string): TableFormat<readonly [string, string]> => ({
  file,
  columns: [from, to, 'source'],
  row: z
    .object({ [from]: lowerCase, [to]: filled, source: filled })
    .transform((cells): readonly [string, string] => [cells[from] ?? '', cells[to] ?? '']),
});

/** Every table of the terminology, with the name and the type of its rows in the generated module. */
export const tableFormats: readonly {
  readonly name: string;
  readonly type: 'ConceptRow' | 'SenseRow' | 'string' | 'readonly [string, string]';
  readonly format: TableFormat<unknown>;
}[] = [
  { name: 'drugRows', type: 'ConceptRow', format: conceptTable('drugs') },
  { name: 'routeRows', type: 'ConceptRow', format: conceptTable('routes') },
  { name: 'conditionRows', type: 'ConceptRow', format: conceptTable('conditions') },
  { name: 'findingRows', type: 'ConceptRow', format: conceptTable('findings') },
  { name: 'procedureRows', type: 'ConceptRow', format: conceptTable('procedures') },
  { name: 'operationsRows', type: 'ConceptRow', format: conceptTable('operations') },
  {
    name: 'abbreviationRows',
    type: 'readonly [string, string]',
    format: pairTable('abbreviations', 'abbreviation', 'expansion'),
  },
  {
    name: 'senseRows',
    type: 'SenseRow',
    format: {
      file: 'ambiguous-abbreviations',
      columns: [
        'abbreviation',
        'expansion',
        'usual',
        'only_in_capitals',
        'cues',
        'weak_cues',
        'cues_before',
        'cues_after',
        'doses',
        'source',
      ],
      row: senseRow,
    },
  },
  { name: 'typoRows', type: 'readonly [string, string]', format: pairTable('typos', 'misspelling', 'word') },
  { name: 'drugNameRows', type: 'string', format: wordTable('drug-names', 'name') },
  { name: 'clinicalWordRows', type: 'string', format: wordTable('clinical-words', 'word') },
  { name: 'commonWordRows', type: 'string', format: wordTable('common-words', 'word') },
  { name: 'unrelatedPhraseRows', type: 'string', format: wordTable('unrelated-phrases', 'phrase') },
];
