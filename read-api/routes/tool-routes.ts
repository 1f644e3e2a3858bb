import { z } from 'zod';
import type { HttpApiServices } from '../http-api-services.ts';
import { toolListRepresentation } from '../representations/tool-representation.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { listTools, toolCallerOf, toolFormats } from '../tools/list-tools.ts';

const tools = ({ tools: registry }: Pick<HttpApiServices, 'tools'>): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/tools',
    access: 'tools:read',
    tag: 'Tools',
    operationId: 'listTools',
    summary:
      'The tools that a model may call. The formats for models list only those that the caller may call.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: z.strictObject({
      format: z.enum(toolFormats).default('json').meta({
        description:
          '`json`: all tools with full details, including those that are not configured; other formats: as a client passes them to a model.',
      }),
    }),
    body: none,
    response: toolListRepresentation,
    handle: async ({ query: { format } }, { principal }) =>
      answerData(listTools(registry, format, toolCallerOf(principal))),
  });

/** The tools. */
export const toolRoutes = (services: Pick<HttpApiServices, 'tools'>): readonly Route[] => [tools(services)];
