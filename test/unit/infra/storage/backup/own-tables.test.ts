import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ownTables } from '../../../../../infra/storage/backup/restore-target.ts';

const folder = join(import.meta.dirname, '../../../../../infra/storage/database/migrations');

it('a repeated restore knows the tables of every migration as our own', () => {
  const schemas = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/create schema (?:if not exists )?(\w+)/gi)].map(
      ([, schema = '']) => schema,
    ),
  );
  expect(schemas).toContain('log_proof');
  for (const schema of schemas) expect(`${schema}.some_table`).toMatch(ownTables);
});
