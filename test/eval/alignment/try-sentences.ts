import { plainStatement } from '../../../domain/consultation/answering/alignment/statement-forms.ts';
import type { AnswerEvidence } from '../../../domain/consultation/answering/answer-evidence.ts';
import { checkAnswer } from '../../../domain/consultation/answering/check-answer.ts';
import { indexEvidence } from '../../../domain/consultation/answering/evidence-index.ts';
import { stopWords } from '../../../domain/language/stop-words.ts';
import { type Changed, contradictingSentences, equivalentSentences } from './change-sentences.ts';

/** The number of sentences tried, and those with the wrong outcome. */
type Tried = { readonly tried: number; readonly faults: readonly string[] };

/** The number of wrong sentences of a kind, and of those shown. */
type KindFigures = Readonly<Record<string, { readonly tried: number; readonly shown: number }>>;

export type AlignmentFigures = {
  /** Verbatim statements: the faults were not shown in these words. */
  readonly quoted: Tried;
  /** Wrong statements: the faults were shown. */
  readonly wrong: Tried;
  readonly byKind: KindFigures;
  readonly kept: number;
  readonly replaced: number;
  readonly left: number;
  readonly right: number;
};

const question = 'What is given?';
/** Parts of a sentence that may be omitted when the program adds them before or after it. */
const completed: ReadonlySet<string> = new Set([
  'bound dropped',
  'condition dropped',
  'time dropped',
  'modality',
  'negation dropped',
]);

const wordsOf = (text: string): readonly string[] =>
  (
    text
      .toLowerCase()
      .replace(/\[\d+\]/g, ' ')
      .match(/[\p{L}\p{N}<>]+/gu) ?? []
  ).filter((word) => !stopWords.has(word));

/** Whether a text contains all of a statement, and nothing besides its headings. */
const saysAll = (shown: string, statement: string, around: string): boolean => {
  const [own, its, allowed] = [wordsOf(shown), wordsOf(statement), wordsOf(around)];
  return (
    its.every((word) => own.includes(word)) &&
    own.every((word) => its.includes(word) || allowed.includes(word))
  );
};

/** Tries the statements of evidence: verbatim, paraphrased, and turned into wrong ones. */
export const trySentences = (
  evidence: readonly AnswerEvidence[],
  isTried: (at: number) => boolean = () => true,
): AlignmentFigures => {
  const { places } = indexEvidence(evidence);
  const statements = places.filter(
    ({ statement, isTableRow }, at) =>
      isTried(at) &&
      !isTableRow &&
      !/^#|:\s*$/.test(statement.text) &&
      /\p{L}{3}/u.test(statement.text) &&
      plainStatement(statement.text).length > 12,
  );
  const check = (text: string, n: number) =>
    checkAnswer({ text: `${text.replace(/[.;:]?$/, '')} [${n}].`, evidence, question });
  const quotedFaults: string[] = [];
  const wrongFaults: string[] = [];
  const byKind: Record<string, { tried: number; shown: number }> = {};
  let [wrong, right, kept, replaced] = [0, 0, 0, 0];
  statements.forEach((place, at) => {
    const { n, statement } = place;
    const text = plainStatement(statement.text);
    const around = [
      ...place.heads.map((head) => head.text),
      evidence.find((one) => one.n === n)?.title ?? '',
      'for adults children newborns in pregnancy',
    ].join(' ');
    const quoted = checkAnswer({ text: `${text} [${n}]`, evidence, question });
    if (quoted.struck.length > 0)
      quotedFaults.push(`${text} => ${quoted.struck[0]?.because} => ${quoted.text}`);
    const others = [1, 2].flatMap((step) => {
      const other = statements[(at + step) % statements.length];
      return other === undefined || other === place ? [] : [plainStatement(other.statement.text)];
    });
    const isTrue = ({ text: changed }: Changed): boolean =>
      places.some((other) => plainStatement(other.statement.text).toLowerCase() === changed.toLowerCase());
    const heads = around.toLowerCase().replace(/ for adults children newborns in pregnancy$/, '');
    for (const one of contradictingSentences(text, others)) {
      if (isTrue(one)) continue;
      if (one.kind === 'population' && /pregnan/.test(heads)) continue;
      wrong += 1;
      const figures = byKind[one.kind] ?? { tried: 0, shown: 0 };
      byKind[one.kind] = figures;
      figures.tried += 1;
      const { struck, text: shown } = check(one.text, n);
      if (struck.length > 0) continue;
      if (completed.has(one.kind) && saysAll(shown, text, around)) continue;
      figures.shown += 1;
      wrongFaults.push(`${one.kind}: ${text} => ${one.text} => ${shown}`);
    }
    for (const one of equivalentSentences(text)) {
      right += 1;
      const { struck, cited } = check(one.text, n);
      if (struck.length === 0) kept += 1;
      else if (cited.length > 0) replaced += 1;
    }
  });
  return {
    quoted: { tried: statements.length, faults: quotedFaults },
    wrong: { tried: wrong, faults: wrongFaults },
    byKind,
    right,
    kept,
    replaced,
    left: right - kept - replaced,
  };
};
