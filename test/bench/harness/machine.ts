import { cpus, totalmem } from 'node:os';
import pg from 'pg';
import type { DatabaseChoice } from './benchmark.ts';

/** Lines about the machine, without which the figures are meaningless. */
export const describeMachine = (): readonly string[] => {
  const all = cpus();
  return [
    `${all.length} cores (${all[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 1024 ** 3)} GiB of memory, ${process.platform} ${process.arch}`,
    `Node.js ${process.version}`,
  ];
};

/** One line about a database: its version, and the settings that determine the cost of a commit. */
export const describeDatabase = async (choice: DatabaseChoice): Promise<string> => {
  if (choice.kind === 'PGlite') return 'PGlite, on disk, inside the measuring process';
  const client = new pg.Client({ connectionString: choice.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ line: string }>(
      `select format('PostgreSQL %s; fsync %s, synchronous_commit %s, shared_buffers %s',
         current_setting('server_version'), current_setting('fsync'), current_setting('synchronous_commit'),
         current_setting('shared_buffers')) as line`,
    );
    return rows[0]?.line ?? 'PostgreSQL';
  } finally {
    await client.end();
  }
};
