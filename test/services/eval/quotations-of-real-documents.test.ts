import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { composeExtractiveAnswer } from '../../../domain/consultation/compose-extractive-answer.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { chunkDocument } from '../../../domain/knowledge/chunking/chunk-document.ts';
import { protocolPolicy } from '../../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanPages } from '../../../domain/knowledge/clean-pages.ts';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import { interpretQuery } from '../../../domain/retrieval/query/interpret-query.ts';
import { createTextExtractor } from '../../../infra/reading/text-extraction/text-extractor.ts';
import { countCl100kTokens } from '../../../infra/reading/text-extraction/token-counter.ts';
import { piecesOf, unmarkedCuts } from '../../support/quoted-source.ts';
import { emptyVocabulary } from '../../support/vocabulary.ts';
import { givenPassage } from '../../unit/domain/retrieval/given-passages.ts';

const corpora = join(import.meta.dirname, '../../../../shared/corpus');
/** Documents whose answers once showed a dose under another drug, or lacked a step of a dilution. */
const documents = [
  { file: 'hospital-dev/bch-anaphylaxis-children.pdf', question: 'hydrocortisone dose child 8 years' },
  { file: 'hospital-dev/bch-anaphylaxis-children.pdf', question: 'chlorphenamine dose child' },
  { file: 'imperial/9100_Dysrhythmias_Adult.pdf', question: 'push dose epinephrine mixing instructions' },
  { file: 'imperial/9200_Shock_Adult.pdf', question: 'push dose epinephrine mixing instructions' },
  { file: 'ventura/0705.19_Pain_Control.pdf', question: 'fentanyl dose' },
] as const;
const present = documents.filter(({ file }) => existsSync(join(corpora, file)));
if (present.length < documents.length)
  process.stdout.write(
    `../shared/corpus lacks ${documents.length - present.length} real documents, which we may not redistribute: the tests of their quotations are skipped.\n`,
  );

describe.skipIf(present.length === 0)('quotations from real documents', () => {
  const extractor = createTextExtractor({ tesseract: 'none' });
  afterAll(() => extractor.close());

  const read = async (file: string): Promise<{ text: string; passages: readonly Passage[] }> => {
    const { pages } = await extractor.extract(readFileSync(join(corpora, file)), 'pdf');
    const cleaned = cleanPages(pages);
    const passages = chunkDocument(cleaned, protocolPolicy, countCl100kTokens).map((chunk) =>
      givenPassage(
        omitUndefined({ ...chunk, docKey: 'real', chunkId: `real@1#${chunk.index}`, title: 'Real document' }),
      ),
    );
    return { text: cleaned.text, passages };
  };

  it.each(present)('have no hidden cut: $file, $question', async ({ file, question }) => {
    const { text, passages } = await read(file);
    const { answer, citations } = composeExtractiveAnswer(
      interpretQuery(question, emptyVocabulary),
      passages.map((passage, at) => ({ passage, score: 0.9 - at * 0.01 })),
      { wholeDocument: () => passages },
    );
    expect(citations).toHaveLength(1);
    expect(unmarkedCuts(text, piecesOf(answer))).toEqual([]);
    const lines = piecesOf(answer).flat();
    lines.forEach((line, at) => {
      if (/\b100 mg\b/.test(line) && question.startsWith('hydrocortisone')) {
        const drug = lines
          .slice(0, at + 1)
          .findLast((one) => /hydrocortisone|chlorphenamine|adrenaline/i.test(one));
        expect(drug).toMatch(/hydrocortisone/i);
      }
    });
    // A dilution first removes the volume it adds: the second step alone makes it ten times as strong.
    if (question.startsWith('push dose')) {
      const adding = lines.findIndex((line) => /^\W*(?:\d\.\s)?add 1 mL/i.test(line));
      expect(adding).toBeGreaterThan(0);
      expect(lines[adding - 1]).toMatch(/^\W*(?:\d\.\s)?remove 1 mL/i);
    }
    if (file.includes('Pain_Control')) expect(answer).toContain('see the page for whom a dose is');
  });
});
