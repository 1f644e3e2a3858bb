/**
 * The role of a section of a document: based on the parts of a drug label (the section headings of 21 CFR 201.57) and
 * the outlines of guidelines and protocols.
 */
const sectionRoles = [
  'highlights',
  'indications',
  'dosage',
  'contraindications',
  'warnings',
  'adverse_reactions',
  'interactions',
  'populations',
  'overdosage',
  'pharmacology',
  'studies',
  'supply',
  'leaflet',
  'recommendations',
  'rationale',
  'monitoring',
  'history',
  'assessment',
  'treatment',
  'procedure',
  'orders',
  'background',
  'policy',
  'quality_indicators',
  'contents',
  'references',
  'people',
  'form',
] as const;
export type SectionRole = (typeof sectionRoles)[number];

/** The sections of a drug label in the order of their numbers, which begin with 1 (21 CFR 201.57(c)). */
const labelSections: readonly (readonly [title: RegExp, role: SectionRole])[] = [
  [/^indications?\b/i, 'indications'],
  [/^dosage and admin/i, 'dosage'],
  [/^dosage forms?\b/i, 'supply'],
  [/^contraindications?\b/i, 'contraindications'],
  [/^warnings?\b/i, 'warnings'],
  [/^adverse reactions?\b/i, 'adverse_reactions'],
  [/^drug interactions?\b/i, 'interactions'],
  [/^use in specific/i, 'populations'],
  [/^drug abuse/i, 'warnings'],
  [/^overdosage/i, 'overdosage'],
  [/^description/i, 'supply'],
  [/^clinical pharm/i, 'pharmacology'],
  [/^nonclinical tox/i, 'pharmacology'],
  [/^clinical stud/i, 'studies'],
  [/^references/i, 'references'],
  [/^how supplied/i, 'supply'],
  [/^patient counsel/i, 'leaflet'],
];

/** Words in a heading that name the role of its section; the first match counts. */
const headingWords: readonly (readonly [RegExp, SectionRole])[] = [
  [/^(?:table of )?contents\b|^list of (?:tables|figures|boxes)\b|^index$/i, 'contents'],
  [/^(?:references|bibliography|works cited|further reading|sources)\b/i, 'references'],
  [
    /\b(?:acknowledge?ments?|contributors|authors?|committee members|membership|editorial|writing group|conflicts? of interest|declarations? of interest)\b/i,
    'people',
  ],
  [
    /\b(?:quality indicators?|audit (?:standards?|criteria|tool)|performance (?:measures?|indicators?))\b/i,
    'quality_indicators',
  ],
  [/\b(?:form|worksheet|checklist|template|log sheet)$/i, 'form'],
  [/\bhighlights of prescribing\b/i, 'highlights'],
  [
    /\b(?:medication guide|patient information|patient counseling|instructions for use|information for patients|patient leaflet)\b/i,
    'leaflet',
  ],
  [/\bcontra-?indications?\b|\bexclusions?\b|\bwhen not to\b/i, 'contraindications'],
  [/\binteractions?\b/i, 'interactions'],
  [
    /\badverse (?:reactions?|effects?|events?)\b|\bside[- ]effects?\b|\bpostmarketing\b|\btoxicit(?:y|ies)\b/i,
    'adverse_reactions',
  ],
  [
    /\bwarnings?\b|\bprecautions?\b|\bcautions?\b|\bpearls?\b|\bspecial considerations?\b|\bpitfalls?\b/i,
    'warnings',
  ],
  [/\boverdos(?:e|age)\b$/i, 'overdosage'],
  [
    /\bdos(?:e|es|ing|age)\b(?! forms)|\bdrug (?:table|chart)\b|\bformulary\b|\bregimens?\b|\badministration\b|\binfusions?\b|\bmedications?\b/i,
    'dosage',
  ],
  [
    /\bdosage forms?\b|\bhow supplied\b|\bstorage\b|\bhandling\b|\bdescription\b|\bpresentation and storage\b/i,
    'supply',
  ],
  [
    /\bspecific populations\b|\bpregnan(?:cy|t)\b|\blactation\b|\bbreast[- ]?feeding\b|\b(?:geriatric|pediatric|paediatric) use\b|\b(?:renal|hepatic) impairment\b/i,
    'populations',
  ],
  [
    /\bpharmacolog(?:y|ical)\b|\bpharmaco(?:kinetics|dynamics|genomics)\b|\bmechanism of action\b|\btoxicology\b|\bmicrobiology\b|\bcarcinogenesis\b/i,
    'pharmacology',
  ],
  [/\bclinical (?:studies|trials?)\b|\bstudy (?:design|results)\b|\btrials?\b/i, 'studies'],
  [
    /\brationale\b|\bwhy the committee\b|\bevidence\b|\bhow the recommendations? (?:might|may)\b|\bresearch recommendations?\b|\bliterature\b|\bdiscussion\b/i,
    'rationale',
  ],
  [/\brecommendations?\b|\bkey points\b|\bsummary\b|\bgood practice points?\b/i, 'recommendations'],
  [/\bmonitor(?:ing)?\b|\bfollow[- ]?up\b|\bre-?assess(?:ment)?\b|\breview\b/i, 'monitoring'],
  [/\bindications?\b|\binclusion\b/i, 'indications'],
  [/\b(?:base|medical control|hospital) (?:contact|orders?)\b|\borders?\b/i, 'orders'],
  [/\bprocedures?\b|\btechniques?\b|\bsteps?\b|\bpreparation\b|\bequipment\b|\bhow to\b/i, 'procedure'],
  [/\btreatments?\b|\bmanagement\b|\binterventions?\b|\btherap(?:y|ies)\b|\bresuscitation\b/i, 'treatment'],
  [/\bhistory\b/i, 'history'],
  [
    /\bassess(?:ment)?\b|\bevaluation\b|\bexamination\b|\bdiagnos[ie]s\b|\bcriteria\b|\bsigns?\b|\bsymptoms?\b|\bclinical features\b|\btriage\b|\bclassif(?:y|ication)\b|\binvestigations?\b|\bscreening\b|\bseverity\b/i,
    'assessment',
  ],
  [
    /\bbackground\b|\bintroduction\b|\bdefinitions?\b|\bepidemiology\b|\bpathophysiology\b|\b(?:a)?etiology\b|\bforeword\b|\bpreface\b|\bglossary\b|\babbreviations\b|\bterms used\b|\bcontext\b/i,
    'background',
  ],
  [
    /\bpolic(?:y|ies)\b|\bpurpose\b|\bauthority\b|\bscope\b|\bprinciples?\b|\bresponsibilit(?:y|ies)\b|\brequirements?\b/i,
    'policy',
  ],
];

/** The prefix of a heading: its number, a letter, marks. */
const mark = /^(?:(?:\d{1,2}(?:\.\d{1,2}){0,3}|[A-Z]|[IVX]{1,5})[.)]?\s+|[•▪◦–-]\s*)/;

/** The role that the words of a heading name; undefined where they name none. */
export const roleOfHeading = (heading: string): SectionRole | undefined => {
  const title = heading.replaceAll('**', '').replace(/\s+/g, ' ').trim().replace(mark, '');
  return headingWords.find(([pattern]) => pattern.test(title))?.[1];
};

/** short input: one passage. */
const leaders = /\.{5,}|(?:\. ){5,}|…{2,}/g;
const endsWithPage = /[\p{L})]\s{1,40}\d{1,3}$/u;
const blanks = /_{4,}|☐|□|\[ \]/g;
const citation = /\bet al\b|\bdoi\b|\b(?:19|20)\d{2}\s?;\s?\d+|\bpmid\b/gi;
const trial =
  /\brandomi[sz]ed\b|\bplacebo\b|\b95% (?:CI|confidence)|\bhazard ratio\b|\bdouble-blind\b|\bopen-label\b|\bsubjects\b|\bprimary endpoint\b|\bn ?= ?\d/gi;
const kinetics =
  /\bAUC\b|\bC ?max\b|\bhalf-life\b|\bclearance\b|\bCYP\w*|\bP-gp\b|\bplasma concentrations?\b|\bbioavailability\b|\bmetaboli[sz]\w+/gi;
const leaflet =
  /\byour (?:healthcare provider|doctor|nurse|pharmacist|medicines?|child)\b|\btell your\b|\bif you\b|\bwhat (?:is|are|should i)\b|\bcall your\b/gi;
const committee =
  /\bthe (?:committee|panel|guideline development group|GDG)\b|\bevidence\b|\bmoderate[- ]quality\b|\blow[- ]quality\b|\bcertainty\b/gi;
const indicator =
  /\b(?:numerator|denominator|audit (?:standard|criteri\w+)|quality (?:indicator|measure|statement)s?)\b/gi;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * The role that a passage's layout shows: contents, references, a blank form, quality indicators. It overrides the
 * headings.
 */
const roleOfText = (text: string): SectionRole | undefined => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (count(text, leaders) > 3) return 'contents';
  const numbered = lines.filter((line) => endsWithPage.test(line.trim())).length;
  if (lines.length >= 6 && numbered * 2 > lines.length) return 'contents';
  if (count(text, citation) >= 4) return 'references';
  if (count(text, blanks) >= 6) return 'form';
  if (count(text, indicator) >= 2) return 'quality_indicators';
  return undefined;
};

/** The role that a passage's wording suggests. Headings take precedence. */
const roleOfWords = (text: string): SectionRole | undefined => {
  if (count(text, leaflet) >= 4) return 'leaflet';
  if (count(text, trial) >= 3) return 'studies';
  if (count(text, kinetics) >= 4) return 'pharmacology';
  if (count(text, committee) >= 3) return 'rationale';
  return undefined;
};

/** The parts of a passage that show the role of its section. */
type SectionText = {
  readonly sectionPath: readonly string[];
  readonly text: string;
};

/**
 * The role of a passage: that of the innermost heading that has one, unless the text is plainly contents, references or
 * a blank form; without such a heading, by its wording.
 */
const roleOf = ({ sectionPath, text }: SectionText): SectionRole | undefined =>
  roleOfText(text) ??
  sectionPath
    .toReversed()
    .map(roleOfHeading)
    .find((role) => role !== undefined) ??
  roleOfWords(text);

const isLabel = /\b(?:highlights of|full) prescribing information\b/i;
const beginsContents = /\bfull prescribing information: contents\b/i;
const endsContents = /\bsections or subsections omitted\b|^\W{0,4}full prescribing information\W{0,4}$/im;
const beginsLeaflet =
  /^\W{0,9}(?:medication guide|patient (?:package insert|information)|instructions for use)\b/im;
const labelNumber = /^(\d{1,2})(\.\d{1,2})?\s+(\S.*)/;

/** The section of a label that a heading opens or belongs to: "2 DOSAGE AND ADMINISTRATION", "2.1 Recommended Dose". */
const labelSectionOf = (heading: string): SectionRole | undefined => {
  const [, number = '', part, title = ''] = labelNumber.exec(heading) ?? [];
  const [pattern, role] = labelSections[Number(number) - 1] ?? [];
  return part !== undefined || pattern?.test(title) ? role : undefined;
};

type RoleReader = (passage: SectionText) => SectionRole | undefined;

/** Reads a label part by part: highlights, contents, the numbered sections, the patient leaflet. */
const labelReader = (passages: readonly SectionText[]): RoleReader => {
  const hasContents = passages.some(({ text }) => beginsContents.test(text));
  let part: 'highlights' | 'contents' | 'sections' | 'leaflet' = hasContents ? 'highlights' : 'sections';
  let section: SectionRole | undefined;
  return ({ sectionPath, text }) => {
    if (part === 'highlights' && beginsContents.test(text)) part = 'contents';
    if (part === 'highlights') return part;
    if (part === 'contents') {
      if (endsContents.test(text)) part = 'sections';
      return 'contents';
    }
    section =
      sectionPath
        .toReversed()
        .map(labelSectionOf)
        .find((role) => role !== undefined) ?? section;
    // The patient leaflet comes last and is not numbered.
    if (section === 'leaflet' && beginsLeaflet.test(text.slice(0, 200))) part = 'leaflet';
    return roleOfText(text) ?? (part === 'leaflet' ? part : (section ?? roleOf({ sectionPath, text })));
  };
};

/** The number of leading passages that can identify a document as a label. */
const headPassages = 5;

/**
 * Returns a reader of the role of each passage's section; `undefined` where nothing shows it.
 *
 * @param passages all of the document, in order
 * @returns a function to call with each passage once, in order: the heading of a label's section applies until the next
 *   one
 */
export const sectionRoleReader = (passages: readonly SectionText[]): RoleReader =>
  passages.slice(0, headPassages).some(({ text }) => isLabel.test(text)) ? labelReader(passages) : roleOf;
