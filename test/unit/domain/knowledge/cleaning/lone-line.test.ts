import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanPages } from '../../../../../domain/knowledge/clean-pages.ts';
import { isRightsNotice } from '../../../../../domain/knowledge/cleaning/lone-line.ts';

const cleaned = (...pages: readonly string[]): string =>
  cleanPages(pages.map((text, index) => ({ page: index + 1, text, readBy: 'native' as const }))).text;

describe('a single line at the edge of a page', () => {
  it.each([
    'Copyright 2024',
    '© 2019–2023 County of Somewhere. All rights reserved.',
    'Copyright © 2021 by Doe & Sons',
    '©2020 Agency',
  ])('is removed as a copyright notice: %s', (line) => {
    expect(cleaned(`Give oxygen to all of them\n${line}`, 'Then wait')).toBe(
      'Give oxygen to all of them\n\nThen wait',
    );
  });

  it.each([
    'Copyright 2024 dosing of epinephrine',
    'Copyright law and medicine',
    '© 2024 Epinephrine 0.3 mg intramuscularly',
    'The copyright is of 2024',
  ])('is kept as text: %s', (line) => {
    expect(isRightsNotice(line)).toBe(false);
    expect(cleaned(`Give oxygen to all of them\n${line}`, 'Then wait')).toContain(line);
  });

  it('is removed as a running chapter name, and kept where the chapter begins', () => {
    expect(
      cleaned(
        'Some text before it',
        'Chapter 3\n# Airway\nOpen the mouth',
        'Chapter 3\nLook into the mouth',
        'Chapter 4\n# Breathing\nGive oxygen',
      ),
    ).toBe(
      'Some text before it\n\nChapter 3\n# Airway\nOpen the mouth\n\nLook into the mouth\n\nChapter 4\n# Breathing\nGive oxygen',
    );
    expect(cleaned('See the list\nChapter 3', 'Open the mouth')).toContain('Chapter 3');
    expect(cleaned('Copyright 2024')).toBe('Copyright 2024');
  });

  it('is the only line removed, and a chapter name stays once', () => {
    const said = fc.stringMatching(/^[a-z]{4,9}( [a-z]{4,9}){2,5}$/);
    const lone = fc.constantFrom('', 'Chapter 1', 'Chapter 2', 'Copyright 2024', '© 2020 Agency');
    const page = fc.tuple(lone, fc.array(said, { minLength: 1, maxLength: 4 }), lone);
    fc.assert(
      fc.property(fc.array(page, { minLength: 1, maxLength: 5 }), (pages) => {
        const text = cleaned(...pages.map(([head, body, foot]) => [head, ...body, foot].join('\n')));
        for (const [, body] of pages) for (const line of body) expect(text).toContain(line);
        for (const name of ['Chapter 1', 'Chapter 2'])
          if (pages.some(([head, , foot]) => head === name || foot === name)) expect(text).toContain(name);
      }),
    );
  });
});
