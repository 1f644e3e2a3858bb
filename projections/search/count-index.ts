import { z } from 'zod';
import type { Position } from '../../domain/kernel/event.ts';
import type { Database } from '../../ports/database.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import type { CountedIndex, MismatchedDocument } from './index-health.ts';
import { livePassages } from './live-passages.ts';

export type CountServices = {
  readonly database: Pick<Database, 'query'>;
  readonly vectors: Pick<VectorIndex, 'count' | 'countOf'>;
  /** The number of vectors in a blob, without opening it; undefined when it is missing or incomplete. */
  readonly vectorsInBlob: (sha256: string, dimensions: number) => Promise<number | undefined>;
  /** Whether documents with PHI are withheld from the model whose vectors a generation holds. */
  readonly withholdsPhi: (schema: string) => Promise<boolean>;
  /** The words of a generation's passages. */
  readonly readWords: (schema: string) => Promise<CountedIndex['words'] & { readonly passages: number }>;
};

/** The most documents to name. */
const NAMED = 20;
/** The most documents to compare one by one, and how many per statement. */
const COMPARED_AT_ONCE = 1000;
const COMPARED = 20_000;
/** The most sealed files examined per count; each costs one access to a disk or a bucket. */
const SEALED_SEEN = 500;
const SEALED_AT_ONCE = 8;

const plainRow = z.object({ doc_key: z.string(), passages: z.number() });
const sealedRow = z.object({
  doc_key: z.string(),
  passages: z.number(),
  blob: z.string().nullable(),
  dimensions: z.number().nullable(),
});

type Part = Pick<CountedIndex, 'withheld' | 'vectors' | 'lacking' | 'documents'>;

const unlike = (documents: readonly MismatchedDocument[]): readonly MismatchedDocument[] =>
  documents.filter(({ expected, vectors }) => expected !== vectors);

const missingVectorsOf = (documents: readonly MismatchedDocument[]): number =>
  documents.reduce((sum, { expected, vectors }) => sum + Math.max(0, expected - vectors), 0);

/** A generation. Only documents unchanged since the position are compared; all when it is absent. */
type Counted = { readonly schema: string; readonly upTo: Position | undefined };

/** Documents without PHI: counted in total, and one by one only if the totals differ. */
const countPlain = async (
  { database, vectors }: CountServices,
  { schema, upTo = Number.MAX_SAFE_INTEGER }: Counted,
  passages: number,
): Promise<Part> => {
  const held = await vectors.count(schema);
  if (held === passages) return { withheld: 0, vectors: held, lacking: 0, documents: [] };
  const documents: MismatchedDocument[] = [];
  let withheld = 0;
  let seen = 0;
  for (let after = ''; seen < COMPARED; seen += COMPARED_AT_ONCE) {
    const rows = await database.query(
      `select p.doc_key, count(*)::integer as passages
         from "${schema}".passages p join "${schema}".documents d using (doc_key, version)
        where p.sealed is null and p.doc_key > $1 and d.changed_at <= $3
        group by p.doc_key order by p.doc_key limit $2`,
      [after, COMPARED_AT_ONCE, upTo],
    );
    const group = rows.map((row) => plainRow.parse(row));
    const counts = await vectors.countOf(
      schema,
      group.map(({ doc_key }) => doc_key),
    );
    for (const { doc_key: docKey, passages: number } of group) {
      const { held: there = 0, given } = counts.get(docKey) ?? {};
      const kept = given === undefined ? 0 : Math.max(0, number - given);
      withheld += kept;
      documents.push(...unlike([{ docKey, expected: number - kept, vectors: there }]));
    }
    const last = group.at(-1);
    if (last === undefined || group.length < COMPARED_AT_ONCE) {
      return { withheld, vectors: held, lacking: missingVectorsOf(documents), documents };
    }
    after = last.doc_key;
  }
  // Too many to compare one by one, so the totals are used.
  return { withheld, vectors: held, lacking: Math.max(0, passages - withheld - held), documents };
};

/** Documents that hold or may hold PHI: their vectors are in sealed files, which are not opened. */
const countSealed = async (
  { database, vectorsInBlob, withholdsPhi }: CountServices,
  { schema, upTo = Number.MAX_SAFE_INTEGER }: Counted,
): Promise<Part & { readonly unseen: number }> => {
  const rows = await database.query(
    `select p.doc_key, count(*)::integer as passages, v.blob, v.dimensions
       from "${schema}".passages p join "${schema}".documents d using (doc_key, version)
       left join "${schema}".sealed_vectors v on v.doc_key = p.doc_key
      where p.sealed is not null and d.changed_at <= $1
      group by p.doc_key, v.blob, v.dimensions order by p.doc_key`,
    [upTo],
  );
  const all = rows.map((row) => sealedRow.parse(row));
  const isWithheld = all.some(({ blob }) => blob === null) && (await withholdsPhi(schema));
  const look = async (row: z.output<typeof sealedRow>): Promise<number> =>
    row.blob === null || row.dimensions === null
      ? 0
      : Math.min(row.passages, (await vectorsInBlob(row.blob, row.dimensions)) ?? 0);
  const withFiles = all.filter(({ blob }) => blob !== null);
  const seen = withFiles.slice(0, SEALED_SEEN);
  const unseen = withFiles.slice(SEALED_SEEN);
  const found: MismatchedDocument[] = [];
  for (let from = 0; from < seen.length; from += SEALED_AT_ONCE) {
    const group = seen.slice(from, from + SEALED_AT_ONCE);
    found.push(
      ...(await Promise.all(
        group.map(async (row) => ({
          docKey: row.doc_key,
          expected: row.passages,
          vectors: await look(row),
        })),
      )),
    );
  }
  const without = all.filter(({ blob }) => blob === null);
  const passagesOf = (some: readonly { readonly passages: number }[]): number =>
    some.reduce((sum, { passages }) => sum + passages, 0);
  if (!isWithheld)
    found.push(
      ...without.map(({ doc_key: docKey, passages }) => ({ docKey, expected: passages, vectors: 0 })),
    );
  return {
    withheld: isWithheld ? passagesOf(without) : 0,
    vectors: found.reduce((sum, { vectors }) => sum + vectors, 0) + passagesOf(unseen),
    lacking: missingVectorsOf(found),
    documents: unlike(found),
    unseen: unseen.length,
  };
};

/**
 * Counts the contents of a generation of the search index with counting statements, and compares them. Rejects when
 * the database, the vector index or the file store does not respond.
 *
 * @param upTo excludes documents that changed after this position
 */
export const countIndex = async (
  services: CountServices,
  schema: string,
  upTo?: Position,
): Promise<CountedIndex> => {
  const { passages, home, written, waiting } = await services.readWords(schema);
  const sealed = await countSealed(services, { schema, upTo });
  const [row] = await services.database.query(
    `select count(*)::integer as plain from ${livePassages(schema)} where sealed is null`,
  );
  const plain = await countPlain(services, { schema, upTo }, Number(row?.plain));
  const withheld = plain.withheld + sealed.withheld;
  return {
    passages,
    words: { home, written, waiting },
    withheld,
    expected: passages - withheld,
    vectors: plain.vectors + sealed.vectors,
    lacking: plain.lacking + sealed.lacking,
    documents: [...plain.documents, ...sealed.documents]
      .toSorted((one, other) => (one.docKey < other.docKey ? -1 : 1))
      .slice(0, NAMED),
    unseen: sealed.unseen,
  };
};
