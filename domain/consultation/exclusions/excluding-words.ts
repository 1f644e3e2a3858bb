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

/** What follows these words is the reason, which excludes no one: "not recommended as it may mask shock". */
const reason =
  /\b(?:because|since|due to|owing to|which (?:may|can|could|might)|as (?:it|they|this|these|there|the [\p{L}-]+) (?:may|can|could|might|will|would|is|are|has|have))\b/iu;

/** A prohibition of too much, of haste or of habit keeps nothing from a patient: "avoid excessive oxygen in COPD". */
const ofExcess =
  /\bavoid (?:the |any )?(?:excess(?:ive)?|unnecessary|routine|rapid|prolonged|abrupt|sudden|over-?[a-z]+ion)\b(?! qt)|\b(?:not|never)(?: be)? (?:[a-z]+ )?(?:routinely|rapidly|excessively|abruptly|unnecessarily|suddenly)\b|\broutine (?:[a-z]+ ){1,6}(?:is|are) not\b/i;

/** "… should not be considered as a contraindication": a prohibition that is denied. */
const deniesOne =
  /\bnot(?: be)?(?: (?:considered|regarded|seen|treated|taken|thought of|used))?(?: as| to be)? (?:an? )?(?:absolute |relative |specific |true )?contra-?indication\b/i;

/** "Contraindications in children include …": whom the list is for, before those whom it excludes. */
const scope = /^.{0,60}\bcontra-?indications?\b[^.;]{0,80}?\b(?:include|are|comprise)[sd]?\b/i;

/** Others are spoken of than the drug: "these devices …, so they should not be used". */
const ofOthers =
  /^(?:however,? |but |so |and )?(?:(?:these|those|such|they|both|other)\b|(?:the|this|that) (?:mixture|combination|devices?|cylinders?|machines?)\b)/i;

/** "For chest pain if …": what something is for, before the patients who must not get it. */
const purpose = /\bfor (?:the )?(?:[\p{L}-]{2,20} ){1,5}(?=(?:if|when|whenever|in)\b)/giu;

const upToFirst = (text: string, ends: readonly RegExp[]): string => {
  const at = ends.map((end) => text.search(end)).filter((index) => index >= 0);
  return at.length === 0 ? text : text.slice(0, Math.min(...at));
};

/**
 * The clauses of a statement that keep something from patients, each up to its exception: "Do not give to children
 * unless …" excludes children, "… unless pregnant" no one who is pregnant.
 */
export const excludingClauses = (text: string): readonly string[] =>
  text.split(clauseEnd).flatMap((clause) => {
    if (deniesOne.test(clause) || ofOthers.test(clause)) return [];
    const said = upToFirst(clause, [exception, reason]);
    return keepsFrom.test(said) && prohibits(said) && !ofExcess.test(said)
      ? [said.replace(scope, '').replace(purpose, '')]
      : [];
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
