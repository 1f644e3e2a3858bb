import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../../domain/kernel/failure.ts';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import { judgeAnswer } from '../../eval/answers/judge-answer.ts';
import { judgeModels, type ModelFigures, sumModels } from '../../eval/answers/model-answers.ts';
import { readRequiredWarnings } from '../../eval/answers/required-warnings.ts';
import { type SourceText, sourceText } from '../../eval/answers/source-text.ts';
import { summarizeAnswers } from '../../eval/answers/summarize-answers.ts';
import { readLabelledQueries } from '../../eval/labelled-queries.ts';
import { type ScoredQuery, scoreQuery } from '../../eval/summarize-queries.ts';
import { openDesk } from '../../eval/traps/answer-trap.ts';
import { readTrapDocument } from '../../eval/traps/read-trap-document.ts';
import { laCounty as corpus, hasLaCounty } from '../../support/la-county.ts';

/** Without OCR, a scan has no text; the evaluation skips it. */
const isUnread = (error: unknown): boolean =>
  error instanceof Failure && error.reason.details?.reason === 'no_text';

const readCorpus = async (): Promise<ReadonlyMap<string, readonly Passage[]>> => {
  const documents = new Map<string, readonly Passage[]>();
  for (const fileName of (await readdir(corpus)).filter((name) => name.endsWith('.pdf')).sort()) {
    try {
      const passages = await readTrapDocument({ fileName, content: await readFile(join(corpus, fileName)) });
      if (passages[0]) documents.set(passages[0].docKey, passages);
    } catch (error) {
      if (!isUnread(error)) throw error;
    }
  }
  return documents;
};

describe.skipIf(!hasLaCounty)('answers about real protocols', () => {
  let scored: readonly ScoredQuery[];
  let models: ModelFigures;

  beforeAll(async () => {
    const documents = await readCorpus();
    const desk = openDesk(documents);
    const needed = await readRequiredWarnings(
      join(import.meta.dirname, '../../eval/needed-warnings/la-county.jsonl'),
    );
    const sources = new Map<string, SourceText>();
    const sourceOf = (docKey: string): SourceText => {
      const source = sources.get(docKey) ?? sourceText(documents.get(docKey) ?? []);
      sources.set(docKey, source);
      return source;
    };
    const queries = await readLabelledQueries(join(corpus, 'queries.jsonl'));
    const found: ScoredQuery[] = [];
    const cited: Parameters<typeof judgeModels>[] = [];
    for (const labelled of queries.filter(({ category }) => category !== 'ocr')) {
      const { id, query, answer: phrase } = labelled;
      if (phrase === undefined) continue;
      const given = await desk.ask(query);
      cited.push([query, given.citations]);
      const answered = judgeAnswer(given, {
        question: query,
        phrase,
        needed: needed.get(id),
        sourceOf,
      });
      found.push({ ...scoreQuery(labelled, []), answered });
    }
    scored = found;
    models = sumModels(cited.map((one) => judgeModels(...one)));
  });

  const shareOf = (holds: (answered: NonNullable<ScoredQuery['answered']>) => boolean): number =>
    scored.filter(({ answered }) => answered && holds(answered)).length / scored.length;

  it('contain the requested fact in their first citation, or at least in one', () => {
    expect(shareOf(({ first }) => first)).toBeGreaterThanOrEqual(0.88);
    expect(shareOf(({ any }) => any)).toBeGreaterThanOrEqual(0.96);
  });

  it('show every cell with its head, every number with its unit, no dose for other patients, and complete statements', () => {
    const faults = summarizeAnswers(scored)?.faults ?? [];
    expect(faults.filter(({ kind }) => kind !== 'unfinished')).toEqual([]);
    // Lists too long to be quoted, of which the introductory sentence is left.
    expect(faults.length).toBeLessThanOrEqual(2);
  });

  it('contain every required warning', () => {
    const { needing = 0, missing = [] } = summarizeAnswers(scored) ?? {};
    expect(needing).toBe(60);
    expect(missing.length).toBeLessThanOrEqual(2);
  });

  it('pass the check of model answers, which lets no wrong dose through', () => {
    expect(models.quoted.written).toBeGreaterThan(1000);
    // A fragment of a form, and a line of a scan that is read as a heading in the middle of a sentence.
    expect(models.quoted.written - models.quoted.shown).toBeLessThanOrEqual(2);
    expect(models.well.written).toBeGreaterThan(40);
    expect(models.well.shown).toBe(models.well.written);
    for (const { written, shown } of Object.values(models.badly)) {
      expect(written).toBeGreaterThan(15);
      expect(shown).toBe(0);
    }
  });
});
