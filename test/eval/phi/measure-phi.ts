import type { PhiFinding } from '../../../domain/privacy/detect-phi.ts';
import { isListedName } from '../../../domain/privacy/names/is-listed-name.ts';
import type { TrueSpan } from './labelled-text.ts';
import type { LabelledNote } from './make-notes.ts';

/** The detector under test: finds the identifiers in a text. */
export type FindPhi = (text: string) => readonly PhiFinding[];

/** The share of identifiers that were found, and the share of findings that identify. */
export type PhiFigures = {
  readonly identifiers: number;
  /** Share of the identifiers covered by findings to the last letter and digit. */
  readonly recall: number;
  /** Share of the identifiers covered by a single finding. */
  readonly whole: number;
  /** Share of the findings that touch an identifier. */
  readonly precision: number;
  /** Recall counts four times as much as precision. */
  readonly f2: number;
};

export type PhiMeasure = {
  readonly overall: PhiFigures;
  readonly byKind: Readonly<Record<string, PhiFigures>>;
  readonly byLocale: Readonly<Record<string, PhiFigures>>;
  readonly byLetters: Readonly<Record<string, PhiFigures>>;
  readonly byStyle: Readonly<Record<string, PhiFigures>>;
  /** Names by whether any of their words is in the detector's lists: the unlisted ones show the value of the rules. */
  readonly names: Readonly<Record<'listed' | 'unlisted', PhiFigures>>;
  readonly missed: readonly { readonly kind: string; readonly missed: string; readonly text: string }[];
  readonly mistaken: readonly { readonly kind: string; readonly found: string; readonly text: string }[];
};

type Judged = {
  readonly span: TrueSpan;
  readonly value: string;
  readonly isFound: boolean;
  readonly isWhole: boolean;
};
type JudgedNote = {
  readonly note: LabelledNote;
  readonly judged: readonly Judged[];
  readonly right: readonly PhiFinding[];
  readonly wrong: readonly PhiFinding[];
};

const matters = /[\p{L}\p{N}]/u;

const judge = (note: LabelledNote, find: FindPhi): JudgedNote => {
  const findings = find(note.text);
  const isCovered = (span: TrueSpan, by: readonly PhiFinding[]): boolean =>
    Array.from({ length: span.end - span.start }, (_, index) => span.start + index).every(
      (at) => !matters.test(note.text.charAt(at)) || by.some(({ start, end }) => start <= at && at < end),
    );
  const touches = (finding: PhiFinding): boolean =>
    note.spans.some(({ start, end }) => finding.start < end && start < finding.end);
  return {
    note,
    judged: note.spans.map((span) => ({
      span,
      value: note.text.slice(span.start, span.end),
      isFound: isCovered(span, findings),
      isWhole: findings.some((finding) => isCovered(span, [finding])),
    })),
    right: findings.filter(touches),
    wrong: findings.filter((finding) => !touches(finding)),
  };
};

const share = (part: number, of: number): number => (of === 0 ? 1 : part / of);

const figuresOf = (judged: readonly Judged[], right: number, wrong: number): PhiFigures => {
  const recall = share(judged.filter(({ isFound }) => isFound).length, judged.length);
  const precision = share(right, right + wrong);
  return {
    identifiers: judged.length,
    recall,
    whole: share(judged.filter(({ isWhole }) => isWhole).length, judged.length),
    precision,
    f2: precision + recall === 0 ? 0 : (5 * precision * recall) / (4 * precision + recall),
  };
};

const figuresOfNotes = (notes: readonly JudgedNote[]): PhiFigures =>
  figuresOf(
    notes.flatMap(({ judged }) => judged),
    notes.reduce((sum, { right }) => sum + right.length, 0),
    notes.reduce((sum, { wrong }) => sum + wrong.length, 0),
  );

const byGroup = (
  notes: readonly JudgedNote[],
  groupOf: (note: LabelledNote) => string,
): Readonly<Record<string, PhiFigures>> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(notes, ({ note }) => groupOf(note))).map(([group, of = []]) => [
      group,
      figuresOfNotes(of),
    ]),
  );

/** Measures a detector on notes with known identifiers. */
export const measurePhi = (notes: readonly LabelledNote[], find: FindPhi): PhiMeasure => {
  const all = notes.map((note) => judge(note, find));
  const judged = all.flatMap((note) => note.judged);
  const wrong = all.flatMap((note) => note.wrong);
  const kinds = [...new Set(judged.map(({ span }) => span.kind))].sort();
  const names = Object.groupBy(
    judged.filter(({ span }) => span.kind === 'name'),
    ({ value }) => (value.split(/[^\p{L}\p{M}'’-]+/u).some(isListedName) ? 'listed' : 'unlisted'),
  );
  return {
    overall: figuresOfNotes(all),
    byKind: Object.fromEntries(
      kinds.map((kind) => {
        const of = judged.filter(({ span }) => span.kind === kind);
        const right = of.filter(({ isFound }) => isFound).length;
        return [kind, figuresOf(of, right, wrong.filter((finding) => finding.kind === kind).length)];
      }),
    ),
    byLocale: byGroup(all, ({ locale }) => locale),
    byLetters: byGroup(all, ({ letters }) => letters),
    byStyle: byGroup(
      all.filter(({ note }) => note.style !== undefined),
      ({ style = '' }) => style,
    ),
    names: {
      listed: figuresOf(names.listed ?? [], 0, 0),
      unlisted: figuresOf(names.unlisted ?? [], 0, 0),
    },
    missed: all.flatMap(({ note, judged: of }) =>
      of
        .filter(({ isFound }) => !isFound)
        .map(({ span, value }) => ({ kind: span.kind, missed: value, text: note.text })),
    ),
    mistaken: all.flatMap(({ note, wrong: of }) =>
      of.map(({ kind, start, end }) => ({ kind, found: note.text.slice(start, end), text: note.text })),
    ),
  };
};
