import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { EventMetadata, NewEvent, RecordedEvent } from '../../domain/kernel/event.ts';
import { defineEvent } from '../../domain/kernel/event-definition.ts';
import { createEventRegistry } from '../../domain/kernel/event-registry.ts';
import { sensitiveText } from '../../domain/privacy/sensitive.ts';
import { createIdentitySource } from '../../infra/installation/identity-source.ts';

/** Event types for tests of the log itself. */
export const noted = defineEvent('Noted', z.strictObject({ text: z.string() }));
export const counted = defineEvent('Counted', z.strictObject({ n: z.int() }));
export const confided = defineEvent('Confided', z.strictObject({ secret: sensitiveText() }));
export const testRegistry = createEventRegistry([noted, counted, confided]);

/** The event types of a newer program version: one new type, and one whose data has changed. */
export const foretold = defineEvent('Foretold', z.strictObject({ secret: sensitiveText() }));
const countedInStrictVersion = defineEvent('Counted', z.strictObject({ number: z.int() }), {
  schemaVersion: 2,
  upcasters: { 1: (data) => ({ number: counted.schema.parse(data).n }) },
});
export const newerRegistry = createEventRegistry([noted, countedInStrictVersion, confided, foretold]);

const identity = createIdentitySource();

export const metadata = (overrides: Partial<EventMetadata> = {}): EventMetadata => ({
  correlationId: randomUUID(),
  causationId: randomUUID(),
  actor: { id: 'tester', role: 'service' },
  phi: false,
  ...overrides,
});

export const note = (text: string, id = identity.newId()): NewEvent => ({
  id,
  type: 'Noted',
  data: { text },
  metadata: metadata(),
});
export const count = (n: number, id = identity.newId()): NewEvent => ({
  id,
  type: 'Counted',
  data: { n },
  metadata: metadata(),
});
export const foretell = (secret: string, subject: string): NewEvent => ({
  id: identity.newId(),
  type: 'Foretold',
  data: { secret },
  metadata: metadata({ phi: true, subject }),
});
export const recount = (n: number): NewEvent => ({ ...count(n), data: { number: n } });
export const confide = (secret: string, subject: string): NewEvent => ({
  id: identity.newId(),
  type: 'Confided',
  data: { secret },
  metadata: metadata({ phi: true, subject }),
});

export const collect = async <T>(items: AsyncIterable<T>, limit = Number.POSITIVE_INFINITY): Promise<T[]> => {
  const collected: T[] = [];
  if (limit === 0) return collected;
  for await (const item of items) {
    collected.push(item);
    if (collected.length >= limit) break;
  }
  return collected;
};

export const dataOf = (events: readonly RecordedEvent[]): unknown[] => events.map((event) => event.data);
