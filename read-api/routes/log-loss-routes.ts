import { z } from 'zod';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';

const position = z.int().min(1);
const lossSchema = z.strictObject({
  firstLost: position.describe('The first position of a lost acknowledged event.'),
  lastLost: position.describe('The last such position.'),
});

const lossRepresentation = z.strictObject({
  lost: lossSchema.nullable().describe('Null if nothing is lost, and always if the log is in the database.'),
});

const logIsInDatabase = (): Failure =>
  new Failure(
    failure(
      'rule_violated',
      'The log is in the database: its losses are recorded automatically, and nothing waits for a decision.',
    ),
  );

/** For operators of a KurrentDB log that was restored from an older copy: the missing events, and giving them up. */
export const logLossRoutes = ({ logLosses }: Pick<HttpApiServices, 'logLosses'>): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/admin/log-loss',
    access: 'doctor:run',
    tag: 'Operations',
    operationId: 'getLogLoss',
    summary: 'The acknowledged events that KurrentDB lacks, because of which nothing is written.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: none,
    response: lossRepresentation,
    handle: async () => {
      const loss = await logLosses?.find();
      return answerData({
        lost: loss === undefined ? null : { firstLost: loss.keptTo + 1, lastLost: loss.lostTo },
      });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/admin/log-loss',
    access: 'projections:reset',
    tag: 'Operations',
    operationId: 'acceptLogLoss',
    summary: 'Gives up exactly the named lost events, so that writing resumes. It cannot be undone.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: lossSchema,
    response: lossSchema,
    handle: async ({ body: { firstLost, lastLost } }, { caller }) => {
      if (logLosses === undefined) throw logIsInDatabase();
      await logLosses.accept({ keptTo: firstLost - 1, lostTo: lastLost }, caller.actor);
      return answerData({ firstLost, lastLost });
    },
  }),
];
