import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Migration } from './pending-migrations.ts';

const fileName = /^(?<name>(?<number>\d{6})-[a-z0-9]+(?:-[a-z0-9]+)*)\.sql$/;

/** The first line of a migration that nodes of the version before can go on beside, with the reason why they can. */
const additiveLine = /^-- additive: \S/;

/** Published before files said so; versions before go on beside each of them. */
const KNOWN_ADDITIVE = new Set([
  '000002-tombstones-by-time',
  '000003-forget-vectors-by-unkeyed-hash',
  '000004-answers-while-written',
]);

/**
 * The migrations in a folder, in order: files called `000001-what-it-does.sql`, numbered without a gap. One whose first
 * line is `-- additive: why` is additive; every other one is not.
 *
 * @throws Error when the name of an SQL file or its number is wrong, which only those who write migrations meet
 */
export const readMigrations = async (folder: URL): Promise<readonly Migration[]> => {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map(async (file, index) => {
      const { name, number } = fileName.exec(file)?.groups ?? {};
      if (name === undefined || Number(number) !== index + 1)
        throw new Error(
          `${file} is not a migration, or not the next one: number ${index + 1} is due, as in 000001-what-it-does.sql.`,
        );
      // A checkout on Windows may bring other line ends; they are no change.
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
