import { chunkDocument } from '../../../domain/knowledge/chunking/chunk-document.ts';
import { protocolPolicy } from '../../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanPages } from '../../../domain/knowledge/clean-pages.ts';
import { createLexicalIndex } from '../../../domain/retrieval/lexical/lexical-index.ts';
import { interpretQuery } from '../../../domain/retrieval/query/interpret-query.ts';
import { calculators } from '../../../domain/tools/calculators/calculators.ts';
import { createLocalEmbedder } from '../../../infra/models/embedding/local-embedder.ts';
import { patternDetector } from '../../../infra/models/phi-detection/pattern-detector.ts';
import { createEnglishDictionary } from '../../../infra/reading/language/english-dictionary.ts';
import { htmlToText } from '../../../infra/reading/text-extraction/html/html-to-text.ts';
import { countCl100kTokens } from '../../../infra/reading/text-extraction/token-counter.ts';
import { createEventSerializer } from '../../../infra/storage/event-serialization/event-serializer.ts';
import { verifyLog } from '../../../infra/storage/log-proof/verify-log.ts';
import type { EventStore } from '../../../ports/event-store.ts';
import { confide, testRegistry } from '../../support/events.ts';
import { createInMemoryKeyVault } from '../../support/in-memory-key-vault.ts';
import { createInMemoryTiles } from '../../support/in-memory-tiles.ts';
import { storedEventAt } from '../../support/stored-log.ts';
import { generatedProtocols, generatedQuestions } from '../harness/generated-protocols.ts';
import type { Operation } from './operation.ts';

/** Markdown of some 100 kB. */
const markdown = (): string =>
  generatedProtocols(0, 20, 12)
    .map(({ bytes }) => new TextDecoder().decode(bytes))
    .join('\n\n')
    .slice(0, 100_000);

const htmlOf = (text: string): string =>
  `<html><head><title>Protocols</title></head><body>${text
    .split('\n\n')
    .map((block) => (block.startsWith('#') ? `<h2>${block.replace(/^#+ /, '')}</h2>` : `<p>${block}</p>`))
    .join('')}</body></html>`;

/** Verifies the tree over a log in memory. */
const verification = (events: number): (() => Promise<void>) => {
  const log = Array.from({ length: events }, (_, index) => storedEventAt(index + 1));
  const eventStore: Pick<EventStore, 'readStored'> = {
    readStored: async (after, limit) => ({
      events: log.slice(after, after + limit),
      scannedTo: Math.min(after + limit, events),
      head: events,
    }),
  };
  return async () => {
    const needs = { eventStore, tiles: createInMemoryTiles(), checkpoints: [] };
    for await (const line of verifyLog(needs, new AbortController().signal))
      if (line.kind === 'altered') throw new Error('The log was altered.');
  };
};

/** Operations that need neither a database nor a file. */
export const openPureOperations = (): readonly Operation[] => {
  const text = markdown();
  const cleaned = cleanPages([{ page: 1, text, readBy: 'native' }]);
  const html = htmlOf(text);
  const { vocabulary } = createLexicalIndex(createEnglishDictionary(), { seed: 1 });
  const embedder = createLocalEmbedder();
  const serializer = createEventSerializer({ registry: testRegistry, vault: createInMemoryKeyVault() });
  let n = 0;
  const question = (): string => {
    n += 1;
    return `${generatedQuestions[n % generatedQuestions.length] ?? ''} Case ${n}.`;
  };
  return [
    { name: 'cleaning 100 kB', times: 2, run: () => cleanPages([{ page: 1, text, readBy: 'native' }]) },
    {
      name: 'chunking 100 kB',
      times: 1,
      run: () => chunkDocument(cleaned, protocolPolicy, countCl100kTokens),
    },
    { name: 'counting the tokens of 100 kB', times: 3, run: () => countCl100kTokens(text) },
    { name: 'reading 100 kB of HTML', times: 1, run: () => htmlToText(html) },
    { name: 'interpreting a question', times: 100, run: () => interpretQuery(question(), vocabulary) },
    { name: 'screening a question for PHI', times: 100, run: () => patternDetector.screen(question()) },
    { name: 'embedding a question', times: 500, run: () => embedder.embedQuery(question()) },
    {
      name: 'sealing 100 events',
      times: 5,
      run: () =>
        serializer.serialize(Array.from({ length: 100 }, (_, at) => confide('Mary', `person:p${at}`))),
    },
    { name: 'verifying 1,000 events', times: 2, run: verification(1000) },
    {
      name: 'every calculator',
      times: 10,
      run: () => {
        for (const { calculate, example } of calculators)
          if (!calculate(example).ok) throw new Error('The example was refused.');
      },
    },
  ];
};
