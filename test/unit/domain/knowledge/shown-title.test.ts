import { describe, expect, it } from 'vitest';
import { describeDocument } from '../../../../domain/knowledge/describe-document.ts';

describe('the title that a document is given', () => {
  it.each(['\u202E', '\u202A', '\u2066', '\u200F', '\uFEFF', '\uF0B7'])(
    'holds no character that turns it around or is private: %j',
    (mark) => {
      const { title } = describeDocument({
        extracted: { pages: [{ page: 1, text: 'x', readBy: 'native' }] },
        metadata: { sourceType: 'protocol', specialty: [], containsPhi: false },
        format: 'text',
        fileName: `Heat ${mark}stroke.txt`,
      });
      expect(title).toBe('Heat stroke');
    },
  );
});
