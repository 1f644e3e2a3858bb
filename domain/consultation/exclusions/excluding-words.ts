import { prohibits } from '../excerpt/statement-kinds.ts';

/** What heads a list of patients who must not get something; "Precautions" and "Warnings" only ask for care. */
const exclusionHead =
  /\bcontra-?indications?\b|\bexclusions?\b|\bexclusion criteria\b|\b(?:do not|don['’]t|never) (?:use|give|administer|perform|apply|start|take)\b|\bnot for\b|\bwhen not to\b|\bcontra-?indicated\b/i;

/** Whether a heading or an introduction names those who must not get something. */
export const headsExclusions = (text: string): boolean => exclusionHead.test(text);

/** The words that keep something from patients: what they are about follows or precedes them in the same clause. */
const keepsFrom =
  /\bcontra-?indicat(?:ed|ions?)\b|\b(?:do not|don['’]t|must not|should not|shall not|may not|never)(?: be)? (?:use|give|administer|take|start|apply|perform|prescribe|receive|get|have|used|given|administered|taken|started|applied|performed|prescribed)\b(?! (?:priority|precedence|more|another|additional|further|faster|over|until|unless|within \d+ (?:min|hours? of (?:the|a) (?:last|first|previous))))|\b(?:is|are) not (?:to be |recommended|indicated|authori[sz]ed|approved|permitted|allowed|for|given|used|administered)\b|\bnot (?:recommended|indicated|authori[sz]ed|approved|permitted|allowed|for use|for patients|to be used|to be given)\b|(?:^|[.;:|(]\s?)not (?:in|for|if|with)\b|\b(?:avoid|withhold|omit|hold)\b|\bexclu(?:de|ded|des|sions?)\b/i;

/** What follows these words is an exception to a prohibition. */
const exception = /\b(?:unless|except(?:ion)?s?|other than|until|only if|but may|but can)\b/i;

/** Clauses: a semicolon or the end of a sentence parts what is forbidden from what is advised instead. */
const clauseEnd = /;\s|(?<=[\p{L}\d)%]{2}[.!?])\s+(?=\p{Lu})/u;

/** "For chest pain if …": what something is for, before the patients who must not get it. */
const purpose = /\bfor (?:the )?(?:[\p{L}-]{2,20} ){1,5}(?=(?:if|when|whenever|in)\b)/giu;

/**
 * The clauses of a statement that keep something from patients, each up to its exception: "Do not give to children
 * unless …" excludes children, "… unless pregnant" no one who is pregnant.
 */
export const excludingClauses = (text: string): readonly string[] =>
  text.split(clauseEnd).flatMap((clause) => {
    const upTo = clause.search(exception);
    const said = upTo < 0 ? clause : clause.slice(0, upTo);
    return keepsFrom.test(said) && prohibits(said) ? [said.replace(purpose, '')] : [];
  });

/** An item of a list that denies being one of it. */
const denied = /\bnot (?:an? )?(?:absolute |relative )?(?:contra-?indicat|exclu)/i;

/** What an item of a list of exclusions says, without its exception; `undefined` if it denies to be one. */
export const excludingItem = (text: string): string | undefined => {
  if (denied.test(text)) return undefined;
  const upTo = text.search(exception);
  const said = (upTo < 0 ? text : text.slice(0, upTo)).trim();
  return said === '' ? undefined : said;
};
