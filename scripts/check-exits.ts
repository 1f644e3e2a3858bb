/**
 * Enforces that texts leave the process in one place, which screens them. Exits 1 and names each file that could bypass
 * `infra/services/outside/`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { rooms } from './rooms.ts';
import { sourceFilesUnder } from './source-files.ts';

const root = join(import.meta.dirname, '..');

/** The files that may open connections themselves, and why no unscreened text can leave there. */
const exits: Readonly<Record<string, string>> = {
  'infra/services/outside/': 'screens what it sends',
  'client/': 'is the client of our own server',
  'console/src/pages/voice/open-voice-session.ts': 'opens the voice stream of our own server, in a browser',
  'app/offline/find-servers.ts': 'checks whether our own server answers',
  'infra/storage/event-store-kurrent/': 'is our own log, sealed as in the database',
  'infra/storage/database/': 'is our own database',
  'infra/storage/blob-store/s3/':
    'stores sealed files; off the premises only those (infra/storage/sealed-blobs/require-sealed.ts)',
  'infra/search/vector-index/qdrant/qdrant-connection.ts':
    'sends numbers and filters of passages that may leave (qdrant-index.ts)',
  'infra/cluster/redis/': 'sends counts, hashes, and texts sealed with keys that stay here',
  'infra/services/auth/jwt-authenticator.ts': 'fetches public keys',
  'infra/services/auth/oidc-provider.ts': 'sends one-time codes to the provider that made them',
  'infra/services/witnesses/http-witness.ts': 'sends signed checkpoints: a number and a hash, no texts',
  'infra/storage/key-vault/aws-kms-key-service.ts': 'sends keys for wrapping, no texts',
  'infra/storage/key-vault/transit-key-service.ts': 'sends keys for wrapping, no texts',
  'read-api/start-http-server.ts': 'listens',
  'read-api/routing/upgrades.ts': 'answers incoming connections',
};

/** The functions, packages and Node.js modules that open connections. */
const functions: ReadonlySet<string> = new Set(['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']);
const packages =
  /^(?:openai|axios|got|node-fetch|undici|ws|ioredis|redis|kafkajs|pg|nodemailer(?:\/.*)?|imapflow|@qdrant\/.*|@anthropic-ai\/.*|@eventstore\/.*|@grpc\/.*|@aws-sdk\/.*|@opentelemetry\/.*|rate-limiter-flexible\/redis)$/;

const nodeModules = /^(?:node:)?(?:https?|http2|net|tls|dgram)$/;
const openers: ReadonlySet<string> = new Set([
  'request',
  'get',
  'connect',
  'createConnection',
  'Socket',
  'createSocket',
]);

const problems: string[] = [];
for (const room of rooms) {
  for (const file of sourceFilesUnder(room)) {
    if (Object.keys(exits).some((exit) => file.startsWith(exit))) continue;
    const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'));
    const forbid = (what: string): void => {
      problems.push(`${file} uses ${what}; send through infra/services/outside/send-external-request.ts`);
    };
    new Visitor({
      CallExpression: ({ callee }) => {
        if (callee.type === 'Identifier' && functions.has(callee.name)) forbid(callee.name);
      },
      NewExpression: ({ callee }) => {
        if (callee.type === 'Identifier' && functions.has(callee.name)) forbid(callee.name);
      },
      MemberExpression: ({ object, property }) => {
        if (
          object.type === 'Identifier' &&
          /^(?:globalThis|global)$/.test(object.name) &&
          property.type === 'Identifier' &&
          functions.has(property.name)
        )
          forbid(property.name);
      },
      ImportDeclaration: ({ source, importKind, specifiers }) => {
        const isType =
          importKind === 'type' ||
          (specifiers.length > 0 &&
            specifiers.every(
              (specifier) => specifier.type === 'ImportSpecifier' && specifier.importKind === 'type',
            ));
        if (isType) return;
        if (packages.test(source.value)) forbid(source.value);
        if (!nodeModules.test(source.value)) return;
        for (const specifier of specifiers) {
          const { type } = specifier;
          const name =
            type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
              ? specifier.imported.name
              : 'get';
          if (openers.has(name)) forbid(`${source.value} to open connections`);
        }
      },
      ImportExpression: ({ source }) => {
        if (source.type === 'Literal' && packages.test(String(source.value))) forbid(String(source.value));
      },
    }).visit(program);
  }
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log('Texts leave only through infra/services/outside/.');
