/**
 * Attacks a real server: `npm run fuzz [-- --seconds 100] [--seed 1] [--own] [--strict]`.
 *
 * Schemathesis calls everything in the OpenAPI document, as every role and without a token; our own generators send
 * mutated documents, hostile questions and headers with markers in place of patient data. Exits with 1 after a response
 * that indicates a fault, a stall, or a marker in the log or in a refusal.
 */
import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { type Role, roles } from '../../domain/kernel/actor.ts';
import { readArguments } from '../support/read-arguments.ts';
import { startServerProcess } from '../support/server-process.ts';
import { hostileHeaders, hostileText, mutated } from './hostile-inputs.ts';
import { installSchemathesis } from './install-schemathesis.ts';
import { runSchemathesis } from './run-schemathesis.ts';
import { watchLiveness } from './watch-liveness.ts';

const HELP = `Usage: npm run fuzz [-- --seconds 100] [--seed 1] [--own] [--strict]

  --seconds   how long it attacks, after the start of the server
  --seed      repeats a run: the same seed makes the same inputs
  --own       only the generators of this project
  --strict    fails where schemathesis cannot be had (Python and its registry)`;

const { values } = readArguments(HELP, {
  options: {
    help: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    strict: { type: 'boolean', default: false },
    own: { type: 'boolean', default: false },
  },
});
const seconds = z.coerce.number().int().min(10).parse(values.seconds);
const seed = z.coerce.number().int().parse(values.seed);

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const SECRET = 'a-secret-for-fuzzing-only-0123456789abc';
const tokenOf = (role: Role, user: string): Promise<string> =>
  new SignJWT({ roles: [role] })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(`${user}-${role}`)
    .setIssuedAt()
    .setExpirationTime('30m')
    .sign(new TextEncoder().encode(SECRET));

/** A marker for secret text that occurs nowhere else. */
const MARK = 'Qxzwvu';
const MARKS = [`${MARK} Jorvintha`, `MRN ${MARK}99881`, `${MARK}@example.org`] as const;

const folder = await mkdtemp(join(tmpdir(), 'anamnesis-fuzz-'));
const spawned: ChildProcess[] = [];
process.once('exit', () => {
  for (const child of spawned) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
// A signal alone ends a process without an 'exit' event, and would leave the server running.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
const samplesFolder = join(import.meta.dirname, '../../samples');
const samples = await Promise.all(
  (await readdir(samplesFolder)).map(async (name) => ({
    name,
    ending: name.slice(name.lastIndexOf('.')),
    bytes: new Uint8Array(await readFile(join(samplesFolder, name))),
  })),
);
const server = await startServerProcess(
  join(folder, 'data'),
  {
    JWT_SECRET: SECRET,
    LOG_LEVEL: 'debug',
    // Rate limits would respond in place of the code under attack, and waits for positions that are never reached would
    // use up the time.
    RATE_LIMIT_COMMANDS: '0',
    RATE_LIMIT_QUESTIONS: '0',
    RATE_LIMIT_SEARCHES: '0',
    RATE_LIMIT_READS: '0',
    RATE_LIMIT_FAILED_SIGN_INS: '0',
    RATE_LIMIT_WITHOUT_TOKEN: '0',
    READ_TIMEOUT_MS: '200',
  },
  { onSpawn: (child) => spawned.push(child) },
);
const liveness = watchLiveness(server.url);
/** Under separate names: the actions of schemathesis on its own users must not affect the checks. */
const tokens = new Map(
  await Promise.all(roles.map(async (role) => [role, await tokenOf(role, 'own')] as const)),
);
const bearer = (role: Role): Record<string, string> => ({ authorization: `Bearer ${tokens.get(role)}` });

const findings: string[] = [];
const attacks = { documents: 0, questions: 0, headers: 0 };

/** A refusal must not repeat the refused input. */
const look = async (what: string, response: Response): Promise<number> => {
  const text = await response.text();
  if (response.status >= 400 && text.includes(MARK)) findings.push(`leak: a refusal of ${what} holds a mark`);
  return response.status;
};

const send = (path: string, init: RequestInit): Promise<Response> =>
  fetch(`${server.url}${path}`, { ...init, signal: AbortSignal.timeout(30_000) });

const read = (path: string): Promise<Response> => send(path, { headers: bearer('admin') });

const markOf = (number: number): string => MARKS[number % MARKS.length] ?? MARK;

const sendDocument = async (bytes: Uint8Array, ending: string, number: number): Promise<void> => {
  const form = new FormData();
  form.set('sourceType', 'note');
  if (number % 5 === 0) form.set(`metadata.${MARK}`, 'x');
  form.set('file', new File([new Uint8Array(bytes)], `${markOf(number)} ${number}${ending}`));
  attacks.documents += 1;
  await look(
    'a document',
    await send('/api/commands/IngestDocument', { method: 'POST', headers: bearer('service'), body: form }),
  );
};

const ask = async (text: string, number: number): Promise<void> => {
  const json = { ...bearer('clinician'), 'content-type': 'application/json' };
  const question = `${markOf(number)} ${text}`;
  attacks.questions += 2;
  await look(
    'a search',
    await send('/api/search', { method: 'POST', headers: json, body: JSON.stringify({ query: question }) }),
  );
  const odd = number % 4 === 0 ? { [`${MARK}_name`]: question, clinicalContext: { [MARK]: MARK } } : {};
  await look(
    'a question',
    await send('/api/commands/AskQuery', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ question, ...odd }),
    }),
  );
};

const paths = [
  '/api/documents',
  '/api/conversations',
  '/health/ready',
  '/api/audit/entries',
  '/api/nothing',
  '/openapi.json',
];
const sendHeaders = async (headers: Readonly<Record<string, string>>, number: number): Promise<void> => {
  attacks.headers += 1;
  const path = paths[number % paths.length] ?? '/';
  const marked = { 'X-Access-Reason': `seen for ${markOf(number)}`, ...headers, ...bearer('compliance') };
  await look(
    'odd headers',
    await send(`${path}${number % 7 === 0 ? `?${MARK}=1` : ''}`, { headers: marked }),
  );
};

/** Sends generated inputs, four at a time, until the deadline. */
const attackUntil = async (end: number): Promise<void> => {
  const sampled = (count: number) => ({ seed, numRuns: count });
  const count = 2000;
  const byEnding = samples.map(({ ending }) => ending);
  const documents = fc.sample(
    fc.record({
      bytes: fc.oneof(
        mutated(samples.map(({ bytes }) => bytes)),
        hostileText.map((text) => new TextEncoder().encode(text)),
      ),
      ending: fc.constantFrom(...byEnding),
    }),
    sampled(count),
  );
  const texts = fc.sample(hostileText, sampled(count));
  const headers = fc.sample(hostileHeaders, sampled(count));
  let next = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < end && next < count) {
      const number = next;
      next += 1;
      const [document, text, header] = [documents[number], texts[number], headers[number]];
      try {
        if (document && number % 3 === 0) await sendDocument(document.bytes, document.ending, number);
        if (text !== undefined) await ask(text, number);
        if (header) await sendHeaders(header, number);
      } catch (error) {
        findings.push(`no answer: ${error instanceof Error ? error.message : 'unknown'} (input ${number})`);
      }
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
};

const started = performance.now();
const document = join(folder, 'openapi.json');
await writeFile(document, await (await read('/openapi.json')).text());
const schemathesis = await installSchemathesis();
const share = Math.max(2, Math.floor((seconds * 0.6) / (roles.length + 1)));
if (values.own) say('schemathesis is left out, as asked');
else if ('missing' in schemathesis) {
  say(`\nSCHEMATHESIS WAS LEFT OUT: ${schemathesis.missing}. Only our own generators attack.\n`);
  if (values.strict) findings.push('schemathesis could not be had');
} else {
  for (const role of [...roles, undefined]) {
    const { cases, text, code } = await runSchemathesis({
      ...{ program: schemathesis.program, url: server.url, document, seed, seconds: share, folder },
      token: role && (await tokenOf(role, 'schemathesis')),
    });
    say(`schemathesis as ${role ?? 'anonymous'}: ${cases} cases, ${code === 0 ? 'no failure' : 'FAILED'}`);
    if (code !== 0) {
      findings.push(`schemathesis as ${role ?? 'anonymous'} ended with ${code}`);
      say(text.slice(-8000));
    }
  }
}
const attackFor = Math.max(10, seconds - (performance.now() - started) / 1000);
await attackUntil(performance.now() + attackFor * 1000);

const projectionOf = async (path: string): Promise<unknown> =>
  z.object({ data: z.unknown() }).parse(await (await read(path)).json()).data;
const unfinished = async (): Promise<number> => {
  const lists = await Promise.all(
    ['PENDING', 'RUNNING'].map((state) => projectionOf(`/api/admin/kb/jobs?state=${state}&limit=500`)),
  );
  return lists.reduce<number>((sum, list) => sum + z.array(z.unknown()).parse(list).length, 0);
};
const patience = performance.now() + 180_000;
while ((await unfinished()) > 0 && performance.now() < patience) await delay(250);
if ((await unfinished()) > 0) findings.push('a job has not ended');

const metrics = await (await read('/metrics')).text();
const statuses = new Map<string, number>();
for (const [, status, count] of metrics.matchAll(
  /^anamnesis_http_request_duration_seconds_count\{.*status="(\dxx)".*\} (\d+)/gm,
))
  statuses.set(status ?? '', (statuses.get(status ?? '') ?? 0) + Number(count));
const live = await liveness.stop();
const output = server.output();
const code = await server.stop();

const lines = output.split('\n');
const unexplained = lines.filter((line) => line.includes('A request failed unexpectedly'));
const explained = lines.filter((line) => line.includes('A request could not be served'));
const leaking = lines.filter((line) => line.includes(MARK));
for (const line of unexplained.slice(0, 5)) findings.push(`5xx: ${line.slice(0, 1500)}`);
for (const line of leaking.slice(0, 5)) findings.push(`leak in the log: ${line.slice(0, 600)}`);
if (live.stalls > 0) findings.push(`${live.stalls} stalls of /health/live`);
if (code !== 0) findings.push(`the server ended with ${code}`);

const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
say(`
seed ${seed}, ${Math.round((performance.now() - started) / 1000)} s
requests              ${total}
  of our generators   ${attacks.documents} documents, ${attacks.questions} questions and searches, ${attacks.headers} with odd headers
refusals (4xx)        ${statuses.get('4xx') ?? 0}
5xx with a reason     ${explained.length}
5xx unexplained       ${unexplained.length}
stalls above 1 s      ${live.stalls} of ${live.asked} looks, the slowest ${Math.round(live.slowest)} ms${live.unsure > 0 ? ` (${live.unsure} not counted: this machine was late)` : ''}
marks leaked          ${leaking.length + findings.filter((finding) => finding.startsWith('leak: ')).length}
`);
await rm(folder, { recursive: true, force: true });
for (const finding of findings) say(`- ${finding}`);
process.exit(findings.length > 0 ? 1 : 0);
