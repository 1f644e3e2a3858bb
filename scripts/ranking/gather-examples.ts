import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { sidecarOf } from '../../cli/ingest/find-files.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { documentMetadataSchema } from '../../domain/knowledge/document-metadata.ts';
import type { Passage } from '../../domain/retrieval/passage.ts';
import { judgeMatches } from '../../domain/retrieval/ranking/match-strength.ts';
import { rankFeatures } from '../../domain/retrieval/ranking/rank-features.ts';
import {
  gatherCandidates,
  isInformative,
  type RankRequest,
} from '../../domain/retrieval/ranking/rank-passages.ts';
import { sourceFeatures } from '../../domain/retrieval/ranking/source-features.ts';
import { type LabelledQuery, readLabelledQueries } from '../../test/eval/labelled-queries.ts';
import { readTrapDocument } from '../../test/eval/traps/read-trap-document.ts';
import { searchPassages } from '../../test/eval/traps/search-passages.ts';
import type { Example } from './example.ts';

/**
 * Signals of look-ups and of sources. Their weights are rules, and collections of one agency's documents say nothing about
 * them.
 */
const ruled: ReadonlySet<string> = new Set([
  'protocol_number',
  'title_match',
  'directory',
  'recommendation',
  ...sourceFeatures.map(({ name }) => name),
]);

/** The signals whose weights are learned, in the order of their values in an example. */
export const learnedSignals = rankFeatures.filter(({ name }) => !ruled.has(name));
const givenSignals = rankFeatures.filter((signal) => !learnedSignals.includes(signal));

const metadataSchema = documentMetadataSchema.partial();

const readDocuments = async (folder: string): Promise<ReadonlyMap<string, readonly Passage[]>> => {
  const documents = new Map<string, readonly Passage[]>();
  const files = readdirSync(folder).filter((name) => /\.(?:pdf|txt|docx|html|md)$/i.test(name));
  for (const fileName of files.filter((name) => name !== 'README.md').sort()) {
    const content = new Uint8Array(readFileSync(join(folder, fileName)));
    const sidecar = join(folder, sidecarOf(fileName));
    const metadata = {
      agency: basename(resolve(folder)),
      ...(existsSync(sidecar)
        ? omitUndefined(metadataSchema.parse(JSON.parse(readFileSync(sidecar, 'utf8'))))
        : {}),
    };
    const passages = await readTrapDocument({ fileName, content, metadata }).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      console.log(`${fileName} is left out: ${error.message}`);
      return [];
    });
    if (passages[0]) documents.set(passages[0].docKey, passages);
  }
  return documents;
};

const isOnLabelledPage = (
  { fileName, firstPage, lastPage }: Passage,
  relevant: LabelledQuery['relevant'],
): boolean =>
  relevant.some(
    ({ file, pages }) =>
      file === fileName && (pages?.some((page) => page >= firstPage && page <= lastPage) ?? true),
  );

/** The candidates of a question with the values of the learned signals, in an order that no weight influences. */
const exampleOf = (request: RankRequest, relevant: LabelledQuery['relevant']): Example => {
  const { context, found } = gatherCandidates(request);
  const matches = judgeMatches(context, found);
  const valuesOf = (signals: typeof rankFeatures) => {
    const informative = signals.map((signal) => isInformative(signal, context));
    return (at: number): readonly number[] => {
      const candidate = found[at]?.candidate;
      return signals.map((signal, of) =>
        candidate !== undefined && informative[of] ? signal.value(candidate, context) : 0,
      );
    };
  };
  const learned = valuesOf(learnedSignals);
  const given = valuesOf(givenSignals);
  const candidates = found.flatMap(({ candidate: { passage } }, at) =>
    matches[at]?.strength === 'none'
      ? []
      : [
          {
            chunkId: passage.chunkId,
            docKey: passage.docKey,
            isRight: isOnLabelledPage(passage, relevant),
            isRightDocument: relevant.some(({ file }) => file === passage.fileName),
            values: Float64Array.from(learned(at)),
            given: given(at).reduce((sum, value, of) => sum + value * (givenSignals[of]?.weight ?? 0), 0),
          },
        ],
  );
  return candidates.sort((one, other) => (one.chunkId < other.chunkId ? -1 : 1));
};

/** The file of the labelled questions of a folder. */
export const labelsOf = (folder: string): string => join(folder, 'queries.jsonl');

/**
 * Asks the questions of a folder with labelled pages or documents, and gives the candidates of each.
 *
 * @throws Error when `queries.jsonl` or a document cannot be read
 */
export const gatherExamples = async (folder: string): Promise<readonly Example[]> => {
  const queries = (await readLabelledQueries(labelsOf(folder))).filter(({ relevant }) => relevant.length > 0);
  const search = searchPassages(await readDocuments(folder));
  const examples: Example[] = [];
  for (const { query, filters = {}, relevant } of queries) {
    await search.searchBy(
      {
        rank: (request) => {
          examples.push(exampleOf(request, relevant));
          return [];
        },
      },
      { query, filters, limit: 1 },
    );
  }
  return examples;
};
