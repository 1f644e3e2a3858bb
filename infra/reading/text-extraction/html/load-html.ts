import { type CheerioAPI, load } from 'cheerio';
import { withoutDeepTags } from '../markup/nesting.ts';

/**
 * Deepest element that is kept apart from what is in it. The parser looks through all elements that are open for each one
 * that begins: 100,000 in one another took it four minutes.
 */
const deepestTag = 500;

/** Parses a page in a time that its length bounds. */
export const loadHtml = (html: string): CheerioAPI => load(withoutDeepTags(deepestTag, html));
