import { FHIR_JSON } from '../operation-outcome.ts';

/** A FHIR resource as a response. No cache may keep it: it says who saw what. */
export const answerFhir = (resource: object) => ({
  kind: 'text' as const,
  contentType: `${FHIR_JSON}; charset=utf-8`,
  content: JSON.stringify(resource),
  headers: { 'cache-control': 'no-store' },
});
