import { describe, expect, it } from 'vitest';
import { Failure, failure } from '../../../../../domain/kernel/failure.ts';
import { missingModel } from '../../../../../domain/operations/missing-model.ts';
import { vectorSearch } from '../../../../../infra/observability/doctor/checks/vectors.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import type { ProjectionStatus, VectorSearchStatus } from '../../../../../projections/projection-status.ts';

const own = 'aaaaaaaa';
const former = 'bbbbbbbb';
const leftover = (installation: string, n: number) => ({
  installation,
  collection: `anamnesis_${installation}_search_g${n}_0badf00d`,
});

const examine = async (
  options: { readonly repair?: boolean; readonly formerInstallation?: string } = {},
  {
    vectors,
    away = false,
    missing,
  }: {
    readonly vectors?: VectorSearchStatus;
    readonly away?: boolean;
    readonly missing?: ReturnType<typeof missingModel>;
  } = {},
) => {
  const removed: string[] = [];
  const check = vectorSearch({
    projectionStatus: {
      list: async () => [{ name: 'search', vectors } as unknown as ProjectionStatus],
    },
    vectors: {
      check: async () => {
        if (away) throw new Failure(failure('unavailable', 'Qdrant cannot be reached.'));
      },
      leftovers: {
        installation: own,
        find: async () => [leftover(own, 3), leftover(former, 1), leftover(former, 2)],
        remove: async (collection) => void removed.push(collection),
      },
    },
    readMissingModel: async () => missing,
    readGenerations: async () => ({ kept: ['search_g4'], building: [] }),
    logger: silentLogger,
  });
  const findings: { severity: string; message: string; advice?: string | undefined }[] = [];
  for await (const finding of check.run(
    { deep: false, repair: false, grace: 0, ...options },
    AbortSignal.any([]),
  ))
    if (finding.kind === 'finding') findings.push(finding);
  return { findings, removed, text: findings.map(({ message }) => message).join('\n') };
};

describe('the doctor, on vectors', () => {
  it('reports unused vectors, and removes nothing without a request', async () => {
    const { removed, findings, text } = await examine();
    expect(removed).toEqual([]);
    expect(findings[0]).toMatchObject({
      severity: 'warning',
      advice: 'Run "npx anamnesis doctor --repair" to remove them.',
    });
    expect(text).toContain('1 unused collection in Qdrant: anamnesis_aaaaaaaa_search_g3_0badf00d');
    expect(text).toContain('2 collections in Qdrant of another installation, bbbbbbbb: left alone.');
  });

  it('reports lexical-only search when the program lacks the model of the index', async () => {
    const { findings } = await examine({}, { missing: missingModel('built-in-v3', ['built-in-v4']) });
    expect(findings[0]).toMatchObject({
      severity: 'warning',
      message: expect.stringContaining('vectors of built-in-v3, which this program does not have'),
      advice: 'Run: npx anamnesis embedding change built-in-v4',
    });
  });

  it('removes the unused vectors of this installation on request, and none of another', async () => {
    expect((await examine({ repair: true })).removed).toEqual([leftover(own, 3).collection]);
  });

  it('lists the vectors of a former installation first, and removes them only when it is named', async () => {
    const listed = await examine({ formerInstallation: former });
    expect(listed.removed).toEqual([]);
    expect(listed.text).toContain('3 unused collections in Qdrant');
    const { removed } = await examine({ formerInstallation: former, repair: true });
    expect(removed).toEqual(
      [leftover(own, 3), leftover(former, 1), leftover(former, 2)].map((one) => one.collection),
    );
  });

  it('does not mistake this installation for a former one', async () => {
    const { findings, removed } = await examine({ formerInstallation: own, repair: true });
    expect(findings[0]).toMatchObject({ severity: 'error', message: 'aaaaaaaa is this installation.' });
    expect(removed).toEqual([leftover(own, 3).collection]);
  });

  it('explains why an unreachable index cannot be examined', async () => {
    const { findings } = await examine({}, { away: true });
    expect(findings).toEqual([
      expect.objectContaining({ severity: 'error', message: 'Qdrant cannot be reached.' }),
    ]);
  });

  it.each<[VectorSearchStatus, string, string]>([
    [{ backend: 'bytes', search: 'exact' }, 'ok', 'Vectors in bytes, every one compared.'],
    [
      {
        backend: 'qdrant',
        search: 'approximate',
        reason: 'measured',
        vectors: 50_000,
        recall: 0.987,
        ef: 128,
      },
      'ok',
      '50000 vectors in qdrant, searched by a graph that found 98.7 % of the nearest (ef 128).',
    ],
    [
      { backend: 'pgvector', search: 'exact', reason: 'low_recall', vectors: 50_000, recall: 0.9 },
      'warning',
      '50000 vectors in pgvector: the graph found 90.0 % of the nearest and is not used; every vector is compared.',
    ],
    [
      { backend: 'pgvector', search: 'exact', reason: 'no_graph', vectors: 50_000 },
      'ok',
      '50000 vectors in pgvector, every one compared until there is a graph.',
    ],
  ])('reports %j', async (vectors, severity, message) => {
    expect((await examine({}, { vectors })).findings[0]).toMatchObject({ severity, message });
  });
});
