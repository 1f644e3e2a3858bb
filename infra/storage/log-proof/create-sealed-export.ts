import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { eventLeaf } from '../../../domain/audit/event-leaf.ts';
import { toBase64 } from '../../../domain/audit/merkle/base64.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { describeCertificate } from '../../../domain/privacy/describe-certificate.ts';
import type { CheckpointSigner } from '../../../ports/checkpoint-signer.ts';
import type { EventStore, StoredEvent } from '../../../ports/event-store.ts';
import type { LogProofs } from '../../../ports/log-proofs.ts';
import type {
  SealedExportRequest,
  SignedCheckpoint,
  WriteSealedExport,
} from '../../../ports/sealed-export.ts';
import { writeStoredZip, type ZipFile, zipFileOf } from './stored-zip.ts';

const PAGE = 1000;
const MOST_EVENTS = 1_000_000;
const MOST_BYTES = 2 * 1024 ** 3;

/** The first line of a manifest: no checkpoint begins a second line with a brace, so that neither passes for the other. */
const MANIFEST = 'anamnesis.invalid/sealed-export/v1';

const README = `A sealed export of an audit log.

events.ndjson   the events, one a line, exactly as they are stored and were sealed; personal content is encrypted
proof.txt       the hashes that prove that each of them is in the log at its position (RFC 9162)
checkpoint.txt  the signed checkpoint of the log that they lead to (c2sp.org/tlog-checkpoint), and who countersigned it
key.txt         the key that verifies the signatures (c2sp.org/signed-note): compare it with one that you got elsewhere
manifest.txt    who exported what and why, and the SHA-256 of each file, signed
verify.mjs      verifies the zip: node verify.mjs export.zip --key "<key>" --known <a checkpoint that you kept>
                --witness <the key of a witness that must have countersigned the checkpoint>
verify.py       the same in another language: python3 verify.py export.zip

Take the verifier from a source that you trust: one that comes with a forged export may be forged as well.
`;

const CERTIFICATE_README = `This export certifies an erasure.

certificate.json   what was erased, when, at whose request, and what could not be reached; the verifiers compare it with
                   the three events that state it
certificate.txt    the same as sentences

${README}`;

type ExportServices = {
  readonly eventStore: Pick<EventStore, 'readStored'>;
  readonly proofs: Pick<LogProofs, 'leaves'>;
  readonly signer: Pick<CheckpointSigner, 'verifierKey' | 'signText'>;
};

async function* eventsOf(
  { eventStore }: ExportServices,
  { from, to, types, certificate }: SealedExportRequest,
  signal: AbortSignal,
): AsyncGenerator<readonly StoredEvent[]> {
  if (certificate) {
    for (const position of certificate.positions) yield (await eventStore.readStored(position - 1, 1)).events;
    return;
  }
  for (let after = from - 1; after < to; ) {
    signal.throwIfAborted();
    const page = await eventStore.readStored(after, PAGE, types && { types });
    yield page.events.filter(({ position }) => position <= to);
    if (page.scannedTo <= after) return;
    after = page.scannedTo;
  }
}

const linesOf = (events: readonly StoredEvent[]): Buffer =>
  Buffer.from(events.map((event) => `${eventLeaf(event)}\n`).join(''), 'utf8');

const tooLarge = (): Failure =>
  new Failure(
    failure(
      'payload_too_large',
      `A sealed export has at most ${MOST_EVENTS} events and ${MOST_BYTES / 1024 ** 3} gigabytes. Export a smaller range.`,
    ),
  );

/** Reads the events once, for their number, size and hashes: a zip names these before the content. */
const measure = async (services: ExportServices, request: SealedExportRequest, signal: AbortSignal) => {
  const hash = createHash('sha256');
  const positions: Position[] = [];
  let [size, crc] = [0, 0];
  for await (const events of eventsOf(services, request, signal)) {
    const lines = linesOf(events);
    hash.update(lines);
    crc = crc32(lines, crc);
    size += lines.length;
    for (const { position } of events) positions.push(position);
    if (positions.length > MOST_EVENTS || size > MOST_BYTES) throw tooLarge();
  }
  return { positions, size, crc, sha256: hash.digest('hex') };
};

const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

const verifier = async (name: string): Promise<ZipFile> =>
  zipFileOf(name, await readFile(join(import.meta.dirname, 'verifiers', name)));

const contentOf = async ({ content }: ZipFile): Promise<Uint8Array> => {
  const parts: Uint8Array[] = [];
  for await (const part of content()) parts.push(part);
  return Buffer.concat(parts);
};

/** What an export certifies, for machines and for people. */
const certificateFiles = (
  { certificate }: SealedExportRequest,
  checkpoint: SignedCheckpoint,
): readonly ZipFile[] =>
  certificate
    ? [
        zipFileOf('certificate.json', Buffer.from(`${JSON.stringify(certificate, null, 2)}\n`)),
        zipFileOf('certificate.txt', Buffer.from(`${describeCertificate(certificate, checkpoint)}\n`)),
      ]
    : [];

/** What a selection leaves out, which it proves nothing about. */
const leftOutOf = ({ types, certificate }: SealedExportRequest): string => {
  if (certificate) return 'every event but those that state the erasure';
  return types === undefined
    ? 'nothing between these positions'
    : 'events of other types, about whose number this export proves nothing';
};

/** Writes sealed exports. */
export const createSealedExport =
  (services: ExportServices): WriteSealedExport =>
  async (request, checkpoint, signal) => {
    if ((await services.signer.verifierKey()) !== checkpoint.verifierKey)
      throw new Failure(
        failure(
          'rule_violated',
          'The key that signed the newest checkpoint is not in this installation, so that no manifest can be signed with it.',
        ),
      );
    const events = await measure(services, request, signal);
    const head = { size: checkpoint.size, root: Buffer.from(checkpoint.root, 'hex') };
    const hashes = await services.proofs.leaves(events.positions, head);
    const { from, to, types, certificate, actor, reason, at } = request;
    const small = [
      ...certificateFiles(request, checkpoint),
      zipFileOf('checkpoint.txt', Buffer.from(checkpoint.note)),
      zipFileOf('key.txt', Buffer.from(`${checkpoint.verifierKey}\n`)),
      zipFileOf('proof.txt', Buffer.from(hashes.map((hash) => `${toBase64(hash)}\n`).join(''))),
      zipFileOf('README.txt', Buffer.from(certificate ? CERTIFICATE_README : README)),
      await verifier('verify.mjs'),
      await verifier('verify.py'),
    ];
    const files: Record<string, string> = { 'events.ndjson': events.sha256 };
    for (const file of small) files[file.name] = sha256Of(await contentOf(file));
    const manifest = {
      actor,
      at,
      checkpointSize: checkpoint.size,
      ...(certificate ? { certifies: 'erasure' } : {}),
      complete: types === undefined && certificate === undefined,
      events: events.positions.length,
      files,
      from,
      leftOut: leftOutOf(request),
      reason: reason ?? null,
      to,
      types: types ?? null,
    };
    const note = await services.signer.signText(`${MANIFEST}\n${JSON.stringify(manifest)}\n`);
    return writeStoredZip([
      zipFileOf('manifest.txt', Buffer.from(note)),
      ...small,
      {
        name: 'events.ndjson',
        size: events.size,
        crc: events.crc,
        content: async function* () {
          for await (const page of eventsOf(services, request, signal)) yield linesOf(page);
        },
      },
    ]);
  };
