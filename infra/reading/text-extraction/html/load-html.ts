import { type CheerioAPI, load } from 'cheerio';
import { withoutDeepTags } from '../markup/nesting.ts';

/**
 * Deepest element that keeps its own level. The parser searches all open elements for each new one: 100,000 nested
 * elements took it four minutes.
 */
const deepestTag = 500;

/** Parses a page in time bounded by its length. */
export const loadHtml = (html: string): CheerioAPI => load(withoutDeepTags(deepestTag, html));
