import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Migration } from './pending-migrations.ts';

const fileName = /^(?<name>(?<number>\d{6})-[a-z0-9]+(?:-[a-z0-9]+)*)\.sql$/;

/**
 * The migrations in a folder, in order: files called `000001-what-it-does.sql`, numbered without a gap.
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
          `${file} is no migration, or not the next one: number ${index + 1} is due, as in 000001-what-it-does.sql.`,
        );
      // A checkout on Windows may bring other line ends; they are no change.
      const sql = (await readFile(new URL(file, folder), 'utf8')).replaceAll('\r\n', '\n');
      return {
        number: index + 1,
        name,
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      };
    }),
  );
};
