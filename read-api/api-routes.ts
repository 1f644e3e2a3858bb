import { commandRoute } from './commands/command-routes.ts';
import { fhirRoutes } from './fhir/fhir-routes.ts';
import type { HttpApiServices } from './http-api-services.ts';
import { mcpRoutes } from './mcp/mcp-route.ts';
import { createVersionTextReader } from './read-version-text.ts';
import { createUploadSlots } from './request/upload-slots.ts';
import { alertTestRoute } from './routes/alert-route.ts';
import { auditRoutes } from './routes/audit-routes.ts';
import { backupRoutes } from './routes/backup-routes.ts';
import { breakGlassRoute } from './routes/break-glass-route.ts';
import { calculatorRoutes } from './routes/calculator-routes.ts';
import { componentsRoute } from './routes/components-route.ts';
import { consultationRoutes } from './routes/consultation-routes.ts';
import { costRoutes } from './routes/cost-routes.ts';
import { doctorRoute } from './routes/doctor-route.ts';
import { documentContentRoutes } from './routes/document-content-routes.ts';
import { documentRoutes } from './routes/document-routes.ts';
import { embeddingRoute } from './routes/embedding-routes.ts';
import { feedbackRoutes } from './routes/feedback-routes.ts';
import { healthRoutes } from './routes/health-routes.ts';
import { indexCheckRoute } from './routes/index-check-route.ts';
import { indexingJobRoutes } from './routes/indexing-job-routes.ts';
import { logLossRoutes } from './routes/log-loss-routes.ts';
import { metricsRoute } from './routes/metrics-route.ts';
import { nodesRoute } from './routes/nodes-route.ts';
import { oidcRoutes } from './routes/oidc-routes.ts';
import { openApiRoute } from './routes/open-api-route.ts';
import { operationsRoutes } from './routes/operations-routes.ts';
import { proofRoutes } from './routes/proof-routes.ts';
import { queryLogRoutes } from './routes/query-log-routes.ts';
import { reindexingRoutes } from './routes/reindexing-routes.ts';
import { reviewRoutes } from './routes/review-routes.ts';
import { schemaRoutes } from './routes/schema-routes.ts';
import { sealedExportRoute } from './routes/sealed-export-route.ts';
import { searchRoute } from './routes/search-route.ts';
import { sessionRoutes } from './routes/session-routes.ts';
import { settingsRoutes } from './routes/settings-routes.ts';
import { sourceRoute } from './routes/source-routes.ts';
import { streamTicketRoute } from './routes/stream-ticket-route.ts';
import { subjectRoutes } from './routes/subject-routes.ts';
import { summarizeRoute } from './routes/summarize-route.ts';
import { tokenRoutes } from './routes/token-routes.ts';
import { toolCallRoutes } from './routes/tool-call-routes.ts';
import { toolFiguresRoute } from './routes/tool-figures-route.ts';
import { toolRoutes } from './routes/tool-routes.ts';
import { verifyRoute } from './routes/verify-route.ts';
import type { Route } from './routing/define-route.ts';
import { eventStreamRoute } from './streams/event-stream-route.ts';
import { jobStreamRoute } from './streams/job-stream-route.ts';
import { createLiveFeed } from './streams/live-feed.ts';
import { queryStreamRoute } from './streams/query-stream-route.ts';
import { createStreamSlots } from './streams/stream-slots.ts';
import { toolCallStreamRoute } from './streams/tool-call-stream-route.ts';
import { voiceRoute } from './voice/voice-route.ts';

/** All routes as data, the source of both the router and the API documentation. */
export const apiRoutes = (services: HttpApiServices): readonly Route[] => {
  const slots = createStreamSlots(services.limits, services.metrics);
  const uploads = createUploadSlots(services.limits, services.metrics);
  const { eventStore, commandServices } = services;
  const readText = createVersionTextReader({ eventStore, blobs: commandServices.blobs });
  const routes = [
    ...services.commands.map((definition) => commandRoute(definition, services, uploads)),
    ...documentRoutes(services),
    ...documentContentRoutes({ ...services, readText }),
    ...indexingJobRoutes(services),
    searchRoute(services),
    summarizeRoute(services),
    ...consultationRoutes({ ...services, readText }),
    ...toolRoutes(services),
    // Before the route of one call, whose id parameter would match this path.
    toolCallStreamRoute(services, slots),
    ...toolCallRoutes(services),
    ...mcpRoutes(services, slots),
    ...calculatorRoutes,
    ...feedbackRoutes(services),
    ...auditRoutes(services),
    ...proofRoutes(services),
    ...fhirRoutes(services),
    sealedExportRoute(services),
    breakGlassRoute(services),
    ...reviewRoutes(services),
    ...subjectRoutes(services),
    ...operationsRoutes(services),
    nodesRoute(services),
    ...tokenRoutes(services),
    ...sessionRoutes(services),
    ...oidcRoutes(services),
    ...backupRoutes(services),
    ...queryLogRoutes(services),
    toolFiguresRoute(services),
    embeddingRoute(services),
    ...reindexingRoutes(services),
    ...settingsRoutes(services),
    ...costRoutes(services),
    sourceRoute(services),
    ...schemaRoutes,
    doctorRoute(services),
    verifyRoute(services),
    indexCheckRoute(services),
    componentsRoute(services),
    ...logLossRoutes(services),
    alertTestRoute(services),
    streamTicketRoute(services),
    eventStreamRoute(services, slots, createLiveFeed(services)),
    queryStreamRoute(services, slots),
    jobStreamRoute(services, slots),
    voiceRoute(services, slots),
    ...healthRoutes(services),
    metricsRoute(services),
  ];
  return [...routes, openApiRoute(routes, services.version)];
};
