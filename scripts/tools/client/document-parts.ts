import { z } from 'zod';

const schema = z.record(z.string(), z.unknown());
const content = z.looseObject({ schema, 'x-events': z.record(z.string(), schema).optional() });
const response = z.looseObject({ content: z.record(z.string(), content).optional() });
const parameter = z.looseObject({ name: z.string(), in: z.string(), schema });
const operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(parameter),
  responses: z.record(z.string(), response),
});

/** The parts of an OpenAPI document from which the client is generated. */
export const documentParts = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), schema) }),
});
export type DocumentParts = z.output<typeof documentParts>;
type Operation = z.output<typeof operation>;
type Content = z.output<typeof content>;

/** Every operation with its path and its method in lower case. */
export const operationsOf = (
  document: DocumentParts,
): readonly { readonly path: string; readonly method: string; readonly operation: Operation }[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, found]) => ({ path, method, operation: found })),
  );

const isSuccess = (status: string): boolean => /^2/.test(status);

/** The successful answers of an operation, by status and media type. */
export const successesOf = ({
  responses,
}: Operation): readonly {
  readonly status: string;
  readonly mediaType: string;
  readonly content: Content;
}[] =>
  Object.entries(responses)
    .filter(([status]) => isSuccess(status))
    .flatMap(([status, { content: contents = {} }]) =>
      Object.entries(contents).map(([mediaType, found]) => ({ status, mediaType, content: found })),
    );
