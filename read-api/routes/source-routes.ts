import type { HttpApiServices } from '../http-api-services.ts';
import { sourceListRepresentation } from '../representations/source-list-representation.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';

/** The sources for questions, for admins. */
export const sourceRoute = ({
  settings,
  listSources,
}: Pick<HttpApiServices, 'settings' | 'listSources'>): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/sources',
    access: 'settings:read',
    tag: 'Operations',
    operationId: 'listSources',
    summary: 'The sources for questions: configured, enabled, and their last outcome.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: none,
    response: sourceListRepresentation,
    handle: async () => {
      await settings.refresh();
      return answerData({ sources: listSources() });
    },
  });
