import { formatTable } from '../../../cli/output/format-table.ts';
import type { Terminal } from '../../../cli/output/terminal.ts';
import type { Evaluation } from '../evaluation.ts';
import { faultKinds } from './find-faults.ts';
import { modelErrors } from './model-answers.ts';

/** Limit of listed places per count; the JSON file has all. */
const placesNamed = 6;

const named = (places: readonly string[]): string =>
  [...places.slice(0, placesNamed), ...(places.length > placesNamed ? ['…'] : [])].join(', ');

/** Prints the faults of answers, and the traps they fell into. */
export const printAnswers = (
  { answers, traps, models }: Pick<Evaluation, 'answers' | 'traps' | 'models'>,
  { print, ...terminal }: Terminal,
): void => {
  const counts = answers
    ? [
        ...faultKinds.map((kind) => ({
          name: kind,
          places: answers.faults
            .filter((fault) => fault.kind === kind)
            .map(({ question, n, passage, line }) => `${question} [${n}] ${passage}:${line}`),
        })),
        ...(answers.needing === 0
          ? []
          : [
              {
                name: `needed warning missing, of ${answers.needing}`,
                places: answers.missing.map(({ question, at }) => `${question} (${at})`),
              },
            ]),
      ]
    : [];
  const fallen = (traps ?? []).map(({ kind, avoided, fallenInto }) => ({
    name: `trap: ${kind}, of ${avoided + fallenInto.length}`,
    places: fallenInto,
  }));
  const ofModels =
    models === undefined
      ? []
      : [
          {
            name: `quoted numbers struck, of ${models.quoted.written}`,
            wrong: models.quoted.written - models.quoted.shown,
          },
          {
            name: `right doses of a model struck, of ${models.well.written}`,
            wrong: models.well.written - models.well.shown,
          },
          ...modelErrors.map((error) => ({
            name: `wrong ${error} of a model shown, of ${models.badly[error].written}`,
            wrong: models.badly[error].shown,
          })),
        ];
  if (ofModels.length > 0) {
    print();
    print(
      formatTable(
        ofModels,
        [
          { heading: 'CHECK OF MODEL ANSWERS', value: ({ name }) => name },
          { heading: 'COUNT', value: ({ wrong }) => wrong, align: 'right' },
        ],
        terminal,
      ),
    );
  }
  if (counts.length + fallen.length === 0) return;
  print();
  print(
    formatTable(
      [...counts, ...fallen],
      [
        { heading: 'WRONG WITH ANSWERS', value: ({ name }) => name },
        { heading: 'COUNT', value: ({ places }) => places.length, align: 'right' },
        { heading: 'WHERE', value: ({ places }) => named(places) },
      ],
      { ...terminal, width: Number.POSITIVE_INFINITY },
    ),
  );
};
