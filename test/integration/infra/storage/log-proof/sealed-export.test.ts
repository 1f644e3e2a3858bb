import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkpointText } from '../../../../../domain/audit/merkle/checkpoint.ts';
import { cosignatureBytes, cosignedText } from '../../../../../domain/audit/merkle/cosignature.ts';
import { signatureLine } from '../../../../../domain/audit/merkle/signed-note.ts';
import type { CertifiedErasure } from '../../../../../domain/privacy/certify-erasure.ts';
import { sha256 } from '../../../../../infra/installation/sha256-tree-hasher.ts';
import { createLogProofs } from '../../../../../infra/storage/log-proof/create-log-proofs.ts';
import { createLogTree } from '../../../../../infra/storage/log-proof/create-log-tree.ts';
import { createSealedExport } from '../../../../../infra/storage/log-proof/create-sealed-export.ts';
import { writeStoredZip, zipFileOf } from '../../../../../infra/storage/log-proof/stored-zip.ts';
import type { StoredEvent } from '../../../../../ports/event-store.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import type { SealedExportRequest, SignedCheckpoint } from '../../../../../ports/sealed-export.ts';
import { createInMemoryTiles } from '../../../../support/in-memory-tiles.ts';
import { signingKey } from '../../../../support/signing.ts';
import { storedEventAt, storedLogOf } from '../../../../support/stored-log.ts';

type Trusted = { readonly trustedKey?: string; readonly known?: string; readonly witness?: string };
type VerifierInput = Trusted & { readonly zip: Buffer };

const verifiers = join(import.meta.dirname, '../../../../../infra/storage/log-proof/verifiers');
const { verify } = (await import(join(verifiers, 'verify.mjs'))) as {
  readonly verify: (input: VerifierInput) => unknown;
};
const hasPython = spawnSync('python3', ['--version']).status === 0;

const key = signingKey('log.example/proof', 7);
const never = new AbortController().signal;

/** A log of events, sealed, and the zip of some of them. */
const exportOf = async (
  events: readonly StoredEvent[],
  request: Partial<SealedExportRequest> = {},
  countersign: (text: string) => string = () => '',
): Promise<{ readonly zip: Buffer; readonly checkpoint: SignedCheckpoint }> => {
  const [eventStore, tiles] = [storedLogOf(events), createInMemoryTiles()];
  const tree = createLogTree({ eventStore, tiles });
  const edge = await tree.open(undefined, never);
  if (!edge) throw new Error('unreachable');
  await tree.grow(edge, events.length, never);
  await tree.store(edge);
  const [size, root] = [edge.size(), edge.root()];
  const checkpoint = {
    size,
    root: Buffer.from(root).toString('hex'),
    note: `${key.sign(checkpointText({ origin: 'log.example/proof', size, root }))}${countersign(checkpointText({ origin: 'log.example/proof', size, root }))}`,
    verifierKey: key.verifierKey,
  };
  const write = createSealedExport({
    eventStore,
    proofs: createLogProofs({ eventStore, tiles, tree, logger: silentLogger }),
    signer: { verifierKey: async () => key.verifierKey, signText: async (text) => key.sign(text) },
  });
  const content = await write(
    {
      from: 1,
      to: size,
      actor: { id: 'olga', role: 'compliance' },
      reason: 'court order 12',
      at: '2026-11-30T08:00:00.000Z',
      ...request,
    },
    checkpoint,
    never,
  );
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return { zip: Buffer.concat(parts), checkpoint };
};

/** The files of a zip of ours. */
const filesOf = (zip: Buffer): Map<string, Buffer> => {
  const files = new Map<string, Buffer>();
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    const nameEnd = at + 30 + zip.readUInt16LE(at + 26);
    const end = nameEnd + zip.readUInt32LE(at + 18);
    files.set(zip.toString('latin1', at + 30, nameEnd), zip.subarray(nameEnd, end));
    at = end;
  }
  return files;
};
const zipOf = async (files: ReadonlyMap<string, Buffer>): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  const all = [...files].map(([name, content]) => zipFileOf(name, content));
  for await (const part of writeStoredZip(all)) parts.push(part);
  return Buffer.concat(parts);
};
/** The zip that somebody with the signing key would make of other events. */
const resigned = async (zip: Buffer, change: (lines: string[]) => string[], claims = {}): Promise<Buffer> => {
  const files = filesOf(zip);
  const lines = change((files.get('events.ndjson')?.toString() ?? '').split('\n').slice(0, -1));
  const content = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  files.set('events.ndjson', content);
  const [prefix = '', json = ''] = (files.get('manifest.txt')?.toString() ?? '').split('\n');
  const manifest: { files: Record<string, string> } = JSON.parse(json);
  manifest.files['events.ndjson'] = Buffer.from(sha256(content)).toString('hex');
  const claimed = { ...manifest, events: lines.length, ...claims };
  files.set('manifest.txt', Buffer.from(key.sign(`${prefix}\n${JSON.stringify(claimed)}\n`)));
  return zipOf(files);
};

/** The kind of fault that the verifier of Node.js finds; undefined if none. */
const faultOf = (zip: Buffer, options: Trusted = {}): string | undefined => {
  try {
    verify({ zip, ...options });
    return undefined;
  } catch (error) {
    if (!(error instanceof Error) || !('kind' in error)) throw error;
    return String(error.kind);
  }
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sealed-export-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The verdicts of the verifier in Python about zips, in one process. */
const pythonFaultsOf = (zips: readonly Buffer[], witness = ''): readonly (string | undefined)[] => {
  const paths = zips.map((zip, index) => {
    const path = join(folder, `${index}.zip`);
    writeFileSync(path, zip);
    return path;
  });
  const script = `import sys; sys.path.insert(0, sys.argv[1]); sys.dont_write_bytecode = True
import verify
for line in sys.stdin.read().split():
    try:
        with open(line, 'rb') as file: verify.verify(file.read(), None, None, sys.argv[2] or None)
        print('OK')
    except verify.Fault as fault: print(fault.kind)`;
  const { stdout, stderr } = spawnSync('python3', ['-c', script, verifiers, witness], {
    input: paths.join('\n'),
  });
  const verdicts = stdout.toString().trim().split('\n');
  if (verdicts.length !== zips.length) throw new Error(stderr.toString());
  return verdicts.map((verdict) => (verdict === 'OK' ? undefined : verdict));
};

const log = (length: number): StoredEvent[] => Array.from({ length }, (_, index) => storedEventAt(index + 1));

describe('a sealed export', () => {
  it('is found to be in order by both verifiers, alone in an empty folder', async () => {
    const { zip } = await exportOf(log(300), { from: 17, to: 280 });
    const files = filesOf(zip);
    writeFileSync(join(folder, 'export.zip'), zip);
    const programs = [[process.execPath, 'verify.mjs'], ...(hasPython ? [['python3', 'verify.py']] : [])];
    for (const [program = '', name = ''] of programs) {
      writeFileSync(join(folder, name), files.get(name) ?? '');
      const { stdout, status } = spawnSync(program, [name, 'export.zip', '--key', key.verifierKey], {
        cwd: folder,
        env: {},
      });
      expect(stdout.toString()).toBe(
        'OK 264 events, every position from 17 to 280, sealed by the checkpoint of 300 events of log.example/proof\n',
      );
      expect(status).toBe(0);
    }
  });

  it('is countersigned by a witness only if both verifiers find its valid signature on the checkpoint', async () => {
    const own = signingKey('witness.example/w1', 9, 'witness');
    const line = (text: string, seconds = 1_700_000_000) =>
      signatureLine({
        ...own.key,
        signature: cosignatureBytes(seconds, own.signBytes(cosignedText(text, 1_700_000_000))),
      });
    const zips = [
      await exportOf(log(20), {}, line),
      await exportOf(log(20)),
      await exportOf(log(20), {}, (text) => line(text.replace('20', '21'))),
      await exportOf(log(20), {}, (text) => line(text, 1_700_000_001)),
    ].map(({ zip }) => zip);
    const other = signingKey('witness.example/w1', 8, 'witness').verifierKey;
    const expected = [undefined, 'witness', 'witness', 'witness'];
    expect(zips.map((zip) => faultOf(zip, { witness: own.verifierKey }))).toEqual(expected);
    expect(zips.map((zip) => faultOf(zip, { witness: other }))).toEqual(Array(4).fill('witness'));
    expect(zips.map((zip) => faultOf(zip, { witness: key.verifierKey }))).toEqual(Array(4).fill('key'));
    expect(zips.map((zip) => faultOf(zip))).toEqual(Array(4).fill(undefined));
    if (hasPython) {
      expect(pythonFaultsOf(zips, own.verifierKey)).toEqual(expected);
      expect(pythonFaultsOf(zips, other)).toEqual(Array(4).fill('witness'));
      expect(pythonFaultsOf(zips, key.verifierKey)).toEqual(Array(4).fill('key'));
    }
  });

  it('of some types proves each of its events', async () => {
    const { zip } = await exportOf(log(300), { types: ['QueryAnswered'] });
    expect(verify({ zip })).toMatchObject({ manifest: { events: 100, complete: false } });
    if (hasPython) expect(pythonFaultsOf([zip])).toEqual([undefined]);
  });

  it('of nothing is still a proof that the checkpoint is signed', async () => {
    const { zip } = await exportOf(log(5), { types: ['DocumentWithdrawn'] });
    expect(faultOf(zip)).toBeUndefined();
    if (hasPython) expect(pythonFaultsOf([zip])).toEqual([undefined]);
  });

  it('of one event, of a log of one event, needs no other hash', async () => {
    const { zip } = await exportOf(log(1));
    expect(faultOf(zip)).toBeUndefined();
    if (hasPython) expect(pythonFaultsOf([zip])).toEqual([undefined]);
  });

  it('shows the flip of every single byte', async () => {
    const { zip } = await exportOf(log(3));
    for (let at = 0; at < zip.length; at += 1) {
      zip[at] = (zip[at] ?? 0) ^ 1;
      expect(faultOf(zip), `byte ${at}`).toBeDefined();
      zip[at] = (zip[at] ?? 0) ^ 1;
    }
    expect(faultOf(zip)).toBeUndefined();
  });

  it('shows the flip of every byte of a file whose zip was written again around it, to both verifiers', async () => {
    const { zip } = await exportOf(log(3));
    const files = filesOf(zip);
    const mutated: { readonly zip: Buffer; readonly fault: string | undefined }[] = [];
    for (const name of ['events.ndjson', 'proof.txt', 'checkpoint.txt', 'manifest.txt', 'key.txt'])
      for (let at = 0; at < (files.get(name)?.length ?? 0); at += 1) {
        const content = Buffer.from(files.get(name) ?? '');
        content[at] = (content[at] ?? 0) ^ 1;
        const other = await zipOf(new Map(files).set(name, content));
        const fault = faultOf(other);
        expect(fault, `byte ${at} of ${name}`).toBeDefined();
        // A signature takes the verifier in Python 30 ms.
        if (at % 31 === 0) mutated.push({ zip: other, fault });
      }
    if (hasPython)
      expect(pythonFaultsOf(mutated.map((one) => one.zip))).toEqual(mutated.map(({ fault }) => fault));
  });

  it('shows what somebody who has the signing key dropped, inserted, moved, repeated or changed', async () => {
    const { zip } = await exportOf(log(40), { from: 5, to: 30 });
    const forged = storedEventAt(12, { data: '{"question":"another"}' });
    const cases: readonly (readonly [string, Buffer])[] = [
      ['events', await resigned(zip, (lines) => lines.toSpliced(7, 1))],
      ['events', await resigned(zip, (lines) => lines.slice(0, -1))],
      ['proof', await resigned(zip, (lines) => lines.toSpliced(7, 1), { complete: false })],
      ['proof', await resigned(zip, (lines) => lines.slice(0, -1), { to: 29 })],
      ['events', await resigned(zip, (lines) => lines.toSpliced(7, 0, lines[7] ?? ''))],
      ['events', await resigned(zip, (lines) => lines.toReversed())],
      ['events', await resigned(zip, (lines) => lines.with(3, lines[4] ?? '').with(4, lines[3] ?? ''))],
      ['proof', await resigned(zip, (lines) => lines.with(7, JSON.stringify(forged)))],
      ['proof', await resigned(zip, (lines) => lines.with(7, (lines[7] ?? '').replace('08:00', '08:01')))],
      ['events', await resigned(zip, (lines) => lines.with(7, '{"position":41}'))],
      ['events', await resigned(zip, (lines) => lines.with(7, 'no JSON'))],
      ['events', await resigned(zip, (lines) => lines, { to: 31 })],
      ['events', await resigned(zip, (lines) => lines, { events: 99 })],
      ['manifest', await resigned(zip, (lines) => lines, { checkpointSize: 41 })],
    ];
    expect(cases.map(([, forgery]) => faultOf(forgery))).toEqual(cases.map(([fault]) => fault));
    if (hasPython)
      expect(pythonFaultsOf(cases.map(([, forgery]) => forgery))).toEqual(cases.map(([fault]) => fault));
  });

  it('shows an old checkpoint to a person who knows a newer one, and one that contradicts it', async () => {
    const { zip, checkpoint } = await exportOf(log(20));
    const newer = await exportOf(log(25));
    const other = await exportOf(log(20).with(4, storedEventAt(5, { data: '{}' })));
    expect(faultOf(zip, { known: checkpoint.note })).toBeUndefined();
    expect(faultOf(zip, { known: newer.checkpoint.note })).toBe('known');
    expect(faultOf(zip, { known: other.checkpoint.note })).toBe('known');
  });

  it('is refused under another key than the one that the reader knows', async () => {
    const { zip } = await exportOf(log(3));
    expect(faultOf(zip, { trustedKey: signingKey('log.example/proof', 8).verifierKey })).toBe('checkpoint');
    expect(faultOf(zip, { trustedKey: `${key.verifierKey}x` })).toBe('key');
  });

  it('is refused when it is cut off, or holds a file more or less', async () => {
    const { zip } = await exportOf(log(3));
    const files = filesOf(zip);
    const more = await zipOf(new Map(files).set('more.txt', Buffer.from('x')));
    const fewer = new Map(files);
    fewer.delete('proof.txt');
    const cases = [
      zip.subarray(0, zip.length - 1),
      Buffer.concat([zip, Buffer.of(0)]),
      Buffer.alloc(0),
      more,
    ];
    cases.push(await zipOf(fewer), zip.subarray(40));
    const faults = ['container', 'container', 'container', 'files', 'files', 'container'];
    expect(cases.map((one) => faultOf(one))).toEqual(faults);
    if (hasPython) expect(pythonFaultsOf(cases)).toEqual(faults);
  });

  it('has the CRC-32 that other programs for zips expect', async () => {
    const { zip } = await exportOf(log(3));
    expect(zip.readUInt32LE(14)).toBe(crc32(filesOf(zip).get('manifest.txt') ?? ''));
  });
});

describe('a sealed certificate of an erasure', () => {
  const certificate: CertifiedErasure = {
    erasureId: '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d',
    subject: 'person:patient-4711',
    requestedAt: '2026-11-01T08:00:00.000Z',
    confirmedAt: '2026-11-02T08:00:00.000Z',
    erasedAt: '2026-11-02T08:00:01.000Z',
    positions: [4, 9, 11],
    basis: 'gdpr_art_17',
    requestedBy: 'okafor',
    confirmedBy: 'moreau',
    keyId: 'k',
    effects: [{ place: 'events', count: 12, effect: 'unreadable' }],
    notReached: ['exports'],
  };
  const { positions, requestedAt, confirmedAt, erasedAt, ...facts } = certificate;
  const { erasureId, subject } = facts;
  const steps: Readonly<Record<number, readonly [type: string, recordedAt: string, data: object]>> = {
    4: ['SubjectErasureRequested', requestedAt, { erasureId, subject, basis: 'gdpr_art_17' }],
    9: ['SubjectErasureConfirmed', confirmedAt, { erasureId, subject, confirmedBy: 'moreau' }],
    11: ['SubjectErased', erasedAt, facts],
  };
  const erasedLog = log(30).map((event) => {
    const [type, recordedAt, data] = steps[event.position] ?? [];
    return type === undefined || recordedAt === undefined
      ? event
      : storedEventAt(event.position, {
          streamId: 'subject-1',
          type,
          recordedAt,
          data: JSON.stringify(data),
        });
  });
  const certify = async (stated: CertifiedErasure = certificate): Promise<Buffer> =>
    (await exportOf(erasedLog, { from: 4, to: 11, certificate: stated })).zip;
  /** The zip that somebody with the signing key would make with another certificate. */
  const restated = async (change: object): Promise<Buffer> => {
    const files = filesOf(await certify());
    const content = Buffer.from(JSON.stringify({ ...certificate, ...change }));
    files.set('certificate.json', content);
    const [prefix = '', json = ''] = (files.get('manifest.txt')?.toString() ?? '').split('\n');
    const manifest: { files: Record<string, string> } = JSON.parse(json);
    manifest.files['certificate.json'] = Buffer.from(sha256(content)).toString('hex');
    files.set('manifest.txt', Buffer.from(key.sign(`${prefix}\n${JSON.stringify(manifest)}\n`)));
    return zipOf(files);
  };

  it('is found to be in order by both verifiers, alone in an empty folder', async () => {
    const zip = await certify();
    const files = filesOf(zip);
    writeFileSync(join(folder, 'certificate.zip'), zip);
    const programs = [[process.execPath, 'verify.mjs'], ...(hasPython ? [['python3', 'verify.py']] : [])];
    for (const [program = '', name = ''] of programs) {
      writeFileSync(join(folder, name), files.get(name) ?? '');
      const { stdout } = spawnSync(program, [name, 'certificate.zip'], { cwd: folder, env: {} });
      expect(stdout.toString()).toBe(
        'OK 3 events, certificate: person:patient-4711 was erased at 2026-11-02T08:00:01.000Z, sealed by the checkpoint of 30 events of log.example/proof\n',
      );
    }
    expect(files.get('certificate.txt')?.toString()).toContain(key.verifierKey);
  });

  it('shows each fact that its events do not state, even when the signing key signed it', async () => {
    const changes: readonly object[] = [
      { subject: 'person:patient-4712' },
      { erasureId: '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3e' },
      { basis: 'court_order' },
      { requestedBy: 'moreau' },
      { confirmedBy: 'okafor' },
      { keyId: 'other' },
      { requestedAt: erasedAt },
      { erasedAt: '2026-11-02T08:00:02.000Z' },
      { effects: [] },
      { effects: [{ place: 'events', count: 13, effect: 'unreadable' }] },
      { effects: [{ place: 'events', count: '12', effect: 'unreadable' }] },
      { effects: [null] },
      { effects: undefined },
      { notReached: [] },
      { notReached: [7] },
      { positions: [4, 9, 12] },
      { positions: undefined },
    ];
    const zips = await Promise.all(changes.map(restated));
    const faults = changes.map(() => 'certificate');
    expect(zips.map((zip) => faultOf(zip))).toEqual(faults);
    if (hasPython) expect(pythonFaultsOf(zips)).toEqual(faults);
  });

  it('is refused with the events of something else, or one of two erasures', async () => {
    const zips = [
      await certify({ ...certificate, positions: [3, 9, 11] }),
      await certify({ ...certificate, positions: [4, 9] }),
    ];
    expect(zips.map((zip) => faultOf(zip))).toEqual(['certificate', 'certificate']);
    if (hasPython) expect(pythonFaultsOf(zips)).toEqual(['certificate', 'certificate']);
  });

  it('does not pass for an export without a certificate, nor the other way round', async () => {
    const files = filesOf(await certify());
    const [prefix = '', json = ''] = (files.get('manifest.txt')?.toString() ?? '').split('\n');
    const { certifies: _, ...manifest } = JSON.parse(json);
    files.set('manifest.txt', Buffer.from(key.sign(`${prefix}\n${JSON.stringify(manifest)}\n`)));
    const zips = [await zipOf(files)];
    const plain = (await exportOf(log(3))).zip;
    zips.push(await resigned(plain, (lines) => lines, { certifies: 'erasure' }));
    expect(zips.map((zip) => faultOf(zip))).toEqual(['certificate', 'certificate']);
    if (hasPython) expect(pythonFaultsOf(zips)).toEqual(['certificate', 'certificate']);
  });
});
