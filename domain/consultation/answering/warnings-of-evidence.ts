import { namesMaximum } from '../excerpt/statement-kinds.ts';
import type { EvidenceIndex } from './evidence-index.ts';
import { findNamedThings, isDrug } from './named-things.ts';
import { forbids } from './parse-statement.ts';

const mostWarnings = 6;
/** Maximum length of a warning. */
const longestWarning = 460;

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');

/**
 * Returns the prohibitions and maximum doses in the cited evidence for the drugs of an answer that the answer omits.
 */
export const warningsOfEvidence = (
  index: EvidenceIndex,
  answer: string,
  cited: readonly number[],
): readonly string[] => {
  const { drugs } = findNamedThings(answer.slice(0, 20_000));
  if (drugs.length === 0) return [];
  const said = bare(answer);
  const warnings: string[] = [];
  for (const n of cited) {
    for (const { statement, heads } of index.placesOf.get(n) ?? []) {
      if (warnings.length >= mostWarnings) return warnings;
      const named = [statement, ...heads].flatMap(({ things }) => things.drugs);
      if (!named.some((one) => drugs.some((drug) => isDrug(one, drug)))) continue;
      const head = heads.find(({ text }) => forbids(text));
      if (!forbids(statement.text) && !namesMaximum(statement.text) && head === undefined) continue;
      if (said.includes(bare(statement.text).trim())) continue;
      const text =
        head === undefined ? statement.text : `${head.text.replace(/^#+\s*/, '')} ${statement.text}`;
      warnings.push(`[${n}] “${text.slice(0, longestWarning)}”`);
    }
  }
  return [...new Set(warnings)];
};
