import { MultiBar, type SingleBar } from 'cli-progress';
import type { Terminal } from '../output/terminal.ts';
import { plainLine } from '../plain-text.ts';
import { STAGES } from './follow-jobs.ts';
import { type IngestListener, type IngestOutcome, wasNeverSent } from './ingest-files.ts';
import type { PlannedFile } from './planned-file.ts';

/** A bar with the value that each file has reached on it. */
type Stage = { readonly bar: SingleBar; readonly sums: Map<PlannedFile, number> };

type IngestProgress = IngestListener & { readonly stop: () => void };

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

const lineOf = ({ file, state, unchanged, pages, reading, seconds, reason }: IngestOutcome): string => {
  const facts = [
    unchanged && state === 'COMPLETED' ? 'unchanged' : state.toLowerCase(),
    ...(pages === undefined ? [] : [`${pages} page${pages === 1 ? '' : 's'}`]),
    ...(reading === undefined ? [] : [reading]),
    `${seconds.toFixed(1)} s`,
  ];
  return plainLine(`${file.label}: ${facts.join(', ')}${reason === undefined ? '' : `. ${reason}`}`);
};

const asLines = (files: readonly PlannedFile[], terminal: Terminal): IngestProgress => {
  const width = String(files.length).length;
  let ended = 0;
  return {
    onUploaded: () => {},
    onStage: () => {},
    onEnded: (outcome) => {
      if (wasNeverSent(outcome)) return;
      ended += 1;
      terminal.note(`[${String(ended).padStart(width)}/${files.length}] ${lineOf(outcome)}`);
    },
    stop: () => {},
  };
};

const asBars = (
  files: readonly PlannedFile[],
  terminal: Terminal,
  stream: NodeJS.WritableStream,
): IngestProgress => {
  const bars = new MultiBar({
    stream,
    format: '{name} {bar} {percentage} %  {state}',
    barsize: Math.max(10, Math.min(40, terminal.width - 60)),
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    clearOnComplete: false,
    // Ctrl-C is handled by the program, which lets what is under way end first.
    gracefulExit: false,
  });
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const uploading = bars.create(Math.max(bytes, 1), 0, { name: 'Uploading', state: '' });
  const indexing = bars.create(Math.max(files.length * STAGES, 1), 0, { name: 'Indexing ', state: '' });
  const upload: Stage = { bar: uploading, sums: new Map() };
  const index: Stage = { bar: indexing, sums: new Map() };
  let ended = 0;
  let failed = 0;
  const put = ({ bar, sums }: Stage, file: PlannedFile, value: number, state: string): void => {
    bar.increment(value - (sums.get(file) ?? 0), { state });
    sums.set(file, value);
  };
  let sent = 0;
  const indexed = (): string => `${ended} of ${files.length}${failed > 0 ? `, ${failed} failed` : ''}`;
  const onUploaded: IngestListener['onUploaded'] = (file, value) => {
    sent += value - (upload.sums.get(file) ?? 0);
    put(upload, file, value, `${megabytes(sent)} of ${megabytes(bytes)} MB`);
  };
  return {
    onUploaded,
    onStage: (file, done) => put(index, file, done, indexed()),
    onEnded: (outcome) => {
      const { file, state } = outcome;
      ended += 1;
      if (state === 'FAILED' || state === 'refused') failed += 1;
      onUploaded(file, file.size);
      put(index, file, STAGES, indexed());
    },
    stop: () => bars.stop(),
  };
};

/** Shows how an ingestion goes: as moving bars on a terminal, else as a line for each file. */
export const showIngestProgress = (files: readonly PlannedFile[], terminal: Terminal): IngestProgress =>
  terminal.bars ? asBars(files, terminal, terminal.bars) : asLines(files, terminal);
