import { z } from 'zod';
import { counted } from '../../../../domain/kernel/counted.ts';
import type { EventStore } from '../../../../ports/event-store.ts';
import type { SubjectKeyState } from '../../../../ports/subject-key-state.ts';
import type { DataDirectoryAdvice } from '../../../installation/data-directory/data-directory-advice.ts';
import { type Check, fine, problem, progress, warning } from '../check.ts';
import { examineMasterKey, type MasterKeyFacts } from './master-key.ts';

const EVENTS = 1000;
/** Maximum subjects remembered, so that each is looked up once. */
const REMEMBERED = 100_000;

const metadataSchema = z.object({ subject: z.string().optional() });

const subjectOf = (metadata: string): string | undefined => {
  try {
    return metadataSchema.safeParse(JSON.parse(metadata)).data?.subject;
  } catch {
    return undefined;
  }
};

/** Checks that every subject with sealed content has its key, or the tombstone of a destroyed one. */
export const keysExist = ({
  eventStore,
  subjectKeyState,
  dataDirectoryAdvice,
  ...masterKey
}: MasterKeyFacts & {
  readonly eventStore: Pick<EventStore, 'head' | 'readStored'>;
  readonly subjectKeyState: SubjectKeyState;
  /** A warning about other users of this machine, if any. */
  readonly dataDirectoryAdvice: () => Promise<DataDirectoryAdvice | undefined>;
}): Check => ({
  name: 'keys',
  run: async function* (_options, signal) {
    yield* await examineMasterKey(masterKey);
    const open = await dataDirectoryAdvice();
    if (open !== undefined) yield warning(open.message, open.advice);
    const known = new Set<string>();
    let [subjects, erased, missing] = [0, 0, 0];
    let firstMissing: number | undefined;
    const head = await eventStore.head();
    for (let position = 0; position < head; ) {
      signal.throwIfAborted();
      const page = await eventStore.readStored(position, EVENTS);
      const asked = new Map<string, number>();
      for (const { data, metadata, position: at } of page.events) {
        const subject = data.includes('"$sealed":') ? subjectOf(metadata) : undefined;
        if (subject !== undefined && !known.has(subject) && !asked.has(subject)) asked.set(subject, at);
      }
      const states = asked.size > 0 ? await subjectKeyState([...asked.keys()]) : [];
      if (known.size + asked.size > REMEMBERED) known.clear();
      for (const [index, [subject, at]] of [...asked].entries()) {
        known.add(subject);
        subjects += 1;
        if (states[index] === 'destroyed') erased += 1;
        if (states[index] !== 'missing') continue;
        missing += 1;
        firstMissing ??= at;
      }
      if (page.scannedTo <= position) break;
      position = page.scannedTo;
      yield progress(Math.min(position, head), head);
    }
    if (missing > 0)
      yield problem(
        `${counted(missing, 'key')} missing without having been destroyed, first for event ${firstMissing}.`,
        'Restore the schema "vault" from a backup: sealed content cannot be read without it.',
      );
    else yield fine(`${counted(subjects, 'subject')} with their keys, ${erased} of them erased on purpose.`);
  },
});
