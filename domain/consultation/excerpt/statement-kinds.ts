import { namesAmount } from '../../clinical-text/names-dose.ts';
import { patientKinds, patientSource } from '../../clinical-text/population.ts';

/** Words that forbid or end something. */
const prohibition =
  /contra-?indicat|\bdo not\b|\bdon['’]t\b|\bmust not\b|\bshould not\b|\bshall not\b|\b(?:is|are) not (?:to|given|used|administered|applied|performed|for)\b|\bnot for (?:patients|use|children|adults)\b|(?:^|[.;:|])\W{0,8}(?:\w+ )?no \w+ (?:when|if|in|for|after|with|without|within|before|during|under|below|until)\b|(?:^|[.;:|(])\W{0,8}not (?:under|below|over|above|in|if|when|where|with|within|before|after|during|until|for|to be)\b(?! (?:addition|all|only|limited|necessar\w+|excess))|\bomit\b|\bnot (?:be )?(?:authorized|permitted|allowed)\b|\bprohibit(?:s|ed)?\b|\bforbidden\b|\bunder no circumstances\b|\brefrain\b|\bmay not\b|\bcannot\b|\bnot indicated\b|\bnot recommended\b|\bavoid\b|\bwithhold\b|(?<!\b(?:psychiatric|involuntary|legal|\d{4}|an?|on) )\bhold\b(?! (?:the|in|on|pressure|still))|\bdiscontinue\b|\bnever\b|\bexcept(?:ion)?s?\b|\bunless\b|\bexclusions?\b|\bexcludes?\b/i;
/** Texts that name a prohibition to deny it: "alone is not a contraindication". */
const denial =
  /\b(?:not|no|isn['’]t|without) (?:an? |any )?(?:other )?(?:absolute |relative |known )?contra-?indications?\b/gi;
/**
 * Statements that something may be contraindicated, without saying when: "unless contraindicated", "when morphine is
 * contraindicated".
 */
const ifContraindicated =
  /\b(?:if|when|where|unless|whenever|or|after|and\/or)\b(?: [\w-]+){0,4},? contra-?indicat(?:ed|ions?)\b(?! (?:due|in|for|because|by|with|after|during|as))(?! ?:)/gi;
/**
 * Statements about patients, drugs or circumstances in the words of a prohibition: "patients who do not respond", "they
 * do not have a fever", "an IV cannot be obtained", "may not require", "to avoid agitation".
 */
const description =
  /\b(?:who|which|that|they|patients?|he|she|it|drugs?|symptoms?|scales?) (?:also )?do(?:es)? not\b|(?<!(?:^|[.;:•❶-❿]) ?)\bdo not (?:correlate|necessarily|always|apply|indicate|replace|have|meet|require|need|respond|improve|appear|know|wish)\b|\bcannot (?:be )?(?:\w+ly )?(?:obtained?|establish(?:ed)?|achieved?|determined?|tolerated?|access(?:ed)?|swallow|reach(?:ed)?|done|assess(?:ed)?)\b|\bmay not (?:be (?:able|capable|present|apparent|available|obvious|evident)|have|require|need|respond|show|know|tolerate|improve|work)\b|(?<!\b(?:how|try|need|care|important|taken|sure|attempt|required|asked|advised|instructed) )\bto avoid\b/gi;
/** A patient's order, not one of the text. */
const doNotResuscitate = /\bdo not (?:attempt )?resuscitat\w*|\bhonoring prehospital do not\b/gi;
const caution =
  /\bcautions?\b|\bonly (?:if|when|in|for|after|with)\b|\bprecipitat\w+|\bincompatib\w+|\b(?:may|can|could) (?:cause|result in|lead to|precipitate)\b|\bprecautions?\b|\bmax(?:imum|\.)?\b|\b(?:not|never) (?:to )?exceed\b/i;

/** Whether a text forbids something, or states for whom or when it must not be done. */
export const prohibits = (text: string): boolean =>
  // Most texts contain no prohibition even before the exceptions are removed.
  prohibition.test(text) &&
  prohibition.test(
    text
      .replace(denial, '')
      .replace(ifContraindicated, '')
      .replace(doNotResuscitate, '')
      .replace(description, ''),
  );

const restrictionWords =
  /^(?:#{1,6}\s)?(?:(?:\d{1,2}|[A-Za-z]|[IVX]{1,4})[.)]\s|[•▪◦●○◊❖*–-]\s)?(?:absolute |relative )?(?:contra[- ]?indications?|exclusions?|exclusion criteria|exceptions?|precautions?|cautions?|warnings?|limits?|limitations|maximum doses?|do not (?:use|give|administer)(?=:?$| (?:if|in|when|for)\b)|not for(?=:?$)|when not to)(?![\w-])/i;

/** Whether a heading, or the first word of a paragraph, announces a restriction of everything around it. */
export const headsRestrictions = (text: string): boolean => restrictionWords.test(text);

const criteriaWords =
  /^(?:#{1,6}\s)?(?:(?:inclusion |exclusion |transport |transfer |activation |absolute |relative )?(?:criteria|(?:contra[- ]?)?indications?)|(?:[\w-]+ ){0,3}criteria)\s*:?$/i;

/** Whether a heading announces criteria, all of which apply. */
export const headsCriteria = (text: string): boolean => criteriaWords.test(text);

/** Whether a text mentions contraindications, even to deny one: "alone is not a contraindication". */
export const mentionsContraindication = (text: string): boolean => /contra-?indicat/i.test(text);

/** Whether a text forbids, limits, or asks for caution. */
export const restricts = (text: string): boolean => prohibits(text) || caution.test(text);

const leave =
  /^(?:(?:\d{1,2}|[A-Za-z])[.)]\s|[•▪◦●○◊❖*–-]\s)?(?:contact|call|consult|notify|obtain)\b[^.\n]{0,60}\b(?:to|for|before|prior|order|approval)\b/i;

/** Whether a text requires permission before the next step: "Contact base to confirm", "Call for an order". */
export const asksForAuthorization = (text: string): boolean => leave.test(text);

const approver =
  '(?:base(?: (?:hospital|physician|station))?|medical (?:control|direction|command)|online medical (?:control|direction)|physician|doctor|olmc|micn|bhp?o?)';
const approval = new RegExp(
  String.raw`\b(?:requires?|only|needs?|must have|with|prior|after)\b[^.\n]{0,20}\b${approver}\b[^.\n]{0,20}\b(?:orders?|approval|authori[sz]ation|permission|contact|consult\w*)\b|\b${approver}\b[^.\n]{0,20}\b(?:orders?|approval|authori[sz]ation|permission|contact|consult\w*)\b[^.\n]{0,20}\b(?:required|needed|only|first|before|prior)\b|\b(?:orders?|approval|authori[sz]ation|permission)\b[^.\n]{0,12}\b(?:of|from|by)\b[^.\n]{0,12}\b${approver}\b`,
  'i',
);

/** Whether a text says that something needs the approval of a physician: "Base hospital order required". */
export const requiresApproval = (text: string): boolean => approval.test(text);

/** Patients and circumstances to which one of several alternatives applies. */
const choice = new RegExp(
  String.raw`^(?:[•▪◦●○◊❖*–-]\s|\(?[a-z\d]{1,2}[.)]\s)?(?:for |if )?(?:patients? )?(?:age[ds]? |weigh(?:t|ing) |wt )?(?:[<>≤≥=]{1,2}\s*|up to |under |over |less than |greater than |at least )?(?:\d{1,3}(?:\.\d{1,2})?(?:\s?(?:[-–]|to)\s?\d{1,3}(?:\.\d{1,2})?)?\s?(?:hours?|days?|weeks?|mo(?:nths?)?|y(?:ea)?rs?|yo|kg|lbs?|pounds)\b|(?:${patientSource(...patientKinds)})(?!\p{L}))`,
  'iu',
);

/** Whether a text begins with the age, weight or kind of patient that it applies to. */
export const startsWithPatientGroup = (text: string): boolean => choice.test(text);

/** "Pediatric" describes devices and protocols more often than patients. */
const special = new RegExp(
  String.raw`\b(?!pa?ediatrics?\b|peds\b)(?:${patientSource('pediatric', 'neonatal', 'pregnant', 'elderly')}|trimester|breast-?feeding|dialysis|renal (?:disease|failure|impairment)|(?:liver|hepatic) (?:disease|failure|impairment))\b`,
  'iu',
);

/** Whether a text mentions patients to whom a general statement often does not apply. */
export const mentionsSpecialPatients = (text: string): boolean => special.test(text);

/** The number of characters within which an item about some patients names them. */
const beginning = 50;

/** Whether a text begins with some patients and forbids something for them: "In infants do not …". */
export const forbidsForSpecialPatients = (text: string): boolean =>
  mentionsSpecialPatients(text.slice(0, beginning)) && prohibits(text);

const listIntroduction =
  /:\s*[\u2460-\u2473\u24eb-\u24ff\u2776-\u277f]*$|\b(?:all|any|both|either|none|one|two|each) (?:or more )?of the following\b|\bthe following\b[^.]{0,200}$/i;

const colon = /:\s*[\u2460-\u2473\u24eb-\u24ff\u2776-\u277f]*$/;

/** Whether a text ends so that a list or a table must follow. */
export const endsInColon = (text: string): boolean => colon.test(text);

/** Whether a text introduces a list of which a part alone would mean something else. */
export const introducesList = (text: string): boolean => listIntroduction.test(text);

const criteria =
  /\b(?:all|any|both|either|none|one|two|each) (?:or more )?of the following\b|\b(?:criteria|indications|contra-?indications|conditions)\b[^.]{0,60}:/i;

/** Whether a text introduces criteria, all of which apply. */
export const introducesCriteria = (text: string): boolean => criteria.test(text);

const doseLimit =
  /\b(?:max(?:imum|\.)?|(?:not|never) (?:to )?exceed|(?:no|not|never) more than|at most|(?:highest|largest|single) (?:single |total |daily )?dose|up to|repeat(?:ed)?|once only|total)\b/i;

/** Whether a text limits or repeats a dose: without it, the dose is half an answer. */
export const limitsDose = (text: string): boolean => doseLimit.test(text);

const maximum =
  /\bmax(?:imum|\.)?\b|\b(?:not|never) (?:to )?exceed\b|\bno more than\b|\bat most\b|\bhighest (?:single |total |daily )?dose\b|\bup to a total\b/i;

/** Whether a text names a maximum dose. */
export const namesMaximum = (text: string): boolean => maximum.test(text) && namesAmount(text);

const value =
  /[<>≤≥]\s?\d|\d\s?(?:%|mm ?Hg|mmol|mg\/dL|kPa|bpm|°)|\b(?:below|under|above|over|less than|more than|greater than|at least|between) \d/i;

/** Whether a text gives a value to aim at or act on: "88–92%", "below 60 mmHg". */
export const givesValue = (text: string): boolean => value.test(text);

const exclusionName =
  /^(?:#{1,6}\s)?(?:[\p{L}\d/()-]{1,30}\s){1,4}(?:exclusions?|exclusion criteria|contra-?indications?)\s*:?$|^(?:#{1,6}\s)?(?:exclusions?|exclusion criteria|contra-?indications?) (?:to|for|of)(?:\s[\p{L}\d/()-]{1,30}){1,4}:?$/iu;

/** Whether a text is the name of a list of patients who must not get a drug: "Ketorolac Exclusions:". */
export const namesExclusions = (text: string): boolean => exclusionName.test(text);
