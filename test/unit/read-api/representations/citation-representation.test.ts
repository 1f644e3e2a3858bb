import { describe, expect, it } from 'vitest';
import type { Citation } from '../../../../domain/consultation/citation.ts';
import {
  citationRepresentation,
  toCitationRepresentation,
} from '../../../../read-api/representations/citation-representation.ts';

const cited = (more: Partial<Citation>): Citation => ({
  n: 1,
  chunkId: 'protocol-77@2#4',
  docKey: 'protocol-77',
  version: 2,
  fileName: 'frostbite.pdf',
  title: 'Frostbite of the hand',
  sourceType: 'protocol',
  pages: [3],
  section: '',
  excerpt: 'Rewarm the hand in water.',
  textHash: 'a'.repeat(64),
  score: 1,
  ...more,
});
const page3 = '/api/documents/protocol-77/versions/2/pages/3';

describe('a citation', () => {
  it('links the picture of each page that it quotes, with the passage to highlight', () => {
    expect(toCitationRepresentation(cited({})).pageImages).toEqual([
      {
        page: 3,
        chunkId: 'protocol-77@2#4',
        image: `${page3}/image?highlight=protocol-77%402%234`,
        marks: `${page3}/marks?highlight=protocol-77%402%234`,
      },
    ]);
    const part = { section: '', excerpt: 'x', textHash: 'a'.repeat(64) };
    const shown = toCitationRepresentation(
      cited({
        pages: [3, 4],
        passages: [
          { ...part, chunkId: 'protocol-77@2#4', pages: [3] },
          { ...part, chunkId: 'protocol-77@2#5', pages: [3, 4] },
        ],
      }),
    );
    expect(shown.pageImages?.map(({ image }) => image)).toEqual([
      `${page3}/image?highlight=protocol-77%402%234,protocol-77%402%235`,
      '/api/documents/protocol-77/versions/2/pages/4/image?highlight=protocol-77%402%235',
    ]);
    expect(citationRepresentation.parse(shown)).toEqual(shown);
  });

  it('links each page once, with the lines that all its parts quote from it', () => {
    const part = { section: '', excerpt: 'x', textHash: 'a'.repeat(64), pages: [3] };
    const place = { page: 3, checksum: '0123abcd' };
    const shown = toCitationRepresentation(
      cited({
        passages: [
          {
            ...part,
            chunkId: 'protocol-77@2#4',
            places: [{ ...place, chunkId: 'protocol-77@2#4', lines: '3-5' }],
          },
          {
            ...part,
            chunkId: 'protocol-77@2#4',
            places: [
              { ...place, chunkId: 'protocol-77@2#4', lines: '6,9' },
              { ...place, chunkId: 'protocol-77@2#5', lines: '1' },
            ],
          },
        ],
      }),
    );
    const marked =
      'highlight=protocol-77%402%234,protocol-77%402%235&lines=3-6,9;1&checksum=0123abcd,0123abcd';
    expect(shown.pageImages).toEqual([
      {
        page: 3,
        chunkId: 'protocol-77@2#4',
        image: `${page3}/image?${marked}`,
        marks: `${page3}/marks?${marked}`,
      },
    ]);
  });

  it('links the pictures of the figures in the passages that it quotes, each once', () => {
    const part = {
      section: '',
      excerpt: 'x',
      textHash: 'a'.repeat(64),
      chunkId: 'protocol-77@2#4',
      pages: [3],
    };
    const shown = toCitationRepresentation(
      cited({ passages: [{ ...part, figures: [2] }, part, { ...part, figures: [2, 5] }] }),
    );
    const figures = '/api/documents/protocol-77/versions/2/figures';
    expect(shown.imageUrls).toEqual([`${figures}/2`, `${figures}/5`]);
    expect(citationRepresentation.parse(shown)).toEqual(shown);
    expect(toCitationRepresentation(cited({ passages: [part] }))).not.toHaveProperty('imageUrls');
  });

  it('of an external source, or without pages, links none', () => {
    expect(toCitationRepresentation(cited({ source: 'pubmed', pages: [] }))).not.toHaveProperty('pageImages');
    expect(toCitationRepresentation(cited({ pages: [] }))).not.toHaveProperty('pageImages');
  });
});
