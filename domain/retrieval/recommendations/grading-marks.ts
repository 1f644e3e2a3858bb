import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { EvidenceLevel, GradingSystem, RecommendationClass } from './recommendation.ts';

/** A grade in a statement: the characters from `start` to `end`, exclusive. */
export type GradingMark = {
  readonly start: number;
  readonly end: number;
  readonly system: GradingSystem;
  readonly recommendationClass?: RecommendationClass;
  readonly evidenceLevel?: EvidenceLevel;
};

type Grade = Omit<GradingMark, 'start' | 'end'>;
type Rule = {
  readonly pattern: RegExp;
  /** The grade of a match; nothing if it turns out not to be one. `context` names the author. */
  readonly grade: (match: RegExpExecArray, statement: string, context: string) => Grade | undefined;
};

// --- class and level: ACC/AHA and ESC ---------------------------------------------------------------------------

/** Numerals and letters are case-sensitive: "level of evidence a" continues with an article. */
export const classToken = String.raw`(?:III|II[aAbB]|I|3|2[aAbB]|1)(?![\w+/-])`;
const classSuffix = String.raw`(?:\s*[:(–-]\s*(?:(?:[Hh]arm(?:ful)?|HARM)(?!\w|\s+reduction)|[Nn]o [Bb]enefit|NO BENEFIT)\)?)`;
export const levelToken = String.raw`(?:B[-–‑]N?R|C[-–‑](?:LD|EO)|A|B|C)(?![\w+-])`;
const classWord = `(?:[Cc]lass|CLASS)`;
const classLabel = `(?:${classWord} (?:[Oo]f|OF) (?:[Rr]ecommendation|RECOMMENDATION)|[Rr]ecommendation ${classWord}|COR)`;
const levelLabel = `(?:[Ll]evel [Oo]f [Ee]vidence|LEVEL OF EVIDENCE|[Ee]vidence [Ll]evel|LOE|LoE)`;
const is = String.raw`(?:\s*[:=])?\s*`;

/** Text right before a class that grades patients, drugs or devices rather than recommendations. */
const otherClassBefore =
  /(?:NYHA|New York Heart Association|\bCCS|\bWHO|\bASA|Killip|Mallampati|Forrester|Child(?:-Pugh)?|Angle'?s?|Vaughan[- ]Williams|functional|h(?:a)?emorrhag(?:e|ic)|shock|antiarrhythmics?|obesity|nephritis|malocclusion|device|drug|laser|HLA|MHC)\s*(?:\([^)]{0,20}\)\s*)?(?:functional\s*)?$/i;
/** Text after such a class. */
const otherClassAfter =
  /^\s+(?:anti-?arrhythmic|drugs?\b|agents?\b|(?:medical )?devices?\b|shock|h(?:a)?emorrhag|heart failure|HF\b|symptoms|obesity|malocclusion|angina|lupus)/i;

const isOtherClass = (match: RegExpExecArray, statement: string): boolean =>
  otherClassBefore.test(statement.slice(Math.max(0, match.index - 60), match.index)) ||
  otherClassAfter.test(statement.slice(match.index + match[0].length));

/** `2A` → `IIa`, `3: Harm` → `III: Harm`. */
export const parseClass = (token: string, suffix = ''): RecommendationClass | undefined => {
  const base = {
    I: 'I',
    '1': 'I',
    IIA: 'IIa',
    '2A': 'IIa',
    IIB: 'IIb',
    '2B': 'IIb',
    III: 'III',
    '3': 'III',
  } as const;
  const found = Object.entries(base).find(([name]) => name === token.toUpperCase())?.[1];
  if (found !== 'III') return found;
  if (/harm/i.test(suffix)) return 'III: Harm';
  return /benefit/i.test(suffix) ? 'III: No Benefit' : 'III';
};

const levels = ['A', 'B', 'B-R', 'B-NR', 'C', 'C-LD', 'C-EO'] as const;
export const parseLevel = (token: string): EvidenceLevel | undefined =>
  levels.find((level) => level === token.replace(/[–‑]/g, '-'));

const namesAccAha = /\b(?:ACC|ACCF|AHA|HFSA|HRS)\b|American Heart Association|American College of Cardiology/;
const namesEsc = /\b(?:ESC|EACTS|EHRA)\b|European Society of Cardiology/;

/**
 * Determines which of the two societies graded: by a notation that only one of them uses, otherwise by the text or its
 * source.
 */
export const cardiologySystem = (mark: string, statement: string, context: string): GradingSystem => {
  const isAccAha = /\b[123][abAB]?\b|B[-–‑]N?R|C[-–‑](?:LD|EO)|\bCOR\b|harm|no benefit/i.test(mark);
  if (isAccAha) return 'acc_aha';
  for (const text of [statement, context]) {
    if (namesAccAha.test(text) !== namesEsc.test(text)) return namesEsc.test(text) ? 'esc' : 'acc_aha';
  }
  return 'unnamed';
};

const gradedByClass: Rule['grade'] = (match, statement, context) => {
  if (isOtherClass(match, statement)) return undefined;
  const { token, suffix, level } = match.groups ?? {};
  const recommendationClass = token === undefined ? undefined : parseClass(token, suffix);
  const evidenceLevel = level === undefined ? undefined : parseLevel(level);
  return {
    system: cardiologySystem(match[0], statement, context),
    ...omitUndefined({ recommendationClass, evidenceLevel }),
  };
};

const classThen = `(?<token>${classToken})(?<suffix>${classSuffix})?`;

const classRules: readonly Rule[] = [
  {
    // "Class IIa; Level of Evidence: B-R", "COR 1, LOE A", "class I, level A".
    pattern: new RegExp(
      String.raw`\b(?:${classLabel}|${classWord})${is}${classThen}(?:\s+recommendation)?[\s,;/()|–-]{1,6}(?:and |with )?(?:${levelLabel}|[Ll]evel|LEVEL)${is}(?<level>${levelToken})`,
      'g',
    ),
    grade: gradedByClass,
  },
  { pattern: new RegExp(String.raw`\b${classLabel}${is}${classThen}`, 'g'), grade: gradedByClass },
  {
    pattern: new RegExp(String.raw`\b${classWord}\s+(?<token>III|3)(?<suffix>${classSuffix})`, 'g'),
    grade: gradedByClass,
  },
  {
    pattern: new RegExp(String.raw`\b${classWord}\s+${classThen}\s+(?:[Rr]ecommendation|[Ii]ndication)`, 'g'),
    grade: gradedByClass,
  },
  { pattern: new RegExp(String.raw`\b${levelLabel}${is}(?<level>${levelToken})`, 'g'), grade: gradedByClass },
];

// --- GRADE ------------------------------------------------------------------------------------------------------

const qualities = { 'very low': 'very low', low: 'low', moderate: 'moderate', high: 'high' } as const;
const asQuality = (written: string | undefined): EvidenceLevel | undefined =>
  Object.entries(qualities).find(([name]) => name === written?.toLowerCase().replace(/[-\s]+/g, ' '))?.[1];
const asStrength = (written: string | undefined): RecommendationClass | undefined =>
  written === undefined ? undefined : /strong/i.test(written) ? 'strong' : 'weak';
const qualityOfLetter = { A: 'high', B: 'moderate', C: 'low', D: 'very low' } as const;

const gradedInWords: Rule['grade'] = (match) => {
  const { strength, quality } = match.groups ?? {};
  const recommendationClass = asStrength(strength);
  const evidenceLevel = asQuality(quality);
  return {
    system: 'grade',
    ...omitUndefined({ recommendationClass, evidenceLevel }),
  };
};

const gradedByCode: Rule['grade'] = (match, statement) => {
  // Codes of other things look the same: figures, tumours, spaces. Only a recommendation recommends.
  if (!/\b(?:recommend|suggest)/i.test(statement)) return undefined;
  const { number, letter } = match.groups ?? {};
  const evidenceLevel = Object.entries(qualityOfLetter).find(([name]) => name === letter)?.[1];
  return {
    system: 'grade',
    recommendationClass: number === '1' ? 'strong' : 'weak',
    ...omitUndefined({ evidenceLevel }),
  };
};

const strengthWord = `(?<strength>strong|weak|conditional)`;
const qualityWord = `(?<quality>very[- ]low|low|moderate|high)`;
const codeToken = `(?<number>[12])(?<letter>[A-D])`;

const gradeRules: readonly Rule[] = [
  {
    // "strong recommendation, moderate-quality evidence", "(conditional recommendation; low certainty of evidence)".
    pattern: new RegExp(
      String.raw`\b${strengthWord} recommendation\b[\s,;:(–-]{1,4}(?:based on )?${qualityWord}[- ](?:quality|certainty)(?: (?:of )?(?:the )?evidence)?`,
      'gi',
    ),
    grade: gradedInWords,
  },
  { pattern: new RegExp(String.raw`\(${strengthWord} recommendation\)`, 'gi'), grade: gradedInWords },
  {
    pattern: new RegExp(String.raw`\bstrength of (?:the )?recommendation\s*[:=]\s*${strengthWord}\b`, 'gi'),
    grade: gradedInWords,
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:quality|certainty) of (?:the )?evidence\s*[:=]\s*${qualityWord}\b`,
      'gi',
    ),
    grade: gradedInWords,
  },
  { pattern: new RegExp(String.raw`\b(?:[Gg]rade|GRADE)${is}${codeToken}(?!\w)`, 'g'), grade: gradedByCode },
  // KDIGO: a recommendation ends with its code.
  { pattern: new RegExp(String.raw`[([]${codeToken}[)\]](?=(?:\s*\.)?\s*$)`, 'g'), grade: gradedByCode },
];

// --- grades by letter and levels by number: SIGN, Oxford, USPSTF --------------------------------------------------

const namesUspstf = /\bUSPSTF\b|Preventive Services Task Force/;
const namesSign = /\bSIGN\b|Scottish Intercollegiate/;
const namesOcebm = /\bO?CEBM\b|\bOxford\b/;

/**
 * The system of a letter grade: the one that the statement names, otherwise its source; `unnamed` when neither names
 * exactly one.
 */
const letterSystem = (statement: string, context: string): GradingSystem => {
  for (const text of [statement, context]) {
    const named = (
      [
        ['uspstf', namesUspstf],
        ['sign', namesSign],
        ['ocebm', namesOcebm],
      ] as const
    ).filter(([, pattern]) => pattern.test(text));
    if (named.length === 1 && named[0]) return named[0][0];
  }
  return 'unnamed';
};

const letters = ['A', 'B', 'C', 'D'] as const;
const gradedByLetter: Rule['grade'] = (match, statement, context) => {
  const recommendationClass = letters.find((letter) => letter === match.groups?.letter);
  return recommendationClass && { system: letterSystem(statement, context), recommendationClass };
};

const signLevels = ['1++', '1+', '1-', '2++', '2+', '2-'] as const;
const gradedBySignLevel: Rule['grade'] = (match) => {
  const evidenceLevel = signLevels.find((level) => level === match.groups?.level?.replace(/[–−]/g, '-'));
  return evidenceLevel && { system: 'sign', evidenceLevel };
};
const ocebmLevels = ['1a', '1b', '1c', '2a', '2b', '2c', '3a', '3b', '4', '5'] as const;
const gradedByOcebmLevel: Rule['grade'] = (match, statement, context) => {
  const evidenceLevel = ocebmLevels.find((level) => level === match.groups?.level);
  // A bare number may be a level of any scheme.
  const isSure = evidenceLevel?.length === 2 || letterSystem(statement, context) === 'ocebm';
  return evidenceLevel && isSure ? { system: 'ocebm', evidenceLevel } : undefined;
};

const letterRules: readonly Rule[] = [
  {
    // "Grade A recommendation", "grade of recommendation: B", "recommendation grade C", "strength of recommendation: A".
    pattern: /\b(?:[Gg]rade|GRADE)(?:\s*[:=])?\s*(?<letter>[A-D])\s+(?:recommendation|evidence)\b/g,
    grade: gradedByLetter,
  },
  {
    pattern:
      /\b(?:[Gg]rade [Oo]f [Rr]ecommendation|[Rr]ecommendation [Gg]rade|[Ss]trength [Oo]f (?:the )?[Rr]ecommendation)(?:\s*[:=])?\s*(?:[Gg]rade )?(?<letter>[A-D])(?![\w+-])/g,
    grade: gradedByLetter,
  },
  {
    // The task force ends its statements with "(B recommendation)" or "Grade: B".
    pattern: /\((?<letter>[A-D]) recommendation\)|\(?\bGrade: (?<letter>[A-D])(?![\w+-])\)?/g,
    grade: (match, statement, context) => {
      const grade = gradedByLetter(match, statement, context);
      return grade?.system === 'uspstf' ? grade : undefined;
    },
  },
  {
    pattern: /\bI [Ss]tatement\b/g,
    grade: (_, statement, context) =>
      letterSystem(statement, context) === 'uspstf'
        ? { system: 'uspstf', recommendationClass: 'I statement' }
        : undefined,
  },
  { pattern: /\b[Ll]evel(?:\s*:)?\s*(?<level>[12]\+\+)/g, grade: gradedBySignLevel },
  {
    pattern: new RegExp(String.raw`\b${levelLabel}${is}(?<level>[12](?:\+\+|\+|[-–−](?!\s*\d)))`, 'g'),
    grade: gradedBySignLevel,
  },
  {
    pattern: new RegExp(String.raw`\b${levelLabel}${is}(?<level>[12][abc]|3[ab]|[45])(?![\w.%+-])`, 'g'),
    grade: gradedByOcebmLevel,
  },
];

const rules: readonly Rule[] = [...classRules, ...gradeRules, ...letterRules];

/**
 * Finds the grades in one statement, in order. `context` describes the author, such as the title of the document.
 * Grades of other things (NYHA and Killip classes, classes of shock and of drugs, trauma centers) are excluded: a class
 * counts only with its level, with "Harm" or "No Benefit", or as a class of recommendation.
 */
export const gradingMarksIn = (statement: string, context: string): readonly GradingMark[] => {
  const marks: GradingMark[] = [];
  for (const { pattern, grade } of rules) {
    for (const match of statement.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      // The rules go from the most to the least specific.
      if (marks.some((other) => start < other.end && other.start < end)) continue;
      const found = grade(match, statement, context);
      if (found) marks.push({ start, end, ...found });
    }
  }
  return marks.sort((one, other) => one.start - other.start);
};
