import { z } from 'zod';
import type { ComponentHealthState } from '../../domain/operations/component-health.ts';
import { isCritical } from '../../domain/operations/degraded-mode.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';

const instant = z.iso.datetime({ precision: 3 });

/** The state of the components that answers depend on, as the responding process sees it. */
const componentsRepresentation = z.strictObject({
  degraded: z
    .boolean()
    .describe('Several critical components fail: answers are excerpts, and indexing pauses.'),
  components: z
    .array(
      z.strictObject({
        component: z.string(),
        state: z.enum(['well', 'failed']),
        critical: z.boolean(),
        since: instant,
        reason: z
          .string()
          .optional()
          .describe('The reason for its last failure: a code, or a sentence of the program.'),
        lastOk: instant.optional().describe('When it last succeeded.'),
        recentCalls: z.int().min(0),
        recentFailures: z.int().min(0),
      }),
    )
    .readonly(),
});

const shown = ({ component, state, since, reason, lastOk, recent }: ComponentHealthState) => ({
  component,
  state,
  critical: isCritical(component),
  since,
  ...(reason === undefined ? {} : { reason }),
  ...(lastOk === undefined ? {} : { lastOk }),
  recentCalls: recent.calls,
  recentFailures: recent.failed,
});

/** For operators; each process reports its own view, because a network can fail for one of them alone. */
export const componentsRoute = ({ components }: Pick<HttpApiServices, 'components'>): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/components',
    access: 'projections:read',
    tag: 'Operations',
    operationId: 'listComponents',
    summary: 'The state of the components that answers depend on, as seen by this process.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: none,
    response: componentsRepresentation,
    handle: async () =>
      answerData({ degraded: components.degraded(), components: components.states().map(shown) }),
  });
