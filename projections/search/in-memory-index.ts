import { z } from 'zod';
import type { Position } from '../../domain/kernel/event.ts';
import type { Dictionary } from '../../domain/language/dictionary.ts';
import { createLexicalIndex, type LexicalIndex } from '../../domain/retrieval/lexical/lexical-index.ts';
import type { CorpusIndex } from '../../ports/lexical-index.ts';
import { beginTimeSlice, yieldToEventLoop } from '../../ports/time-slice.ts';
import { generationSchema } from '../runner/projection-definition.ts';
import { createResidentDocuments, groupsOf, type ResidentServices } from './resident-documents.ts';

/** All live passages of one generation, in the memory of this process. */
export type InMemoryIndex = CorpusIndex & { readonly lexical: LexicalIndex };

const changedDocument = z.object({
  doc_key: z.string(),
  version: z.number().nullable(),
  changed_at: z.number(),
  passages: z.number(),
});

export const createInMemoryIndex = (
  services: ResidentServices & { readonly dictionary: Dictionary },
  projection: string,
  generation: number,
): InMemoryIndex => {
  const { database } = services;
  const schema = generationSchema(projection, generation);
  const [seed = 0] = crypto.getRandomValues(new Int32Array(1));
  const lexical = createLexicalIndex(services.dictionary, { seed });
  const { sealedVectors, awaitedVectors, load, forgetErased } = createResidentDocuments(
    services,
    schema,
    lexical,
  );
  /** Counts destroyed keys: content opened before a key was destroyed could enter the index after it. */
  let destructions = 0;
  let reached: Position = -1;
  let lastChange: Position = 0;
  let settled = true;
  let catchingUp: Promise<void> | undefined;

  const catchUp = async (position: Position): Promise<void> => {
    const before = destructions;
    const rows = await database.query(
      `select doc_key, version, changed_at,
              (select count(*) from "${schema}".passages as p where p.doc_key = d.doc_key and p.version = d.version) as passages
         from "${schema}".documents as d where changed_at > $1 order by changed_at, doc_key`,
      [lastChange],
    );
    const changed = rows.map((row) => changedDocument.parse(row));
    // Stays set when loading fails midway, until a later attempt succeeds.
    if (changed.length > 0) settled = false;
    for (const group of groupsOf(changed)) {
      await load(group);
      lastChange = group.at(-1)?.changed_at ?? lastChange;
      await yieldToEventLoop();
    }
    if (destructions !== before) await forgetErased();
    settled = true;
    reached = Math.max(reached, position);
  };

  return {
    generation,
    lexical,
    ask: async (read) => read(lexical),
    search: async (wordings, limit, filters, only) =>
      wordings.map((wording) => lexical.search(wording, limit, filters, { only })),
    documents: async function* () {
      const seen = new Set<string>();
      const slice = beginTimeSlice();
      for (const passage of lexical.passages()) {
        if (seen.has(passage.docKey)) continue;
        seen.add(passage.docKey);
        yield passage;
        if (slice.isOver()) await slice.yield();
      }
    },
    wholeDocument: async (docKey, version) => {
      const passages = lexical.documentPassages(docKey);
      // A newer version may have replaced it since it was found.
      return passages[0]?.version === version ? passages : [];
    },
    nearestSealed: sealedVectors.nearest,
    missingVectorCount: awaitedVectors.count,
    close: awaitedVectors.close,
    forgetErased: () => {
      destructions += 1;
      return forgetErased();
    },
    reached: () => reached,
    version: () => (settled ? lastChange : undefined),
    reach: async (position) => {
      while (reached < position) {
        catchingUp ??= catchUp(position).finally(() => {
          catchingUp = undefined;
        });
        await catchingUp;
      }
    },
  };
};
