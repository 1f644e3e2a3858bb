import { drugsNamed } from '../../language/drugs-named.ts';
import { unitSource } from '../../language/units-of-measure.ts';
import { isSectionName } from '../chunking/heading-of.ts';

/** The longest line examined; running lines are shorter, and a longer one is content. */
const maxLineLength = 400;

/** Units in column heads; "cc:" names the recipients of a copy. */
const headUnits: ReadonlySet<string> = new Set(['mg', 'mcg', 'kg', 'mL', 'mEq', 'mmol', 'mmHg']);
/** A number with a unit, or a unit of weight, dose or volume alone, as in a column head. */
const measure = new RegExp(
  String.raw`\d\s?(?:${unitSource(({ kind }) => kind !== 'count')})(?![\p{L}\d])|(?<![\p{L}\d])(?:${unitSource(({ symbol }) => headUnits.has(symbol))})(?![\p{L}\d:])`,
  'iu',
);
const listItem =
  /^\s*(?:[-*•◦▪●○‣❑➢❶-❿➀-➓①-⑳]\s*(?=[\p{L}\d])|\(?(?:\d{1,3}|[A-Za-z]|[ivx]{1,5})[.)]\s+\S|step\s+\d{1,3}\b)/iu;
/** A verb that begins an instruction about care, before its object. */
const instruction =
  /^\W*(?:do\s+not|don['’]t|never|always|avoid|adjust|administer|allow|apply|assess|begin|call|check|confirm|consider|consult|contact|continue|decrease|defer|delay|dilute|discontinue|document|elevate|ensure|establish|evaluate|follow|give|hold|if|increase|infuse|inject|insert|initiate|limit|maintain|make\s+sure|may\s+(?:be|give|repeat|use)|monitor|must|notify|observe|obtain|only|perform|place|prepare|provide|push|reassess|recheck|refer|remove|repeat|reserve|see|start|stop|suction|titrate|transfer|transport|treat|use|ventilate|verify|wait|warm|withhold)\s+\S/i;
const ruling =
  /\b(?:must|should|shall|may\s+(?:be|give|repeat|use)|contra-?indicated|(?:not|never)\s+(?:to\s+)?(?:be\s+(?:\p{L}{1,20}ed|given|taken|left|put|done|held)|delay|exceed|give|use)|maximum|until)\b/iu;
const stop = /[.!?]["'”’)\]]*$/;
/** Fewest words before a stop that make it the end of a sentence rather than of an abbreviation. */
const minWords = 3;
const companyEnd = /\b(?:inc|ltd|co|corp|llc)\.$/i;
const endsSentence = (line: string): boolean =>
  stop.test(line) && !companyEnd.test(line) && (line.match(/\p{L}+/gu)?.length ?? 0) >= minWords;

/** A longer line of capitals that names a drug is a title, such as that of a policy; one copy stays in any case. */
const maxCapitals = 3;
const namesDrug = (line: string): boolean =>
  (/\p{Ll}/u.test(line) || line.split(/\s+/).length <= maxCapitals) &&
  drugsNamed({ title: '', sectionPath: [], text: line }).length > 0;

/** Marks of a document or one of its pages, and notices that printers and publishers put on every page. */
const documentMark =
  /\b(?:ref(?:erence)?\.?\s*no\b|page\s+\d+|(?:revised|reviewed|effective|supersedes|approved|issued|printed)(?:\s*:)?\s*(?:on\s+)?[\d\p{Lu}]\p{L}{0,20}[\s\d/.,-]{0,20}\d|copyright|all rights reserved|confidential|proprietary|uncontrolled|downloaded|personal use|without (?:the )?permission|with (?:the )?permission|for reference only)|[©®]/iu;

/** On so many pages one after another, a sentence is a notice, and a drug is named by the title of the document. */
const oftenPages = 5;

/**
 * True when a line is about the care of a patient, and so recurs on every page because it applies on every page: a dose
 * or measure, a list item, a drug, an instruction, a sentence, the name of a section. A line that names the document
 * (`Ref. No. 1210`, `Revised 10-01-25`) or is a printer's notice is content only when it has a measure; so is a sentence
 * or a drug on many pages, such as "This label may not be the latest" or the title of a guideline on antibiotics.
 *
 * @param pages the number of pages one after another on which it stands
 */
export const isContentLine = (rawLine: string, pages = 1): boolean => {
  const line = rawLine.trim();
  if (line.length > maxLineLength || measure.test(line)) return true;
  if (documentMark.test(line)) return false;
  return (
    listItem.test(line) ||
    isSectionName(line) ||
    instruction.test(line) ||
    ruling.test(line) ||
    (pages < oftenPages && (endsSentence(line) || namesDrug(line)))
  );
};
