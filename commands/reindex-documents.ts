import { z } from 'zod';
import { countByReader, type LiveReading } from '../domain/indexing/live-readings.ts';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { uuidSchema } from '../domain/kernel/identifiers.ts';
import { READER_VERSION } from '../domain/knowledge/reader-version.ts';
import { reindexingDecider, reindexingStream } from '../domain/operations/reindexing-decider.ts';
import { reindexingScopeSchema } from '../domain/operations/reindexing-events.ts';
import { awaitReindexing, reindexingEndings } from './awaiting/await-reindexing.ts';
import { isInScope, readLiveReadings } from './lookups/read-live-readings.ts';
import { type CommandDefinition, defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

const ids = z.object({
  runId: uuidSchema,
  documents: z.int().meta({ description: 'Which documents to re-read.' }),
  passages: z.int().meta({ description: 'Identifies their current readings.' }),
});

/** The most unknown keys that a message names. */
const NAMED_KEYS = 5;

/** @throws Failure when a key belongs to no searchable document: it is probably misspelled */
const requireSearchable = (docKeys: readonly string[], readings: readonly LiveReading[]): void => {
  const known = new Set(readings.map(({ docKey }) => docKey));
  const unknown = docKeys.filter((docKey) => !known.has(docKey));
  if (unknown.length === 0) return;
  const named = unknown.slice(0, NAMED_KEYS).map((docKey) => `"${docKey}"`);
  const rest = unknown.length - named.length;
  throw new Failure(
    failure(
      'not_found',
      `No searchable document has the key ${named.join(', ')}${rest === 0 ? '' : ` (and ${rest} more)`}.`,
      { details: { docKeys: unknown } },
    ),
  );
};

/** The command that has documents re-read by this version's reader. */
export const createReindexDocuments = (
  reader = READER_VERSION,
): CommandDefinition<typeof reindexingScopeSchema, typeof ids, typeof reindexingEndings> =>
  defineCommand({
    name: 'ReindexDocuments',
    summary:
      'Re-reads documents that an older version of the reader extracted; the old passages serve until the new ones are complete.',
    permission: 'indexing:again',
    acceptsFile: false,
    ownership: 'none',
    discloses: 'nothing',
    input: reindexingScopeSchema,
    ids,
    handle: async (scope, context, services) => {
      const runId = services.identity.derivedId(context.commandId, 'run');
      const { streamId, revision, position, state } = await executeDecider({
        decider: reindexingDecider,
        streamId: reindexingStream,
        commands: async () => {
          const readings = await readLiveReadings(services.eventStore);
          requireSearchable(scope.docKeys ?? [], readings);
          const wanted = readings.filter((reading) => isInScope(reading, scope, reader));
          const passages = countByReader(wanted).reduce((sum, one) => sum + one.passages, 0);
          return [
            {
              type: 'RequestReindexing' as const,
              runId,
              reader,
              ...scope,
              documents: wanted.length,
              passages,
            },
          ];
        },
        context,
        services,
      });
      if (!state.run) throw new Failure(failure('internal_error', 'The run was not recorded.'));
      const { documents, passages } = state.run;
      return {
        streamId,
        revision,
        position,
        ids: { runId, documents, passages },
        startedAt: '/api/admin/reindexing',
      };
    },
    process: {
      endings: reindexingEndings,
      optional: false,
      awaitEnd: (outcome, services, signal) =>
        awaitReindexing({ runId: ids.parse(outcome.ids).runId, after: outcome.revision }, services, signal),
    },
  });
