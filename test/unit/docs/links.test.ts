import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

const pages: readonly string[] = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** The GitHub anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const withoutCode = (text: string): string => text.replace(/```[\s\S]*?```/g, '');
const anchorsOf = (page: string): readonly string[] =>
  [...withoutCode(readFileSync(join(root, page), 'utf8')).matchAll(/^#{1,6} (.+)$/gm)].map(
    ([, heading = '']) => anchorOf(heading),
  );
const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** The top-level folders of the repository, by which a path in code is distinguished from other words. */
const rooms =
  'app|cli|client|commands|consumers|docs|domain|followers|infra|ports|projections|read-api|samples|scripts|test';

describe('the documents', () => {
  it.each(pages)('%s links to pages and headings that exist', (page) => {
    const text = withoutCode(readFileSync(join(root, page), 'utf8'));
    const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]*))?\)/g)];
    const broken = links.filter(([, path = '', anchor]) => {
      const target = path === '' ? page : join(dirname(page), path);
      if (!isThere(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  // The changelog and the list of moved tests name files that no longer exist.
  const ofToday = pages.filter((page) => !['CHANGELOG.md', 'docs/moved-tests.md'].includes(page));
  it.each(ofToday)('%s names files that exist', (page) => {
    const text = withoutCode(readFileSync(join(root, page), 'utf8'));
    const paths = [...text.matchAll(new RegExp(`\`((?:${rooms})/[\\w./-]*)\``, 'g'))].map(
      ([, path = '']) => path,
    );
    expect(paths.filter((path) => !isThere(join(root, path)))).toEqual([]);
  });

  // Wrapping a page with a careless tool joins the next item of a list to the sentence before it.
  it.each(pages)('%s begins each item of a list on a line of its own', (page) => {
    const text = withoutCode(readFileSync(join(root, page), 'utf8'));
    const joined = /[.:;?)] (?:-(?: [A-Z`*]|$)|\d\.(?: [A-Z`*]|$))/;
    expect(text.split('\n').filter((line) => !line.startsWith('|') && joined.test(line))).toEqual([]);
  });
});
