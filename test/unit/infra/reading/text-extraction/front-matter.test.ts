import { describe, expect, it } from 'vitest';
import { readFrontMatter } from '../../../../../infra/reading/text-extraction/text/read-front-matter.ts';

const read = (yaml: string) => readFrontMatter(`---\n${yaml}\n---\nGive oxygen.\n`);

describe('front matter that is not valid YAML', () => {
  it.each([
    '> 5 years of age',
    '>= 12 years',
    '*Draft* Heat illness',
    '[DRAFT] Heat illness',
    '"Heat" illness',
    '% of body surface',
    '@home care',
    '`heat`',
    '| heat |',
    '- heat',
    '? heat',
    '& more',
    'Heat: illness',
    '"heat',
  ])('keeps the title %s, and its other fields', (title) => {
    expect(read(`title: ${title}\nauthor: A. Smith\ndoi: 10.1000/182`)).toEqual({
      text: 'Give oxygen.\n',
      properties: expect.objectContaining({ title, authors: ['A. Smith'] }),
    });
  });

  it('is also read when another line is not YAML, or is indented by tabs', () => {
    expect(read('title: Heat\nkeywords: *, +\nauthors:\n\t- A. Smith\n\t- B. Doe').properties).toEqual({
      title: 'Heat',
      authors: ['A. Smith', 'B. Doe'],
    });
  });

  it('leaves a block in the text whose lines are doses below a title', () => {
    const text =
      '---\ntitle: Epinephrine\nAdult dose: 0.5 mg IM\nChild dose: 0.01 mg/kg IM\n---\nGive oxygen.\n';
    expect(readFrontMatter(text)).toEqual({ text, properties: {} });
  });

  it('is read without following aliases, which may repeat one another', () => {
    const yaml = ['title: Heat', 'a: &a [x, x]', 'b: &b [*a, *a]', 'authors: [*b, *b]'].join('\n');
    expect(read(yaml).properties).toEqual({ title: 'Heat', authors: ['[*b, *b]'] });
  });
});
