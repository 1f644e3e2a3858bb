import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../../../../domain/knowledge/chunking/chunk-document.ts';
import { policies } from '../../../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanPages } from '../../../../domain/knowledge/clean-pages.ts';
import { documentMetadataSchema } from '../../../../domain/knowledge/document-metadata.ts';
import type { PhiScreen } from '../../../../domain/privacy/phi-screen.ts';
import { passagesOfVersion } from '../../../../projections/search/passages-of-version.ts';

it('the event loop stays responsive while the passages of a large file are built', async () => {
  const text = Array.from({ length: 400 }, (_, n) => `Step ${n}. Give oxygen 15 L/min by mask.`).join('\n');
  const chunks = chunkDocument(
    cleanPages([{ page: 1, text, readBy: 'native' }]),
    policies.protocol,
    (words) => words.length / 4,
  );
  const many = Array.from({ length: Math.ceil(3000 / chunks.length) }, () => chunks).flat();
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const passages = await passagesOfVersion({
    added: {
      docKey: 'protocol-oxygen',
      version: 1,
      fileName: 'oxygen.txt',
      metadata: documentMetadataSchema.parse({ sourceType: 'protocol' }),
    },
    described: { title: 'Oxygen' },
    chunks: many,
    indexedAt: '2026-01-01T00:00:00.000Z',
    phi: false,
  });
  isOver = true;
  expect(passages).toHaveLength(many.length);
  expect(turns).toBeGreaterThan(10);
});

describe('the rules by which a document was found free of patients', () => {
  const clearBy = async (phi: boolean, phiScreen?: PhiScreen): Promise<unknown> => {
    const [first] = await passagesOfVersion({
      added: {
        docKey: 'protocol-oxygen',
        version: 1,
        fileName: 'oxygen.txt',
        metadata: documentMetadataSchema.parse({ sourceType: 'protocol' }),
      },
      described: { title: 'Oxygen', phiScreen },
      chunks: chunkDocument(
        cleanPages([{ page: 1, text: 'Give oxygen 15 L/min by mask.', readBy: 'native' }]),
        policies.protocol,
        (words) => words.length / 4,
      ),
      indexedAt: '2026-01-01T00:00:00.000Z',
      phi,
    });
    return first?.clearBy;
  };
  const screen = { rules: 'patients-6', passages: 1, passagesWithPhi: 0, kinds: [] };

  it('are recorded in each passage', async () => {
    expect(await clearBy(false, screen)).toBe('patients-6');
  });

  it.each<[string, boolean, PhiScreen | undefined]>([
    ['is marked as PHI', true, screen],
    ['names a patient', true, { ...screen, passagesWithPhi: 1 }],
    ['was not screened', false, undefined],
  ])('are absent when the document %s', async (_, phi, of) => {
    expect(await clearBy(phi, of)).toBeUndefined();
  });
});
