import { z } from 'zod';
import { listTokens } from '../../projections/tokens/list-tokens.ts';
import { tokensProjection } from '../../projections/tokens/projection.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { tokenRepresentation } from '../representations/token-representation.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { metadataOf, openReadModel } from './open-read-model.ts';
import { pageQuery } from './page-query.ts';

/** The owner of a named token, its roles, and whether it is still used. */
export const tokenRoutes = ({ readModels, clock }: HttpApiServices): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/admin/tokens',
    access: 'tokens:manage',
    tag: 'Operations',
    operationId: 'listTokens',
    summary: 'Named tokens with their roles, expiry and last use, newest first; never the tokens themselves.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: z.strictObject({
      ...pageQuery,
      state: z.enum(['active', 'expired', 'revoked']).optional(),
      name: z.string().min(1).max(100).optional(),
    }),
    body: none,
    response: z.array(tokenRepresentation).readonly(),
    handle: async ({ query }, request) => {
      const view = await openReadModel(readModels, tokensProjection.name, query.after, request);
      const page = await listTokens(view, { ...query, now: clock.now() });
      return answerData(page.items, { metadata: metadataOf(view, page.nextCursor) });
    },
  }),
];
