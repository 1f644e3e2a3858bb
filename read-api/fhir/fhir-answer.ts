/** The media type of FHIR in JSON. */
export const FHIR_JSON = 'application/fhir+json';

/** A FHIR resource as a response. Nobody may keep it: it says who saw what. */
export const answerFhir = (resource: object) => ({
  kind: 'text' as const,
  contentType: `${FHIR_JSON}; charset=utf-8`,
  content: JSON.stringify(resource),
  headers: { 'cache-control': 'no-store' },
});
