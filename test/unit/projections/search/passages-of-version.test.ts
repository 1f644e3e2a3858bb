import { expect, it } from 'vitest';
import { chunkDocument } from '../../../../domain/knowledge/chunking/chunk-document.ts';
import { policies } from '../../../../domain/knowledge/chunking/chunking-policy.ts';
import { cleanPages } from '../../../../domain/knowledge/clean-pages.ts';
import { documentMetadataSchema } from '../../../../domain/knowledge/document-metadata.ts';
import { passagesOfVersion } from '../../../../projections/search/passages-of-version.ts';

it('gives the event loop to others while it makes the passages of a large file', async () => {
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
