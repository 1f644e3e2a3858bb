import { wireTools } from '../../app/composition/wire-tools.ts';
import { readConfiguration } from '../../app/configuration/read-configuration.ts';
import { effectiveSettings } from '../../domain/operations/consultation-settings.ts';
import { createPubmedClient } from '../../infra/services/evidence-sources/pubmed/pubmed-client.ts';
import { unwatchedComponents } from '../../ports/component-health.ts';
import { silentMetrics } from '../../ports/metrics.ts';
import type { RegisteredTool } from '../../ports/tool.ts';
import { openCommandRuntime } from './command-runtime.ts';
import { fixedSearch } from './fixed-search.ts';

/** Enables every tool, with servers off the premises where possible. None of them is called. */
export const allToolsOffPremises = {
  CALDAV_URL: 'https://dav.example/calendars/{user}/',
  CALDAV_USERNAME: 'service',
  CALDAV_PASSWORD: 'a password of the tests',
  WEBDAV_URL: 'https://dav.example/files/{user}/',
  WEBDAV_USERNAME: 'service',
  WEBDAV_PASSWORD: 'a password of the tests',
  MAIL_IMAP_URL: 'imaps://mail.example',
  MAIL_SMTP_URL: 'smtps://mail.example',
  MAIL_USERNAME: '{user}*service',
  MAIL_PASSWORD: 'a password of the tests',
  MAIL_SENDER: '{user}@hospital.example',
  MAIL_ALLOWED_DOMAINS: 'hospital.example',
  FHIR_URL: 'http://127.0.0.1:1/fhir',
  ENABLE_PUBMED: 'true',
  ENABLE_OPENFDA: 'true',
  ENABLE_OPENEVIDENCE: 'true',
  OPENEVIDENCE_URL: 'https://evidence.example/',
  OPENEVIDENCE_API_KEY: 'k',
  ENABLE_WEB_SEARCH: 'true',
  BRAVE_API_KEY: 'k',
  ENABLE_CLINICAL_TRIALS: 'true',
  ENABLE_ICD10_LOOKUP: 'true',
} as const;

/** The program's tools under these variables, wired as in production. */
export const registeredTools = async (
  environment: Readonly<Record<string, string>>,
): Promise<readonly RegisteredTool[]> => {
  await using resources = new AsyncDisposableStack();
  const { commandServices } = openCommandRuntime().runtime;
  const configuration = readConfiguration(environment);
  const { pubmed, openfda } = configuration.sources;
  const metrics = silentMetrics;
  const registry = await wireTools(
    {
      configuration,
      storage: { installationSecret: Buffer.alloc(32), passingSecret: Buffer.alloc(32) },
      commandServices,
      search: fixedSearch,
      searchParts: { search: { search: fixedSearch.search, findDocuments: async () => [] } },
      languageModels: {},
      settings: { current: () => effectiveSettings({}, {}) },
      metrics,
      health: unwatchedComponents,
      ...(pubmed && { pubmedClient: createPubmedClient({ ...pubmed, metrics }) }),
      ...(openfda && { readLabels: async () => [] }),
    },
    resources,
  );
  return registry.all();
};
