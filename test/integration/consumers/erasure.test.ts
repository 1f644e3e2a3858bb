import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../ports/database.ts';
import { type InProcess, type Json, startInProcess } from '../../support/server-in-process.ts';
import { TEST_JWT_SECRET } from '../../support/test-user.ts';

/** Words that occur nowhere else, one for each place where users can enter text. */
const words = {
  title: 'Wexelthorne',
  context: 'Yrrindale',
  question: 'Quobbesk',
  filter: 'Fjordrup',
  comment: 'Oblimoor',
  search: 'Zastrogue',
  document: 'Kvilldrum',
  fileName: 'Pobbleworth',
  documentTitle: 'Thrackmire',
  withdrawal: 'Umberwick',
  idempotency: 'Gallowfen',
  formerIndex: 'Brindlewick',
} as const;
type Place = keyof typeof words;

const subject = 'patient-4711';
const docKey = 'letter-1';
/** A document stored in plain text in the search index. */
const plainKey = 'lozenges';

const tokenOf = (sub: string, role: string): Promise<string> =>
  new SignJWT({ roles: [role] })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(sub)
    .setIssuedAt()
    .setExpirationTime('50m')
    .sign(new TextEncoder().encode(TEST_JWT_SECRET));

/** The places whose words occur in a text, in any encoding. */
const foundIn = (text: string): readonly Place[] =>
  (Object.keys(words) as Place[]).filter((place) => text.toLowerCase().includes(words[place].toLowerCase()));

const dumpTables = async (database: Database): Promise<string> => {
  const tables = await database.query(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const dumps = await Promise.all(
    tables.map(async ({ name }) =>
      JSON.stringify(await database.query(`select t::text from ${String(name)} t`)),
    ),
  );
  return dumps.join('\n');
};

/** The database creates and removes its own files while it is running. */
const unlessGone = (error: unknown): string => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
  throw error;
};

/** The places whose words occur in any file under a folder, with the file. */
const foundInFiles = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const content = await readFile(join(entry.parentPath, entry.name), 'latin1').catch(unlessGone);
    for (const place of foundIn(content))
      found.push(`${place} in ${entry.parentPath.slice(folder.length)}/${entry.name}`);
  }
  return found;
};

describe('erasing a person and a document', () => {
  let dataDir: string;
  let server: InProcess;
  const tokens = new Map<string, string>();
  const ids: Record<string, string> = {};

  const as = (who: string) => ({ authorization: `Bearer ${tokens.get(who)}` });
  const start = async (): Promise<void> => {
    server = await startInProcess({ dataDir });
  };
  const erase = async (name: string): Promise<Json> => {
    const { erasureId } = await server.command(
      'EraseSubject',
      { subject: name, reason: 'Asked for by letter.', basis: 'gdpr_art_17' },
      as('okafor'),
    );
    return server.command(
      'ConfirmErasure',
      { subject: name, erasureId },
      { ...as('moreau'), prefer: 'wait=50' },
    );
  };
  /** Everything that the API returns to anyone, as far as it lists or shows the planted text. */
  const readEverything = async (): Promise<string> => {
    const paths = [
      `/api/conversations/${ids.conversationId}`,
      '/api/conversations',
      `/api/queries/${ids.queryId}`,
      '/api/documents',
      `/api/documents/${docKey}`,
      `/api/documents/${docKey}/versions`,
      `/api/documents/${docKey}/versions/1/chunks`,
      `/api/documents/${docKey}/versions/1/file`,
      `/api/documents/${docKey}/versions/1/text`,
      '/api/admin/kb/jobs',
      '/api/admin/feedback',
      '/api/admin/feedback/export?format=ndjson',
      '/api/admin/query-log',
      '/api/admin/query-log/top?only=most_asked',
      '/api/admin/consumers/parked',
      '/api/audit/entries?limit=500',
      '/api/audit/export?format=ndjson',
      '/api/audit/export?format=csv',
      `/api/audit/streams/query-${ids.queryId}`,
      `/api/audit/streams/conversation-${ids.conversationId}`,
      `/api/audit/streams/document-${docKey}`,
    ];
    const texts: string[] = [];
    for (const who of ['dr', 'moreau', 'root'])
      for (const path of paths) {
        const response = await server.request(path, {
          headers: { ...as(who), 'X-Access-Reason': 'erasure test' },
        });
        texts.push(await response.text());
      }
    const search = await server.post('/api/search', { query: 'letter wheezing winter' }, as('root'));
    texts.push(await search.text());
    return texts.join('\n');
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-erasure-'));
    for (const [who, role] of [
      ['okafor', 'compliance'],
      ['moreau', 'compliance'],
      ['dr', 'clinician'],
      ['root', 'admin'],
    ] as const)
      tokens.set(who, await tokenOf(who, role));
    await start();
    const started = await server.command(
      'StartConversation',
      { title: words.title, subject, clinicalContext: { chiefComplaint: words.context } },
      as('dr'),
    );
    ids.conversationId = String(started.conversationId);
    await server.upload(`The letter of ${words.document}: wheezing every winter.`, `${words.fileName}.txt`, {
      docKey,
      sourceType: 'note',
      title: words.documentTitle,
      containsPhi: 'true',
    });
    await server.upload(`Give ${words.formerIndex} lozenges for a sore throat.`, 'lozenges.txt', {
      docKey: plainKey,
    });
    await server.settled();
    // The previous index stays next to the live one.
    await server.command('ResetProjection', { projection: 'search' }, { prefer: 'wait=50' });
    expect(foundIn(await dumpTables(server.application.database))).toContain('formerIndex');
    const asked = await server
      .command(
        'AskQuery',
        {
          question: `Does ${words.question} wheeze every winter?`,
          conversationId: ids.conversationId,
          filters: { organization: [words.filter] },
        },
        { ...as('dr'), prefer: 'wait=20', 'Idempotency-Key': words.idempotency },
      )
      .catch(() =>
        server.command(
          'AskQuery',
          { question: `Does ${words.question} wheeze every winter?`, conversationId: ids.conversationId },
          { ...as('dr'), prefer: 'wait=20', 'Idempotency-Key': `${words.idempotency}-2` },
        ),
      );
    ids.queryId = String(asked.queryId);
    await server.command(
      'GiveFeedback',
      { queryId: ids.queryId, kind: 'wrong', comment: words.comment },
      as('dr'),
    );
    await server.post('/api/search', { query: `${words.search} wheezing winter` }, as('dr'));
    await server.settled();
    const before = foundIn(await readEverything());
    // Text that was unreadable before would prove nothing afterwards.
    expect(before).toEqual(
      expect.arrayContaining([
        'title',
        'context',
        'question',
        'comment',
        'document',
        'fileName',
        'documentTitle',
      ]),
    );
    // The reason for a document's withdrawal is erased with it.
    await server.command('WithdrawDocument', { docKey, reason: words.withdrawal });

    expect(await erase(subject)).toMatchObject({ outcome: 'erased' });
    expect(await erase(`document:${docKey}`)).toMatchObject({ outcome: 'erased' });
    expect(await erase(`document:${plainKey}`)).toMatchObject({ outcome: 'erased' });
    expect(await erase('searches-of:dr')).toMatchObject({ outcome: 'erased' });
    await server.settled();
  }, 240_000);
  afterAll(async () => {
    await server.dispose();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('leaves none of their words in any table', async () => {
    expect(foundIn(await dumpTables(server.application.database))).toEqual([]);
  });

  it('leaves none of their words in anything that a role can read or export', async () => {
    expect(foundIn(await readEverything())).toEqual([]);
  });

  it('leaves none of their words in any file, including the write-ahead log and freed rows', async () => {
    expect(await foundInFiles(dataDir)).toEqual([]);
  });

  it('leaves none of their words in a log line of the program', () => {
    expect(foundIn(server.logLines.join(''))).toEqual([]);
  });

  it('refuses new data about them, and explains why', async () => {
    const again = await server.post('/api/commands/StartConversation', { title: 'Again', subject }, as('dr'));
    expect(again.status).toBe(422);
    expect(await again.text()).toContain('erased');
    const upload = await server.upload('The letter again.', 'again.txt', { docKey, sourceType: 'note' });
    expect(upload.status).toBe(422);
  });

  it('certifies the erasure, also for people', async () => {
    const erasures = (await server.get('/api/erasures?state=erased')) as unknown as Json[];
    expect(erasures).toHaveLength(4);
    for (const { erasureId } of erasures) {
      const certificate = await server.get(`/api/erasures/${String(erasureId)}/certificate`);
      expect(certificate).toMatchObject({
        requestedBy: 'okafor',
        confirmedBy: 'moreau',
        basis: 'gdpr_art_17',
      });
      expect(String(certificate.text)).toContain('What cannot be reached from here');
    }
  });

  it('survives a rebuild of everything', async () => {
    const schemas = await server.application.database.query(
      `select distinct table_schema as name from information_schema.tables where table_schema ~ '_g[0-9]+$'`,
    );
    for (const { name } of schemas)
      await server.application.database.execute(`drop schema "${String(name)}" cascade`);
    await server.application.database.execute('truncate projections.generations');
    await server.stop();
    await start();
    await server.settled();
    expect(foundIn(await dumpTables(server.application.database))).toEqual([]);
    expect(foundIn(await readEverything())).toEqual([]);
  });

  it('never executes a command again whose answer was erased', async () => {
    const ask = (question: string) =>
      server.post('/api/commands/AskQuery', { question }, { ...as('dr'), 'Idempotency-Key': 'asked-alone' });
    const question = 'What helps against wheezing?';
    const first = await ask(question);
    expect(first.status).toBe(202);
    const { queryId } = ((await first.json()) as { data: { queryId: string } }).data;
    await server.settled();
    expect(await erase(`query:${queryId}`)).toMatchObject({ outcome: 'erased' });
    const asked = () =>
      server.application.database.query("select count(*) from event_log.events where type = 'QueryAsked'");
    const before = await asked();
    for (const again of [await ask(question), await ask('Something else?')]) {
      expect(again.status).toBe(422);
      expect(await again.text()).toContain('subject_erased');
    }
    expect(await asked()).toEqual(before);
  });
});
