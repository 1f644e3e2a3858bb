import { describe, expect, test } from 'vitest';
import { findInContents } from '../../../../../consumers/tools/file/find-in-contents.ts';
import { Failure, failure } from '../../../../../domain/kernel/failure.ts';
import type { FileStore, StoredFile } from '../../../../../ports/file-store.ts';

const MEGABYTE = 1024 * 1024;

const file = (number: number, size = 10): StoredFile => ({
  id: `n-${number}`,
  name: `${number}.txt`,
  path: `/${number}.txt`,
  size,
  mimeType: 'text/plain',
  modified: '',
  url: 'https://cloud.example/x',
});

const searched = async (
  candidates: readonly StoredFile[],
  read: FileStore['read'],
  signal = new AbortController().signal,
) => {
  const asked: string[] = [];
  const found: string[] = [];
  let underWay = 0;
  let most = 0;
  const unused = () => Promise.reject(new Error('is not asked'));
  await findInContents(
    {
      files: {
        search: unused,
        find: unused,
        read: async (...parameters) => {
          asked.push(parameters[1].id);
          underWay += 1;
          most = Math.max(most, underWay);
          try {
            return await read(...parameters);
          } finally {
            underWay -= 1;
          }
        },
      },
      extractor: {
        extract: async (content) => ({
          pages: [{ page: 1, text: Buffer.from(content).toString(), readBy: 'native' }],
        }),
      },
    },
    {
      user: 'anna',
      words: ['Potassium'],
      candidates,
      signal,
      onFound: ({ id }) => found.push(id),
    },
  );
  return { asked, found, most };
};

const says = (text: string) => async () => {
  await Promise.resolve();
  return Buffer.from(text);
};

describe('a content search of files', () => {
  test('reads the newest forty files, two at a time', async () => {
    const many = Array.from({ length: 60 }, (_, index) => file(index));
    const { asked, found, most } = await searched(many, says('check POTASSIUM'));
    expect(asked).toEqual(many.slice(0, 40).map(({ id }) => id));
    expect(found).toHaveLength(40);
    expect(most).toBe(2);
  });

  test('skips large files, and those beyond the total limit', async () => {
    const { asked } = await searched(
      [
        file(1, 11 * MEGABYTE),
        ...Array.from({ length: 8 }, (_, index) => file(index + 2, 9 * MEGABYTE)),
        file(99, 1),
      ],
      says('potassium'),
    );
    expect(asked).toEqual(['n-2', 'n-3', 'n-4', 'n-5', 'n-6', 'n-7', 'n-99']);
  });

  test('continues past a file that cannot be read', async () => {
    const { found } = await searched([file(1), file(2), file(3)], async (_, { id }) => {
      if (id === 'n-2') throw new Failure(failure('conflict', 'locked'));
      return Buffer.from('potassium');
    });
    expect(found.toSorted()).toEqual(['n-1', 'n-3']);
  });

  test('ends when the server fails or the client disconnects', async () => {
    const down = new Failure(failure('unavailable', 'down'));
    await expect(searched([file(1)], () => Promise.reject(down))).rejects.toBe(down);
    const asking = new AbortController();
    const gone = new Error('gone');
    await expect(
      searched(
        [file(1), file(2)],
        async () => {
          asking.abort(gone);
          return Buffer.from('');
        },
        asking.signal,
      ),
    ).rejects.toBe(gone);
  });
});
