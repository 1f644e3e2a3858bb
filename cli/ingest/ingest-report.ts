import { counted } from '../../domain/kernel/counted.ts';
import { describeCosts } from '../output/describe-cost.ts';
import { fitScreen } from '../output/fit-screen.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import type { Style, Terminal } from '../output/terminal.ts';
import { plainLine } from '../plain-text.ts';
import { type IngestOutcome, isUnconfirmed } from './ingest-files.ts';
import type { RejectedFile } from './planned-file.ts';

const stateOf = ({ state, unchanged }: IngestOutcome): string =>
  unchanged && state === 'COMPLETED' ? 'unchanged' : state;

const colourOf: Readonly<Record<IngestOutcome['state'], Style>> = {
  PENDING: 'yellow',
  RUNNING: 'yellow',
  COMPLETED: 'green',
  FAILED: 'red',
  SUPERSEDED: 'dim',
  refused: 'red',
  interrupted: 'yellow',
};

/** Whether a file was not ingested. */
export const hasFailed = ({ state }: IngestOutcome): boolean => state === 'FAILED' || state === 'refused';

const columns = ({ style }: Terminal): readonly Column<IngestOutcome>[] => [
  { heading: 'FILE', value: ({ file }) => file.label },
  { heading: 'DOC_KEY', value: ({ docKey, file }) => docKey ?? file.input.docKey },
  { heading: 'VERSION', value: ({ version }) => version, align: 'right', wide: true },
  { heading: 'STATE', value: stateOf, decorate: (text, { state }) => style(colourOf[state], text) },
  { heading: 'PAGES', value: ({ pages }) => pages, align: 'right' },
  { heading: 'CHUNKS', value: ({ chunks }) => chunks, align: 'right', wide: true },
  { heading: 'SECONDS', value: ({ seconds }) => seconds.toFixed(2), align: 'right', wide: true },
];

/** The maximum number of files to name in each list. */
const MAX_LISTED = 20;

const addWarnings = (outcomes: readonly IngestOutcome[], terminal: Terminal): void => {
  const { print, style } = terminal;
  const warned = outcomes.flatMap(({ file, warnings, duplicateOf }) =>
    [...(duplicateOf === undefined ? [] : [`The same file as ${duplicateOf}.`]), ...warnings].map(
      (warning) => `${plainLine(file.label)}: ${plainLine(warning)}`,
    ),
  );
  if (warned.length === 0) return;
  print();
  print(style('bold', 'Notes:'));
  for (const line of warned.slice(0, MAX_LISTED)) print(fitScreen(`  ${line}`, terminal));
  const rest = warned.length - MAX_LISTED;
  if (rest > 0) print(`  and ${rest} more; "npx anamnesis jobs --json" lists the warnings of each`);
};

const addReadings = (outcomes: readonly IngestOutcome[], terminal: Terminal): void => {
  const { print, style } = terminal;
  const readings = outcomes.flatMap(({ file, reading }) =>
    reading === undefined ? [] : [`${plainLine(file.label)}: ${reading}`],
  );
  if (readings.length === 0) return;
  print();
  print(style('bold', 'Not read as plain text:'));
  for (const reading of readings.slice(0, MAX_LISTED)) print(fitScreen(`  ${reading}`, terminal));
  const rest = readings.length - MAX_LISTED;
  if (rest > 0)
    print(`  and ${counted(rest, 'more file')}; "npx anamnesis jobs --json" lists the pages of each`);
};

const listed = (labels: readonly string[]): string => {
  const rest = labels.length - MAX_LISTED;
  return `${labels.slice(0, MAX_LISTED).map(plainLine).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
};

export type IngestSummary = {
  readonly outcomes: readonly IngestOutcome[];
  readonly rejected: readonly RejectedFile[];
  readonly skipped: readonly string[];
  readonly links: readonly string[];
  readonly aboutFolders: readonly string[];
  /** The duration of the whole call. */
  readonly seconds: number;
};

/** The report as data. */
export const ingestReportAsJson = ({
  outcomes,
  rejected,
  skipped,
  links,
  aboutFolders,
  seconds,
}: IngestSummary) => ({
  files: outcomes.map(({ file, docKey = file.input.docKey, ...outcome }) => ({
    file: file.label,
    docKey,
    ...outcome,
  })),
  rejected,
  skipped,
  links,
  aboutFolders,
  seconds,
});

/** Prints the outcome of each file, the reasons of failures, and a summary. */
export const printIngestReport = (summary: IngestSummary, terminal: Terminal): void => {
  const { outcomes, rejected, skipped, links, aboutFolders, seconds } = summary;
  const { print, style } = terminal;
  const sent = outcomes.filter((outcome) => !isUnconfirmed(outcome));
  if (sent.length > 0) print(formatTable(sent, columns(terminal), terminal));
  addReadings(sent, terminal);
  addWarnings(sent, terminal);
  const problems = [
    ...rejected.map(({ label, reason }) => ({ label, reason, jobId: undefined })),
    ...outcomes
      .filter(hasFailed)
      .map(({ file, reason = '', jobId }) => ({ label: file.label, reason, jobId })),
  ];
  if (problems.length > 0) {
    print();
    print(style('bold', 'Not ingested:'));
    for (const { label, reason, jobId } of problems) {
      const job = jobId === undefined ? '' : ` (job ${jobId})`;
      print(fitScreen(`  ${plainLine(label)}: ${plainLine(reason)}${job}`, terminal));
    }
  }
  if (skipped.length > 0) {
    print();
    print(fitScreen(`Skipped, not a supported format: ${listed(skipped)}`, terminal));
  }
  if (links.length > 0) {
    print();
    print(
      fitScreen(
        `Skipped, ${counted(links.length, 'symbolic link')} to a folder or out of the folder: ${listed(links)}`,
        terminal,
      ),
    );
  }
  if (aboutFolders.length > 0) {
    print();
    print(
      fitScreen(
        `Skipped, files that describe their folder (name them to ingest them): ${listed(aboutFolders)}`,
        terminal,
      ),
    );
  }
  // Nothing was sent, which the caller reports.
  if (outcomes.length === 0) return;
  const done = outcomes.filter(({ state }) => state === 'COMPLETED');
  const unchanged = done.filter((outcome) => outcome.unchanged).length;
  const fresh = done.filter((outcome) => !outcome.unchanged);
  const pages = fresh.reduce((sum, outcome) => sum + (outcome.pages ?? 0), 0);
  const cost = describeCosts(
    sent.flatMap(({ costUsd, unchanged }) => (costUsd === undefined || unchanged ? [] : [costUsd])),
  );
  const unsent = outcomes.length - sent.length;
  const parts = [
    `${fresh.length} ingested (${counted(pages, 'page')} in ${seconds.toFixed(1)} s)`,
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    ...(problems.length > 0 ? [`${problems.length} failed`] : []),
    ...(unsent > 0 ? [`${unsent} not confirmed`] : []),
  ];
  print();
  print(`${parts.join(', ')}.${cost === undefined ? '' : ` Embedding cost: ${cost}.`}`);
};
