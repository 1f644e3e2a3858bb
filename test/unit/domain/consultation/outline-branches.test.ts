import { describe, expect, it } from 'vitest';
import type { Block } from '../../../../domain/consultation/excerpt/outline/block.ts';
import { childrenOf, subtreeOf } from '../../../../domain/consultation/excerpt/outline/block-tree.ts';
import { givenPassage } from '../retrieval/given-passages.ts';

const passage = givenPassage({});
const block = (kind: Block['kind'], line: string, under?: number): Block => ({
  kind,
  lines: [line],
  passage,
  places: [{ passage, pages: [1, 1] }],
  ...(under === undefined ? {} : { under }),
});

describe('the branches of an outline', () => {
  it('contain a block and its nested blocks, in reading order', () => {
    const blocks = [
      block('heading', '# Seizures'),
      block('entry', '1. Benzodiazepines', 0),
      block('entry', 'a. Midazolam', 1),
      block('entry', '2. Glucose', 0),
      block('entry', 'b. Lorazepam', 1),
      block('heading', '# Burns'),
    ];
    expect(subtreeOf(blocks, 1)).toEqual([1, 2, 4]);
    expect(subtreeOf(blocks, 0)).toEqual([0, 1, 2, 3, 4]);
    expect(subtreeOf(blocks, 5)).toEqual([5]);
    expect(subtreeOf(blocks, 9)).toEqual([]);
    expect(childrenOf(blocks, 0)).toEqual([1, 3]);
  });

  it('are found without searching the whole document for each of them', () => {
    let looks = 0;
    const watched = (one: Block): Block =>
      new Proxy(one, {
        get: (target, key) => {
          looks += 1;
          return Reflect.get(target, key);
        },
      });
    const monographs = 500;
    const blocks = Array.from({ length: monographs }, (_, at) => [
      watched(block('heading', `Contraindications of drug ${at}`)),
      watched(block('entry', `- Allergy to drug ${at}`, 2 * at)),
    ]).flat();
    const branches = blocks.flatMap(({ kind }, at) => (kind === 'heading' ? [subtreeOf(blocks, at)] : []));
    expect(branches.every((branch) => branch.length === 2)).toBe(true);
    expect(looks).toBeLessThan(5 * blocks.length);
  });
});
