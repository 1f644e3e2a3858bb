/**
 * Enforces that SQL stays in its adapter: a table named elsewhere ties the program to its storage. Checks the sources of
 * all rooms, and the migrations for tables without an owner. Exits 1 and names each offending line. Read models are
 * exempt: they belong to the projections, in schemas whose names are generated at run time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rooms } from './rooms.ts';

const root = join(import.meta.dirname, '..');

type Owned = {
  /** The folder whose adapter reads and writes it. */
  readonly owner: string;
  /** Other folders that may name it, with the reason. */
  readonly also?: Readonly<Record<string, string>>;
};

/** The owners of tables and functions by name, or of a whole schema by its name. */
const owners: Readonly<Record<string, Owned>> = {
  event_log: {
    owner: 'infra/storage/event-store',
    also: { 'infra/storage/event-store-kurrent': 'keeps the numbers of a log whose events are in KurrentDB' },
  },
  'coordination.leases': {
    owner: 'infra/storage/leases',
    also: { 'infra/storage/generations': 'updates a checkpoint in the statement that checks its lease' },
  },
  'coordination.checkpoints': { owner: 'infra/storage/leases' },
  'coordination.nodes': { owner: 'infra/cluster/nodes' },
  'coordination.end_divided_leases': { owner: 'infra/storage/leases' },
  'coordination.database_identity': { owner: 'infra/storage/database' },
  'coordination.installation': { owner: 'infra/search/vector-index' },
  'coordination.vector_search': { owner: 'infra/search/vector-index' },
  'coordination.schema': { owner: 'infra/storage/database' },
  'coordination.schema_migrations': { owner: 'infra/storage/database' },
  'coordination.shared_facts': { owner: 'infra/storage/database' },
  'coordination.started_empty': { owner: 'app/start-checks' },
  'coordination.blob_folder': { owner: 'app/start-checks' },
  'projections.generations': { owner: 'infra/storage/generations' },
  vault: { owner: 'infra/storage/key-vault' },
  idempotency: { owner: 'infra/storage/idempotency' },
  embedding_cache: { owner: 'infra/models/embedding' },
  log_proof: { owner: 'infra/storage/log-proof' },
  answer_drafts: { owner: 'infra/cluster/answer-feed' },
};

const filesUnder = (folder: string, extension: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(extension))
    .map((file) => join(folder, file));

const contentOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const ownerOf = (name: string): Owned | undefined => owners[name] ?? owners[name.split('.')[0] ?? ''];

const creation =
  /\bcreate\s+(?:or\s+replace\s+|unlogged\s+)?(?:table|view|function|sequence)\s+(?:if\s+not\s+exists\s+)?([a-z_]+\.[a-z_]+)/gi;

const problems: string[] = [];
/** The names of all tables and functions. Schemas in which nothing is created here need no check. */
const names = new Set(Object.keys(owners).filter((name) => name.includes('.')));
for (const file of [...filesUnder('infra', '.sql'), ...filesUnder('infra', '.ts')])
  for (const [, name = ''] of contentOf(file).matchAll(creation)) {
    names.add(name);
    if (!ownerOf(name))
      problems.push(`${file} creates ${name}, which has no owner in scripts/check-tables.ts`);
  }

const mention = new RegExp(`\\b(${[...names].map((name) => name.replace('.', '\\.')).join('|')})\\b`, 'g');
for (const room of rooms)
  for (const file of filesUnder(room, '.ts'))
    for (const [index, line] of contentOf(file).split('\n').entries())
      for (const [, name = ''] of line.matchAll(mention)) {
        const owned = ownerOf(name);
        const folders = owned ? [owned.owner, ...Object.keys(owned.also ?? {})] : [];
        if (!folders.some((folder) => file.startsWith(`${folder}/`)))
          problems.push(`${file}:${index + 1} names ${name}, which belongs to ${folders.join(', ')}`);
      }

if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`\n${problems.length} place(s) reach around a port.`);
  process.exit(1);
}
console.log(`The ${names.size} tables and functions of the database are named only by their adapters.`);
