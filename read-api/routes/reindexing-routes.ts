import { readLiveReadings } from '../../commands/lookups/read-live-readings.ts';
import { loadState } from '../../commands/runtime/execute-decider.ts';
import { countByReader } from '../../domain/indexing/live-readings.ts';
import { reindexingDecider, reindexingStream } from '../../domain/operations/reindexing-decider.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import {
  reindexingPlanRepresentation,
  reindexingRepresentation,
} from '../representations/reindexing-representation.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';

const planRoute = ({ commandServices, reader }: HttpApiServices): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/reindexing/plan',
    access: 'indexing:again',
    tag: 'Operations',
    operationId: 'planReindexing',
    summary: 'A dry run: the number of documents read by an older reader, and their keys.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: none,
    response: reindexingPlanRepresentation,
    handle: async () => {
      const readBy = countByReader(await readLiveReadings(commandServices.eventStore));
      const older = readBy.filter((one) => one.reader < reader);
      const sumOf = (count: 'documents' | 'passages'): number =>
        older.reduce((sum, one) => sum + one[count], 0);
      return answerData({ reader, documents: sumOf('documents'), passages: sumOf('passages'), readBy });
    },
  });

const runRoute = ({ commandServices }: HttpApiServices): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/reindexing',
    access: 'indexing:read',
    tag: 'Operations',
    operationId: 'getReindexing',
    summary:
      'The progress or outcome of re-reading documents, and the documents that kept their former reading.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: none,
    response: reindexingRepresentation,
    handle: async () => {
      const { state } = await loadState(commandServices, reindexingDecider, reindexingStream);
      const { run } = state;
      if (!run) return answerData({ run: null });
      const { runId, status, reader, all, progress, kept, stopped = null } = run;
      return answerData({ run: { runId, status, reader, all, progress, kept, stopped } });
    },
  });

/** Re-reading documents that an older reader extracted. */
export const reindexingRoutes = (services: HttpApiServices): readonly Route[] => [
  planRoute(services),
  runRoute(services),
];
