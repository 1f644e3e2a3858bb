import type { ActionIntent } from './action-intent.ts';
import type { Request } from './request-of.ts';
import { trimLooseEnds } from './time-phrase.ts';

/** The source must be named: "search for …" alone is a question to the documents. */
const searches: readonly (readonly [tool: string, member: string, words: RegExp])[] = [
  [
    'search_nextcloud_files',
    'query',
    /^(?:search|look (?:in|through))\s+(?:in\s+|through\s+)?(?:my\s+(?:files|documents|folders)|nextcloud|my\s+nextcloud)\s+for\s+(.{1,200})$/i,
  ],
  [
    'search_pubmed',
    'query',
    /^(?:search|look (?:in|on)|query)\s+(?:in\s+|on\s+)?pubmed\s+(?:for|about)\s+(.{1,300})$/i,
  ],
  [
    'search_clinical_trials',
    'condition',
    /^(?:search|look (?:in|on))\s+(?:in\s+|on\s+)?clinical ?trials(?:\.gov)?\s+(?:for|about|of|on|in)\s+(.{1,200})$/i,
  ],
  [
    'search_clinical_trials',
    'condition',
    /^(?:search|look)\s+for\s+(?:(?:current|ongoing|recruiting)\s+)?clinical trials\s+(?:for|about|of|on|in)\s+(.{1,200})$/i,
  ],
  [
    'web_search_medical',
    'query',
    /^(?:search|look (?:on|in))\s+(?:on\s+)?the\s+(?:web|internet)\s+(?:for|about)\s+(.{1,300})$/i,
  ],
];

/** "Search PubMed for tranexamic acid in head injury." */
export const readSearch = ({ text }: Request): ActionIntent | undefined => {
  for (const [tool, member, words] of searches) {
    const found = words.exec(text)?.[1];
    const query = found === undefined ? '' : trimLooseEnds(found.replace(/[?"]/g, ''));
    if (query !== '') return { kind: 'call', tool, arguments: { [member]: query } };
  }
  return undefined;
};
