import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

/** A finding of a linter. */
export type Finding = {
  readonly linter: 'redocly' | 'spectral';
  readonly rule: string;
  readonly message: string;
  readonly place: string;
};

const isFunction = (value: unknown): boolean => typeof value === 'function';

const redoclySchema = z.object({
  createConfig: z.custom<(config: { readonly extends: readonly string[] }) => Promise<unknown>>(isFunction),
  lintFromString:
    z.custom<
      (options: {
        readonly source: string;
        readonly absoluteRef: string;
        readonly config: unknown;
      }) => Promise<unknown>
    >(isFunction),
});

const redoclyFindings = z.array(
  z.object({
    ruleId: z.string(),
    message: z.string(),
    location: z.array(z.object({ pointer: z.string().optional() })).optional(),
  }),
);

type SpectralRun = {
  readonly setRuleset: (ruleset: unknown) => void;
  readonly run: (document: unknown) => Promise<unknown>;
};
const spectralSchema = z.object({ Spectral: z.custom<new () => SpectralRun>(isFunction) });
const rulesetsSchema = z.object({ oas: z.unknown() });

const spectralFindings = z.array(
  z.object({
    code: z.union([z.string(), z.number()]),
    message: z.string(),
    path: z.array(z.union([z.string(), z.number()])),
  }),
);

/** Imports a package from the tools folder. CommonJS packages are default exports. */
const load = async <Schema extends z.ZodType>(
  folder: string,
  name: string,
  schema: Schema,
): Promise<z.output<Schema>> => {
  const path = createRequire(join(folder, 'package.json')).resolve(name);
  const module: unknown = await import(pathToFileURL(path).href);
  const named = schema.safeParse(module);
  return named.success ? named.data : schema.parse(z.object({ default: z.unknown() }).parse(module).default);
};

const redocly = async (folder: string, document: string): Promise<readonly Finding[]> => {
  const { createConfig, lintFromString } = await load(folder, '@redocly/openapi-core', redoclySchema);
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source: document, absoluteRef: join(folder, 'openapi.json'), config });
  return redoclyFindings.parse(found).map(({ ruleId, message, location }) => ({
    linter: 'redocly',
    rule: ruleId,
    message,
    place: location?.[0]?.pointer ?? '',
  }));
};

const spectral = async (folder: string, document: string): Promise<readonly Finding[]> => {
  const { Spectral } = await load(folder, '@stoplight/spectral-core', spectralSchema);
  const { oas } = await load(folder, '@stoplight/spectral-rulesets', rulesetsSchema);
  const linter = new Spectral();
  linter.setRuleset({ extends: [oas] });
  const found = await linter.run(JSON.parse(document));
  return spectralFindings.parse(found).map(({ code, message, path }) => ({
    linter: 'spectral',
    rule: String(code),
    message,
    place: path.join('/'),
  }));
};

const socketsSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()).optional() })),
  ),
});

/**
 * The operations that answer with 101 or 303: both linters demand a 2xx response, which neither a WebSocket nor a sign-in
 * by redirects ever sends.
 */
const withoutSuccess = (document: string): readonly string[] =>
  Object.entries(socketsSchema.parse(JSON.parse(document)).paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { responses = {} }]) => '101' in responses || '303' in responses)
      .flatMap(([method]) => [
        `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}/responses`,
        `paths/${path}/${method}/responses`,
      ]),
  );

const SUCCESS_RULES = ['operation-2xx-response', 'operation-success-response'];

/** Returns all findings of the recommended rules of Redocly and Spectral for an OpenAPI document. */
export const lintDocument = async (folder: string, document: string): Promise<readonly Finding[]> => {
  const exempt = withoutSuccess(document);
  const found = [...(await redocly(folder, document)), ...(await spectral(folder, document))];
  return found.filter(({ rule, place }) => !(SUCCESS_RULES.includes(rule) && exempt.includes(place)));
};
