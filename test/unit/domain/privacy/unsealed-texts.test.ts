import { expect, it } from 'vitest';
import type { z } from 'zod';
import { allEvents } from '../../../../domain/all-events.ts';
import { sensitiveMark, unwrapSchema } from '../../../../domain/privacy/sensitive.ts';

type Schema = z.core.$ZodType;

const accepts = (schema: Schema, value: unknown): boolean => {
  const outcome = schema._zod.run({ value, issues: [] }, { async: false });
  return !(outcome instanceof Promise) && outcome.issues.length === 0;
};

/** The names of the members that accept a sentence about a person and are stored in plain text. */
const freeTexts = (marked: Schema, name: string): readonly string[] => {
  if (sensitiveMark(marked)) return [];
  const schema = unwrapSchema(marked);
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([member, inner]) => freeTexts(inner, member));
    case 'array':
      return freeTexts(def.element, name);
    case 'union':
      return def.options.flatMap((option) => freeTexts(option, name));
    case 'record':
      return [...freeTexts(def.keyType, name), ...freeTexts(def.valueType, name)];
    case 'pipe':
      return [...freeTexts(def.in, name), ...freeTexts(def.out, name)];
    case 'string':
      return accepts(schema, 'John Miller, born 1 May 1950') ? [name] : [];
    default:
      return [];
  }
};

/** The writers of the unsealed texts, and why these contain no PHI. */
const writtenBy: Readonly<Record<string, string>> = {
  // The names of parts of the program.
  rules: 'the program: which rules',
  policy: 'the program: which policy',
  model: 'the configuration: a model',
  name: 'the configuration: a model',
  detector: 'the program: which detector',
  source: 'the program: which search method',
  component: 'the program: which part',
  classifiedBy: 'the program: which classifier',
  because: 'the program: a fixed sentence',
  failed: 'the program: which detectors',
  projection: 'the program: which read model',
  consumer: 'the program: which consumer',
  eventType: 'the program',
  node: 'the program: a host name and a process id',
  route: 'the program: a route pattern',
  parameters: 'the program: figures of a model',
  kind: 'the program: a kind of finding',
  kinds: 'the program: kinds of findings',
  tool: 'the program: which tool',
  tools: 'the program: which tools',
  action: 'the program: which tool',
  path: 'the program: a known argument of a tool; unknown ones are not named (`define-tool.ts`)',
  details: 'the program: a service, and figures',
  // Sentences that the program composes, without text from elsewhere (`describe-error.ts`). An erasure must
  // not prevent a failure from being recorded, as it would if they were sealed.
  reason: 'the program: a word, or a fixed sentence',
  message: 'the program: a fixed sentence',
  untold: 'the program: a fixed sentence',
  'LogSealed.note': 'the program: a signed checkpoint',
  'LogSealed.verifierKey': 'the program: a public key',
  'CheckpointWitnessed.verifierKey': 'the program: a public key',
  'CheckpointWitnessed.countersignatures': 'signatures of a witness, verified before they are recorded',
  'WitnessContradicted.verifierKey': 'the program: a public key',
  // Ids; those of documents are free of PHI (`doc-key.ts`), those of persons are pseudonyms
  // (`data-subject.ts`).
  docKey: 'an id',
  chunkId: 'an id of a search result',
  streamId: 'an id',
  key: 'an id: the ordering key of a consumer',
  keyId: 'an id: of a key in the vault',
  timerId: 'an id',
  sessionId: 'an id that a model client chooses for its session',
  modelCallId: 'an id that a model chooses for its call',
  itemId: 'an id that a model chooses for an item of a dialogue',
  subjects: 'ids of data subjects',
  // Users, by the names of their issuer: staff.
  givenBy: 'a user',
  by: 'a user',
  requestedBy: 'a user',
  confirmedBy: 'a user',
  user: 'a user',
  'AuditReviewed.actorId': 'a user',
  people: 'users named by an admin in a setting',
  onBehalfOf: 'a user named by an admin in a token',
  team: 'a care team, named by the token issuer',
  teams: 'care teams, named by the token issuer',
};

it('the log contains no unsealed text into which a person may write freely', () => {
  const found = new Map(allEvents.map(({ type, schema }) => [type, freeTexts(schema, '')]));
  const unexplained = [...found].flatMap(([type, names]) =>
    names
      .filter((name) => writtenBy[name] === undefined && writtenBy[`${type}.${name}`] === undefined)
      .map((name) => `${type}.${name}`),
  );
  expect(unexplained).toEqual([]);
});

it.each([
  ['QueryAsked', 'filters'],
  ['KnowledgeSearched', 'filters'],
] as const)('%s.%s is marked as sensitive', (type, member) => {
  const schema = allEvents.find((event) => event.type === type)?.schema;
  const shape: unknown = schema && Reflect.get(schema, 'shape');
  const inner: unknown = Reflect.get(Object(shape), member);
  expect(sensitiveMark(inner as Schema)).toBeDefined();
});
