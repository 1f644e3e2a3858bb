/**
 * Enforces that functions stay small: at most 120 lines, unless it is a table, and at most four positional parameters.
 * Bodies of tests are tables of examples and may be longer; the helpers in `test/support` may not. Exits 1 and names each
 * function that is too large, and each exception that is not needed any more.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureFunctions } from './functions/measure-functions.ts';

const root = join(import.meta.dirname, '..');
const MOST_LINES = 120;
const MOST_PARAMETERS = 4;

/** Functions that may be larger, as `path name`, each with why. */
const exceptions: Readonly<Record<string, string>> = {
  'infra/search/vector-index/in-memory/scan-kernel.ts ScanKernel':
    'is the signature of a WebAssembly function, which takes numbers only',
};

/** Functions that are still to be divided, as `path name`. */
const remaining: ReadonlySet<string> = new Set([
  'cli/commands/migrate-command.ts addMigrateCommand',
  'cli/commands/subject-commands.ts addSubjectCommands',
  'cli/ingest/ingest-progress.ts put',
  'commands/ask-query.ts appendQuestionToConversation',
  'commands/command-registry.ts createCommandRegistry',
  'consumers/embedding-changer/embedding-changer.ts createEmbeddingChanger',
  'consumers/embedding-changer/reembed-version.ts reembedVersion',
  'consumers/indexing-worker/index-document.ts embed',
  'consumers/indexing-worker/index-document.ts indexDocument',
  'consumers/indexing-worker/indexing-worker.ts createIndexingWorker',
  'consumers/reindexer/reindexer.ts createReindexer',
  'consumers/reindexer/reread-document.ts rereadDocument',
  'consumers/runner/settle-event.ts createSettler',
  'consumers/subject-eraser/subject-eraser.ts createSubjectEraser',
  'domain/consultation/answering/quantities.ts made',
  'domain/consultation/answering/quantities.ts quantityAt',
  'domain/consultation/answering/quantities.ts roleOf',
  'domain/consultation/answering/read-answer.ts createAnswerReader',
  'domain/consultation/compose-extractive-answer.ts composeExtractiveAnswer',
  'domain/consultation/excerpt/outline-document.ts outlineDocument',
  'domain/consultation/excerpt/write-excerpt.ts writePart',
  'domain/consultation/references/present-references.ts written',
  'domain/operations/settings-decider.ts obstacleTo',
  'domain/privacy/names/find-names.ts likenessAt',
  'domain/retrieval/lexical/lexical-index.ts createLexicalIndex',
  'domain/retrieval/recommendations/find-recommendations.ts ofCells',
  'infra/models/embedding/openai-compatible-embedder.ts createOpenAiCompatibleEmbedder',
  'infra/resilience/worker-pool/create-worker-pool.ts createWorkerPool',
  'infra/search/lexical-index/segment-view.ts createSegmentView',
  'infra/search/vector-index/in-memory/vector-matrix.ts createVectorMatrix',
  'infra/search/vector-index/in-memory/vector-matrix.ts offerBlock',
  'infra/services/auth/token-registry.ts followTokens',
  'infra/services/calendar/create-calendars.ts createCalendars',
  'infra/services/calendar/create-calendars.ts putOnce',
  'infra/services/calendar/create-calendars.ts readAll',
  'infra/services/calendar/create-calendars.ts writeOnce',
  'infra/services/calendar/expand-event.ts startsOf',
  'infra/services/calendar/occurrences.ts occurrencesWithin',
  'infra/services/calendar/write-icalendar.ts timeLine',
  'infra/services/fhir/create-patient-records.ts createPatientRecords',
  'projections/read-projection-status.ts createProjectionStatusReader',
  'projections/read-projection-status.ts rebuildOf',
  'projections/runner/run-projection.ts workOn',
  'projections/search/search-projection.ts createSearchProjection',
  'projections/search/search-projection.ts putVectors',
  'projections/verify/create-projection-verifier.ts noteLive',
  'projections/verify/table-fingerprints.ts storeFingerprints',
  'read-api/mcp/call-tool.ts confirmByClient',
  'read-api/mcp/call-tool.ts runNamed',
  'read-api/routes/audit-routes.ts exported',
  'read-api/routes/open-page.ts openPage',
  'read-api/routes/open-page.ts openPassages',
  'read-api/routing/mount-routes.ts refuseUnknown',
  'read-api/routing/mount-routes.ts serve',
  'test/support/http-api.ts openHttpApi',
  'test/support/kurrent-log.ts openKurrentLog',
  'test/support/kurrent-server.ts startKurrentServer',
  'test/support/power-loss.ts afterPowerLoss',
  'test/support/power-loss.ts write',
  'test/support/radicale.ts send',
  'test/support/sample-events.ts completed',
]);

/** Folders without sources of ours. */
const skipped: ReadonlySet<string> = new Set(['node_modules', 'samples', 'docs', 'deploy']);

const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !skipped.has(entry.name))
  .map(({ name }) => (name === 'test' ? 'test/support' : name));

const problems: string[] = [];
const needed = new Set<string>();
for (const folder of folders) {
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (!/(?<!\.generated)\.tsx?$/.test(path) || path.includes('node_modules')) continue;
    for (const measured of measureFunctions(path, readFileSync(join(root, path), 'utf8'))) {
      const { lines, parameters } = measured;
      if (lines <= MOST_LINES && parameters <= MOST_PARAMETERS) continue;
      const key = `${path} ${measured.name}`;
      needed.add(key);
      if (exceptions[key] !== undefined || remaining.has(key)) continue;
      const where = `${path}:${measured.line} ${measured.name}`;
      if (lines > MOST_LINES) problems.push(`${where} has ${lines} lines; the most is ${MOST_LINES}`);
      if (parameters > MOST_PARAMETERS)
        problems.push(`${where} has ${parameters} parameters; the most is ${MOST_PARAMETERS}`);
    }
  }
}
for (const key of [...Object.keys(exceptions), ...remaining])
  if (!needed.has(key)) problems.push(`${key} is small now: remove it from the exceptions`);

if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`\n${problems.length} function(s) break the rule.`);
  process.exit(1);
}
console.log(`No function has more than ${MOST_LINES} lines or ${MOST_PARAMETERS} parameters.`);
