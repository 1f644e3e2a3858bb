import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Migration } from './pending-migrations.ts';

const fileName = /^(?<name>(?<number>\d{6})-[a-z0-9]+(?:-[a-z0-9]+)*)\.sql$/;

/** The first line of a migration that does not disturb running nodes of the previous version, with the reason. */
const additiveLine = /^-- additive: \S/;

/** Additive migrations that were published before the marker line existed. */
const KNOWN_ADDITIVE = new Set([
  '000002-tombstones-by-time',
  '000003-forget-vectors-by-unkeyed-hash',
  '000004-answers-while-written',
]);

/**
 * The migrations in a folder, in order: files called `000001-what-it-does.sql`, numbered without a gap. A migration
 * is additive only if its first line is `-- additive: why`.
 *
 * @throws Error when the name or number of an SQL file is wrong, which only authors of migrations meet
 */
export const readMigrations = async (folder: URL): Promise<readonly Migration[]> => {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map(async (file, index) => {
      const { name, number } = fileName.exec(file)?.groups ?? {};
      if (name === undefined || Number(number) !== index + 1)
        throw new Error(
          `${file} is not a migration, or not the next one: expected number ${index + 1} and a name like 000001-what-it-does.sql.`,
        );
      // A checkout on Windows may have other line endings, which must not change the checksum.
      const sql = (await readFile(new URL(file, folder), 'utf8')).replaceAll('\r\n', '\n');
      return {
        number: index + 1,
        name,
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
        additive: additiveLine.test(sql) || KNOWN_ADDITIVE.has(name),
      };
    }),
  );
};
