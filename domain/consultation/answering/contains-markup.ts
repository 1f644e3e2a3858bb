import type { AnswerUnit } from './parse-unit.ts';

const markup =
  /<\/?[a-z!?][^>]{0,400}>?|!\[|\]\(|:\/\/|(?<![\w/])\/\/[a-z0-9]|\bhttps?:|\bwww\.|\b(?:javascript|vbscript|mailto|ftp|file|blob|sms):(?=\S)|\bdata:[a-z]|<\||\|>|\b[a-z0-9]{2,63}\.(?:com|net|org|io|ru|cn|info|xyz)\b|\b[a-z0-9-]{2,63}\.[a-z]{2,24}\/[a-z0-9]/i;
/** Links and tags of the evidence may be repeated as text; anything that a browser would load or run may not. */
const active = /<\/?[a-z!?]|!\[|\]\(|(?:java|vb)script:|data:[a-z]|<\||\|>/i;

/** Whether a sentence contains a link that its sources lack, or anything that a browser would load or run. */
export const containsMarkup = (claim: string, evidence: readonly { readonly written: string }[]): boolean => {
  if (!markup.test(claim)) return false;
  if (active.test(claim)) return true;
  const links = claim
    .toLowerCase()
    .split(/[\s()<>"'“”,;]/)
    .filter((word) => markup.test(word))
    .map((word) => (/[.:]$/.test(word) ? word.slice(0, -1) : word));
  return links.some((link) => !evidence.some(({ written }) => written.includes(link)));
};

/**
 * Whether a citation is written as a link or a link definition: `[1](//…)`, `[1]: //…`. A front end may load either.
 */
export const linksCitation = ({ body, marks }: AnswerUnit): boolean =>
  marks.some(
    ({ start, end }) => body[end] === '(' || (body[end] === ':' && body.slice(0, start).trim() === ''),
  );
