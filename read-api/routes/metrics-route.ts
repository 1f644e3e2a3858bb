import type { HttpApiServices } from '../http-api-services.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Metrics for Prometheus. */
export const metricsRoute = ({ renderMetrics }: Pick<HttpApiServices, 'renderMetrics'>): Route =>
  defineRoute({
    method: 'GET',
    path: '/metrics',
    access: 'metrics:read',
    tag: 'Operations',
    operationId: 'getMetrics',
    summary: 'All metrics in the Prometheus text format.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: none,
    responses: [{ status: 200, description: 'Metrics.', contentType: 'text/plain' }],
    handle: async () => ({ kind: 'text', contentType: CONTENT_TYPE, content: await renderMetrics() }),
  });
