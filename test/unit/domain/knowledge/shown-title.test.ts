import { describe, expect, it } from 'vitest';
import { describeDocument } from '../../../../domain/knowledge/describe-document.ts';

describe('the displayed title of a document', () => {
  it.each(['\u202E', '\u202A', '\u2066', '\u200F', '\uFEFF', '\uF0B7'])(
    'contains no bidirectional or private-use character: %j',
    (mark) => {
      const describe = (fileName: string, given: { readonly title?: string }) =>
        describeDocument({
          extracted: { pages: [{ page: 1, text: 'x', readBy: 'native' }] },
          metadata: { sourceType: 'protocol', specialty: [], containsPhi: false, ...given },
          format: 'text',
          fileName,
        }).title;
      expect(describe(`Heat ${mark}stroke.txt`, {})).toBe('Heat stroke');
      expect(describe('a.txt', { title: `Heat ${mark}stroke` })).toBe('Heat stroke');
    },
  );
});
