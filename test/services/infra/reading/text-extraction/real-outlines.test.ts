import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../../../domain/kernel/failure.ts';
import { chunkDocument } from '../../../../../domain/knowledge/chunking/chunk-document.ts';
import { protocolPolicy } from '../../../../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanPages } from '../../../../../domain/knowledge/clean-pages.ts';
import { countCl100kTokens } from '../../../../../infra/reading/text-extraction/token-counter.ts';
import type { ExtractedDocument } from '../../../../../ports/text-extractor.ts';
import { sectionPathsOf, titleFaultsOf } from '../../../../eval/reading/title-faults.ts';
import { corpusFolder, hasCorpus } from '../../../../support/corpora.ts';
import { readPdfBytes } from '../../../../support/read-pdf-pages.ts';

/** All five corpora cost 100 s of processor time: every eighth file is read, unless `OUTLINES_EVERY=1` requests all. */
const EVERY = Number(process.env.OUTLINES_EVERY ?? 8);

const readFile = (path: string): Promise<ExtractedDocument | undefined> =>
  readPdfBytes(readFileSync(path)).catch((error: unknown) => {
    if (error instanceof Failure) return undefined;
    throw error;
  });

/** The title paths of the passages of a corpus, each path once per document. */
const pathsOf = async (
  corpus: string,
): Promise<readonly (readonly [file: string, path: readonly string[]])[]> => {
  const folder = corpusFolder(corpus);
  const paths: (readonly [string, readonly string[]])[] = [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.pdf'));
  for (const file of files.sort().filter((_, index) => index % EVERY === 0)) {
    const read = await readFile(join(folder, file));
    if (read === undefined) continue;
    const chunks = chunkDocument(cleanPages(read.pages), protocolPolicy, countCl100kTokens);
    for (const path of sectionPathsOf(chunks).values()) paths.push([file, path]);
  }
  return paths;
};

describe.each(['hospital-dev', 'la-county', 'imperial', 'ventura', 'marin'])(
  'the outlines of %s',
  (corpus) => {
    const isThere = hasCorpus(corpus);

    it.skipIf(!isThere)(
      'contradict no number and contain no item, dose or fragment',
      { timeout: 600_000 },
      async () => {
        const paths = await pathsOf(corpus);
        expect(paths.length).toBeGreaterThan(20);
        const faulty = paths.flatMap(([file, path]) =>
          titleFaultsOf(path).map((fault) => `${fault}: ${file}: ${path.join(' > ')}`),
        );
        expect(faulty).toEqual([]);
      },
    );
  },
);
