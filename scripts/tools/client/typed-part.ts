import { type DocumentParts, operationsOf, successesOf } from './document-parts.ts';

/** The failure of every operation, whose body is always the same. */
const failing = {
  default: {
    description: 'A failure.',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  },
};

/** The document without the parts that no caller's type depends on: response headers and individual refusals. */
export const typedPart = (document: DocumentParts): DocumentParts => {
  const { schemas } = document.components;
  const paths: Record<string, Record<string, DocumentParts['paths'][string][string]>> = {};
  for (const { path, method, operation } of operationsOf(document)) {
    const responses: Record<string, { description: string; content?: DocumentContents }> = {};
    for (const { status, mediaType, content } of successesOf(operation))
      responses[status] = {
        description: String(operation.responses[status]?.description),
        content: { ...responses[status]?.content, [mediaType]: content },
      };
    paths[path] = { ...paths[path], [method]: { ...operation, responses: { ...responses, ...failing } } };
  }
  return { ...document, paths, components: { schemas } };
};
type DocumentContents = NonNullable<DocumentParts['paths'][string][string]['responses'][string]['content']>;
