import { MultiBar, type SingleBar } from 'cli-progress';
import { counted } from '../../domain/kernel/counted.ts';
import { describeSize } from '../../domain/kernel/describe-size.ts';
import { barOptions, type ProgressPayload } from '../output/progress-bar.ts';
import type { Terminal } from '../output/terminal.ts';
import { plainLine } from '../plain-text.ts';
import { STAGES } from './follow-jobs.ts';
import { type IngestListener, type IngestOutcome, isUnconfirmed } from './ingest-files.ts';
import type { PlannedFile } from './planned-file.ts';

/** A bar with the value that each file has contributed to it. */
type Stage = { readonly bar: SingleBar; readonly sums: Map<PlannedFile, number> };

type IngestProgress = IngestListener & { readonly stop: () => void };

const lineOf = ({ file, state, unchanged, pages, reading, seconds, reason }: IngestOutcome): string => {
  const facts = [
    unchanged && state === 'COMPLETED' ? 'unchanged' : state.toLowerCase(),
    ...(pages === undefined ? [] : [counted(pages, 'page')]),
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
      if (isUnconfirmed(outcome)) return;
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
  const bars = new MultiBar({ ...barOptions(stream, terminal), clearOnComplete: false });
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const start = (name: string, total: number): Stage => {
    const payload: ProgressPayload = { name, facts: [] };
    return { bar: bars.create(Math.max(total, 1), 0, payload), sums: new Map() };
  };
  const upload = start('Uploading', bytes);
  const index = start('Indexing ', files.length * STAGES);
  let ended = 0;
  let failed = 0;
  const put = ({ bar, sums }: Stage, file: PlannedFile, value: number, fact: string): void => {
    bar.increment(value - (sums.get(file) ?? 0), { facts: [fact] });
    sums.set(file, value);
  };
  let sent = 0;
  const indexed = (): string => `${ended} of ${files.length}${failed > 0 ? `, ${failed} failed` : ''}`;
  const onUploaded: IngestListener['onUploaded'] = (file, value) => {
    sent += value - (upload.sums.get(file) ?? 0);
    put(upload, file, value, `${describeSize(sent)} of ${describeSize(bytes)}`);
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

/** Shows the progress of an ingestion: bars on a terminal, one line per file elsewhere. */
export const showIngestProgress = (files: readonly PlannedFile[], terminal: Terminal): IngestProgress =>
  terminal.bars ? asBars(files, terminal, terminal.bars) : asLines(files, terminal);
