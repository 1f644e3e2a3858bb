import { docKeyOfSubject } from '../../domain/privacy/erasable-document.ts';
import type { SqlSession } from '../../ports/database.ts';
import type { RecordedOf } from '../keyed-projection.ts';
import type { OpenGeneration } from './write-passages.ts';

/** Retired generations are stored unchanged and receive no more events. */
const forgetInFormer = async (
  { session, vectors, lexical }: OpenGeneration,
  formerSchemas: readonly string[],
  docKey: string,
): Promise<void> => {
  for (const former of formerSchemas) {
    await vectors.putDocument(session, former, docKey, []);
    await lexical?.erase(session, former, docKey);
    // Another version of this program may have created it, so its tables are found by their columns.
    const tables = await session.query(
      `select quote_ident(table_name) as name from information_schema.columns
        where table_schema = $1 and column_name = 'doc_key'`,
      [former],
    );
    for (const { name } of tables)
      await session.query(`delete from "${former}".${String(name)} where doc_key = $1`, [docKey]);
  }
};

/** The schemas of retired generations that are still stored. */
type ListFormerSchemas = (session: SqlSession) => Promise<readonly string[]>;

/** Removes all versions of an erased document: none may be found, or kept for audit. */
export const forgetDocument = async (
  generation: OpenGeneration,
  { data: { subject }, position }: RecordedOf<'SubjectErased'>,
  listFormerSchemas: ListFormerSchemas,
): Promise<void> => {
  const docKey = docKeyOfSubject(subject);
  if (docKey === undefined) return;
  const { session, schema, vectors, lexical } = generation;
  await forgetInFormer(generation, await listFormerSchemas(session), docKey);
  await lexical?.erase(session, schema, docKey);
  await session.query(`delete from "${schema}".passages where doc_key = $1`, [docKey]);
  await session.query(`delete from "${schema}".sealed_vectors where doc_key = $1`, [docKey]);
  await vectors.putDocument(session, schema, docKey, []);
  await session.query(`update "${schema}".documents set version = null, changed_at = $2 where doc_key = $1`, [
    docKey,
    position,
  ]);
};
