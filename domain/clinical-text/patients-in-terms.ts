/** An optional genitive ending; the apostrophe is often left out. */
const genitive = "(?:['’]?s)?";
/** The separator between the words of a term: one character, so that the text keeps its length in any case. */
const gap = '[ ‐–-]';

/** Words for patients that are part of a term and do not describe the patient. */
const terms: readonly string[] = [
  // The score of Child and Turcotte, modified by Pugh: "Child-Pugh B", "Childs class C".
  `child${genitive}${gap}(?:turcotte|pugh)`,
  String.raw`child${genitive}${gap}(?:(?:class|grade|stage)${gap}[abc]\b|[abc]${gap}(?:cirrho|liver|hepat))`,
  `child-?bearing|child${gap}(?:bearing|birth|resistant|proof)`,
  `mother${gap}(?:to${gap})?child${gap}transmission`,
  // About the parent: "mother of 3 children with chest pain".
  String.raw`(?:mother|father|mom|dad|parent)s? of (?:[a-z\d]{1,8} ){0,2}(?:children|kids|infants?|bab(?:y|ies))`,
  // "Mother of a 4 yo with chest pain", but not "mother of a 4 yo says that he fell".
  String.raw`(?:mother|father|mom|dad|parent)s? of (?:an? |the |h(?:is|er) )?\d{1,2}[ -]?(?:y\/?o|yrs?[ -]old|years?[ -]olds?|months?[ -]olds?)\b(?= (?:with|has|having|c\/o|complain))`,
  // Aspirin of 81 mg, and conditions of the mother.
  `baby${gap}(?:aspirin|asa|blues|bump|shampoo)`,
  String.raw`adult${gap}(?:onset${gap})?still${genitive}\b`,
  `adult${gap}(?:polycystic|respiratory${gap}distress|t${gap}cell)`,
  String.raw`(?:neonatal|newborn)${gap}(?:fc\b|fragment)`,
  `senior${gap}(?:residents?|registrars?|nurses?|medics?|paramedics?|officers?|doctors?|physicians?|clinicians?|staff|consultants?)`,
];
const term = new RegExp(String.raw`\b(?:${terms.join('|')})`, 'gi');

/**
 * Replaces words such as "child" and "adult" by spaces where they are part of a term: Child-Pugh is a liver score,
 * children can have adult Still's disease, and baby aspirin is a strength for adults. All other characters keep their
 * positions.
 */
export const withoutPatientsInTerms = (text: string): string =>
  text.replace(term, (found) => ' '.repeat(found.length));
