import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventLeaf } from '../../../domain/audit/event-leaf.ts';
import { fromBase64 } from '../../../domain/audit/merkle/base64.ts';
import { provesConsistency } from '../../../domain/audit/merkle/consistency-proof.ts';
import { provesInclusion } from '../../../domain/audit/merkle/inclusion-proof.ts';
import type { WitnessStatus } from '../../../domain/operations/witnessing-decider.ts';
import { sha256TreeHasher as hasher } from '../../../infra/installation/sha256-tree-hasher.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { sealLog } from '../../support/log-proof.ts';

const { verify } = (await import(
  join(import.meta.dirname, '../../../infra/storage/log-proof/verifiers/verify.mjs')
)) as { readonly verify: (input: { zip: Buffer }) => unknown };

const answerSchema = z.object({
  data: z
    .looseObject({
      checkpoint: z
        .looseObject({ size: z.number(), root: z.string(), note: z.string(), verifierKey: z.string() })
        .nullish(),
      proof: z.array(z.string()).default([]),
      fromRoot: z.string().default(''),
      tlogProof: z.string().default(''),
    })
    .optional(),
  error: z.looseObject({ message: z.string() }).optional(),
});

const bytes = (text: string): Uint8Array => fromBase64(text) ?? new Uint8Array();

describe('proofs of the log over HTTP', () => {
  let api: HttpFixture;
  let witnesses: readonly WitnessStatus[];
  let folder: string;
  beforeEach(async () => {
    witnesses = [];
    api = await openHttpApi({ replace: () => ({ readWitnesses: async () => witnesses }) });
    folder = await mkdtemp(join(tmpdir(), 'proofs-'));
  });
  afterEach(async () => {
    await api[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  const ask = async (
    roles: readonly ('compliance' | 'admin' | 'clinician')[],
    path: string,
    init: RequestInit = {},
  ) =>
    fetch(`${api.url}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${await api.tokenFor('olga', roles)}`,
        'x-access-reason': 'complaint 7',
        ...init.headers,
      },
    });
  const data = async (path: string) => {
    const response = await ask(['compliance'], path);
    const { data: found, error } = answerSchema.parse(await response.json());
    return { proof: [], fromRoot: '', tlogProof: '', ...found, status: response.status, error };
  };
  const fill = (events: number): Promise<unknown> =>
    api.record(
      'settings-filled',
      Array.from({ length: events }, (_, index) => ({
        type: 'CostLimitReached',
        data: { month: '2026-11', spentUsd: index, limitUsd: 1 },
      })),
    );
  const seal = () => sealLog({ ...api, folder });

  it('say so when nothing is sealed yet, beyond the checkpoint, beyond the log, and for no position', async () => {
    expect(await data('/api/audit/checkpoint')).toMatchObject({ status: 200, checkpoint: null });
    for (const path of [
      'checkpoint.txt',
      'proof?position=1',
      'consistency?from=1',
      'tile/0/000',
      'sealed-export',
    ])
      expect((await ask(['compliance'], `/api/audit/${path}`)).status, path).toBe(404);
    await fill(5);
    const size = await seal();
    await fill(2);
    expect((await data(`/api/audit/proof?position=${size + 2}`)).error?.message).toContain(
      `beyond the newest checkpoint, which covers positions 1 to ${size}`,
    );
    expect((await data('/api/audit/proof?position=9999')).error?.message).toContain(
      'The log ends at position',
    );
    expect(await data('/api/audit/proof?position=0')).toMatchObject({ status: 400 });
    expect(await data('/api/audit/proof')).toMatchObject({ status: 400 });
    expect(await data('/api/audit/consistency?from=3&to=2')).toMatchObject({ status: 400 });
    expect(await data(`/api/audit/consistency?from=1&to=${size + 1}`)).toMatchObject({ status: 404 });
    expect(await data('/api/audit/consistency?from=0')).toMatchObject({ status: 400 });
    for (const path of ['0/001', '0/000', `0/000.p/${size + 1}`, '9/000', '0/0', '0/x001/000'])
      expect((await ask(['compliance'], `/api/audit/tile/${path}`)).status, path).toBe(404);
  });

  it('prove an event and an older checkpoint to a person who keeps only the checkpoint', async () => {
    await fill(5);
    const older = await seal();
    await fill(10);
    const newer = await seal();
    const { checkpoint } = await data('/api/audit/checkpoint');
    if (!checkpoint) throw new Error('There is no checkpoint.');
    expect(checkpoint.size).toBe(newer);
    expect(await (await ask(['admin'], '/api/audit/checkpoint.txt')).text()).toBe(checkpoint.note);
    const { events } = await api.eventStore.readStored(2, 1);
    const [event] = events;
    if (!event) throw new Error('There is no event.');
    const proven = await data('/api/audit/proof?position=3');
    expect(
      provesInclusion(
        {
          index: 2,
          size: newer,
          leafHash: hasher.leaf(Buffer.from(eventLeaf(event))),
          root: bytes(checkpoint.root),
          proof: proven.proof.map(bytes),
        },
        hasher,
      ),
    ).toBe(true);
    expect(proven.tlogProof).toContain(checkpoint.note);
    const { fromRoot, proof } = await data(`/api/audit/consistency?from=${older}`);
    expect(
      provesConsistency(
        {
          size: older,
          root: bytes(fromRoot),
          newSize: newer,
          newRoot: bytes(checkpoint.root),
          proof: proof.map(bytes),
        },
        hasher,
      ),
    ).toBe(true);
    const tile = await ask(['compliance'], `/api/audit/tile/0/000.p/${newer}`);
    expect((await tile.arrayBuffer()).byteLength).toBe(32 * newer);
    expect(tile.headers.get('cache-control')).toContain('immutable');
  });

  it('show what witnesses keep, and add their countersignatures to the checkpoint that they are of', async () => {
    await fill(5);
    const size = await seal();
    const { checkpoint } = await data('/api/audit/checkpoint');
    if (!checkpoint) throw new Error('There is no checkpoint.');
    const countersignature = '— witness.example/w1 AAAABBBB\n';
    const record = {
      witness: 'witness.example/w1',
      size,
      verifierKey: checkpoint.verifierKey,
      countersignatures: [countersignature],
      at: '2026-11-30T12:00:00.000Z',
    };
    witnesses = [{ name: 'witness.example/w1', kept: record }, { name: 'folder' }];
    const text = async () => (await ask(['compliance'], '/api/audit/checkpoint.txt')).text();
    expect(await text()).toBe(`${checkpoint.note}${countersignature}`);
    const { witness, ...kept } = record;
    expect(await data('/api/audit/checkpoint')).toMatchObject({
      witnesses: [
        { name: witness, kept, contradiction: null },
        { name: 'folder', kept: null, contradiction: null },
      ],
    });
    expect((await data('/api/audit/proof?position=3')).tlogProof).toContain(countersignature);
    await fill(5);
    await seal();
    expect(await text()).not.toContain('witness.example');
  });

  it('verify the whole log, name the first position that differs, and record what was found', async () => {
    await fill(5);
    await seal();
    const verifyLog = async () => {
      const lines = (
        await (await ask(['compliance'], '/api/audit/verify', { method: 'POST' })).text()
      ).trim();
      return JSON.parse(lines.split('\n').at(-1) ?? '');
    };
    expect(await verifyLog()).toMatchObject({ kind: 'verified', checkpoints: 1 });
    expect(await data('/api/audit/checkpoint')).toMatchObject({ verified: { checkpoints: 1 }, failed: null });
    await api.database.execute(
      `alter table event_log.events disable trigger all; update event_log.events set data = replace(data::text, '"limitUsd":1', '"limitUsd":2')::json where position = 2`,
    );
    expect(await verifyLog()).toMatchObject({ kind: 'altered', from: 2, position: 2 });
    expect(await data('/api/audit/checkpoint')).toMatchObject({ failed: { position: 2 } });
  });

  it('export a zip to compliance alone, and record that', async () => {
    await fill(5);
    const size = await seal();
    expect((await ask(['admin'], '/api/audit/sealed-export')).status).toBe(403);
    const response = await ask(['compliance'], '/api/audit/sealed-export?from=2');
    expect(response.status).toBe(200);
    expect(response.headers.get('x-last-position')).toBe(String(size));
    const zip = Buffer.from(await response.arrayBuffer());
    expect(verify({ zip })).toMatchObject({
      manifest: { from: 2, to: size, complete: true, reason: 'complaint 7' },
    });
    expect((await ask(['compliance'], `/api/audit/sealed-export?from=${size + 1}`)).status).toBe(404);
    const types: string[] = [];
    for await (const event of api.eventStore.readAll(size)) types.push(event.type);
    expect(types).toContain('AuditTrailRead');
  });

  it('resume only sealing that has stopped, by compliance', async () => {
    const body = JSON.stringify({ reason: 'It was restored.' });
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
    expect((await ask(['admin'], '/api/commands/ResumeSealing', init)).status).toBe(403);
    expect((await ask(['compliance'], '/api/commands/ResumeSealing', init)).status).toBe(422);
  });
});
