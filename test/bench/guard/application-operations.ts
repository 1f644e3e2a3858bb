import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { DocumentReading } from '../../../app/application-options.ts';
import { askQuery } from '../../../commands/ask-query.ts';
import { awaitToolCallEnd } from '../../../commands/awaiting/await-tool-call.ts';
import { requestToolCall } from '../../../commands/request-tool-call.ts';
import { eventMetadataOf } from '../../../commands/runtime/event-metadata.ts';
import { toolCallServicesOf } from '../../../commands/runtime/tool-call-services.ts';
import { defineTool } from '../../../consumers/tools/define-tool.ts';
import { chunkDocument } from '../../../domain/knowledge/chunking/chunk-document.ts';
import { policies } from '../../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanPages } from '../../../domain/knowledge/clean-pages.ts';
import { describeDocument } from '../../../domain/knowledge/describe-document.ts';
import type { ToolFacts } from '../../../domain/tools/tool-definition.ts';
import { countCl100kTokens } from '../../../infra/reading/text-extraction/token-counter.ts';
import { listAuditEntries } from '../../../projections/audit-entries/list-audit-entries.ts';
import { auditEntriesProjection } from '../../../projections/audit-entries/projection.ts';
import { queriesProjection } from '../../../projections/queries/projection.ts';
import { SEARCH_PROJECTION } from '../../../projections/search/search-projection.ts';
import type { BenchmarkContext } from '../harness/benchmark.ts';
import { generatedProtocols, generatedQuestions } from '../harness/generated-protocols.ts';
import { openBenchApplication } from '../harness/open-bench-application.ts';
import { publishGenerated } from '../harness/publish-generated.ts';
import type { Operation } from './operation.ts';

const PASSAGES = 1000;

/** Reads plain text in this process, whose processor time is measured: the program does so in others. */
const readHere = (): DocumentReading => ({
  extractor: {
    maxBytes: () => Number.MAX_SAFE_INTEGER,
    extract: async (bytes) => ({
      pages: [{ page: 1, text: new TextDecoder().decode(bytes), readBy: 'native' }],
    }),
  },
  textProcessor: {
    clean: async (pages) => cleanPages(pages),
    chunk: async (document, policy) => chunkDocument(document, policies[policy], countCl100kTokens),
    describe: async (document) => describeDocument(document),
  },
  close: async () => {},
});

const emptyTool = (name: string, more: Pick<ToolFacts, 'sends' | 'instant'>) =>
  defineTool({
    name,
    category: 'calculation',
    description: 'Does nothing.',
    requiresPhi: false,
    requiresConfirmation: false,
    riskLevel: 'low',
    rateLimit: 1_000_000,
    timeoutSeconds: 30,
    permission: 'tools:call',
    ...more,
    afterCrash: 'repeat',
    arguments: z.strictObject({ case: z.string().max(100).describe('Makes each call another one') }),
    result: z.strictObject({ case: z.string() }),
    handler: async (args) => args,
  });

const atOnce = (count: number, work: () => Promise<unknown>): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, work));

/** The program as a whole, with the read models that follow each operation. */
export const openApplicationOperations = async (
  context: BenchmarkContext,
  resources: AsyncDisposableStack,
): Promise<readonly Operation[]> => {
  const opened = resources.use(
    await openBenchApplication(context, publishGenerated(PASSAGES), {
      openDocumentReading: readHere,
      tools: [
        emptyTool('work_none', { sends: 'on-premises' }),
        emptyTool('work_at_once', { sends: 'nothing', instant: true }),
      ],
    }),
  );
  const { commandServices, eventStore, readModels, search } = opened.application.http;
  const { identity } = commandServices;
  let n = 0;

  const append = async (): Promise<void> => {
    const id = identity.newId();
    const metadata = eventMetadataOf(opened.commandContext());
    await eventStore.append(
      `access-bench-${id}`,
      [{ id, type: 'AnswerRead', data: { queryId: id }, metadata }],
      'no-stream',
    );
  };
  /** A number makes each question another one, because remembered searches would measure the memory. */
  const question = (): string => {
    n += 1;
    return `${generatedQuestions[n % generatedQuestions.length] ?? ''} Case ${n}.`;
  };
  const ask = async (): Promise<void> => {
    const input = askQuery.input.parse({ question: question() });
    const outcome = await askQuery.handle(input, opened.commandContext(), commandServices, undefined);
    const end = await askQuery.process?.awaitEnd(outcome, commandServices, AbortSignal.timeout(60_000));
    if (end?.status !== 'answered') throw new Error('A question was not answered.');
  };
  const call = async (tool: string): Promise<void> => {
    n += 1;
    const requested = await requestToolCall(
      { tool, arguments: { case: `Case ${n}` }, origin: 'api' },
      opened.commandContext(),
      toolCallServicesOf(commandServices),
    );
    const end = await awaitToolCallEnd(requested, commandServices, AbortSignal.timeout(60_000));
    if (end?.status !== 'succeeded') throw new Error('A tool call did not succeed.');
  };
  const ingest = async (): Promise<void> => {
    n += 1;
    const { failed } = await opened.ingest([...generatedProtocols(1000 + n, 1, 6)]);
    if (failed > 0) throw new Error('A document was not indexed.');
  };
  const store = async (): Promise<void> => {
    const content = randomBytes(1_000_000);
    async function* whole() {
      yield content;
    }
    const staged = await commandServices.blobs.stage(whole(), content.byteLength);
    await (await staged.seal('document:benchmark')).keep();
    await staged.discard();
  };

  /** Repeats work, and waits until the read models have followed, which belongs to its cost. */
  const followed = (count: number, work: () => Promise<unknown>) => async (): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) await work();
    const head = await eventStore.head();
    for (const name of [SEARCH_PROJECTION, auditEntriesProjection.name, queriesProjection.name])
      await readModels.locate(name, head);
  };
  await followed(1, append)();
  return [
    { name: '50 appends, one after the other', times: 1, run: followed(50, append) },
    { name: '50 appends at once', times: 1, run: followed(1, () => atOnce(50, append)) },
    { name: '5 questions, one after the other', times: 1, run: followed(5, ask) },
    { name: '25 questions at once', times: 1, run: followed(1, () => atOnce(25, ask)) },
    {
      name: 'a search',
      times: 10,
      run: () => search.search({ query: question(), filters: {}, limit: 5 }),
    },
    { name: '10 tool calls', times: 1, run: followed(10, () => call('work_none')) },
    { name: '10 calls of an instant tool', times: 1, run: followed(10, () => call('work_at_once')) },
    { name: 'the ingest of a page', times: 1, run: followed(1, ingest) },
    { name: 'sealing a file of 1 MB', times: 2, run: store },
    {
      name: 'a page of the audit trail',
      times: 5,
      run: async () => {
        const view = await readModels.open(auditEntriesProjection.name);
        await listAuditEntries(view, { limit: 50 });
      },
    },
  ];
};
