import { unitSource } from '../language/units-of-measure.ts';
import { after, type PhiHit, type PhiRule, unitLookahead, withDigits } from './phi-rule.ts';

/**
 * Labels of record numbers in the languages of patients and their papers. Each labels a person's number and hardly
 * anything else; labels that are also English words ("case", "file") have rules in `phi-number-rules.ts`.
 */
const recordLabels: readonly string[] = [
  // German
  String.raw`Patienten-?(?:nummer|nr\.?|ID)`,
  String.raw`Fall-?(?:nummer|nr\.?|ID)`,
  String.raw`Aufnahme-?(?:nummer|nr\.?)`,
  String.raw`Akten(?:zeichen|nummer|-?nr\.?)`,
  String.raw`Krankenakten?-?(?:nummer|nr\.?)`,
  String.raw`(?:Kranken)?[Vv]ersicherten-?(?:nummer|nr\.?)`,
  String.raw`(?:Kranken|Sozial)versicherungs-?(?:nummer|nr\.?)`,
  String.raw`Personalausweis-?(?:nummer|nr\.?)?`,
  // French
  String.raw`(?:num[ée]ro|n[°ºo]\.?) (?:de |du )?(?:dossier|patient|s[ée]jour)`,
  'dossier(?: m[ée]dical)? (?:num[ée]ro|n[°ºo])',
  '(?:num[ée]ro|n[°º]) de s[ée]curit[ée] sociale',
  'IPP',
  'NIR',
  // Spanish
  'NHC',
  String.raw`(?:n[úu]mero|n[º°o]\.?|nro\.?) (?:de )?(?:historia|expediente)(?: cl[íi]nic[ao])?`,
  String.raw`historia cl[íi]nica(?: n[º°o]\.?| n[úu]mero)?`,
  String.raw`expediente(?: n[º°o]\.?| n[úu]mero)?`,
  String.raw`(?:D\.?N\.?I\.?|NIE|CURP|RFC|CUIT|CUIL|NSS|NUHSA|RUT|c[ée]dula)(?: n[º°o]\.?)?`,
  // Portuguese
  '(?:n[úu]mero do |n[º°] do )?prontu[áa]rio',
  '(?:CPF|CNS|n[úu]mero de utente)',
  // Italian
  String.raw`cartella(?: clinica)?(?: n\.?[º°]?| numero)?`,
  '(?:codice fiscale|tessera sanitaria)',
  // Polish, Czech
  '(?:PESEL|NIP)',
  '(?:nr|numer) (?:pacjenta|kartoteki|historii(?: choroby)?|ksi[ęe]gi)',
  'rodn[ée] [čc][íi]slo',
  // Dutch, the North
  String.raw`(?:pati[ëe]nt|dossier)-?(?:nummer|nr\.?)`,
  String.raw`(?:BSN|personnummer|f[øo]dselsnummer|henkil[öo]tunnus|CPR-?(?:nummer|nr\.?))`,
  // Turkish, Vietnamese, Tagalog, Hindi
  String.raw`(?:T\.?C\.? kimlik(?: no)?|dosya no)`,
  '(?:m[ãa] (?:b[ệe]nh nh[âa]n|h[ồo] s[ơo]|BN)|s[ốo] (?:h[ồo] s[ơo]|b[ảa]o hi[ểe]m|BHYT|CMND|CCCD)|CMND|CCCD)',
  String.raw`(?:aadhaar|aadhar|ABHA|UHID|PhilHealth)(?: (?:no\.?|number|id))?`,
];

/** Health insurance numbers are among these; one kind covers all, because each is the number of one person. */
const LABEL = `(?:${recordLabels.join('|')})`;
const MARK = String.raw`(?:\s?(?:n[°ºo]\.?|nr\.?|:|#|=|-|is|ist|es|est|è|jest|là|lautet|lit)){0,2}[\s:#=.-]{0,3}`;
const NUMBER = String.raw`[A-Z]{0,4}[-/]?\d[\dA-Z]{0,18}(?:[ ./-][\dA-Z]{1,8}){0,4}`;

const UNIT = new RegExp(
  String.raw`^\s{0,2}(?:%|(?:${unitSource(({ kind }) => kind !== 'count')})(?![\p{L}\d]))`,
  'iu',
);
const isNumber =
  (digits: number) =>
  (hit: PhiHit): boolean =>
    withDigits(digits)(hit) && !UNIT.test(after(hit, unitLookahead));

/** Words before a date of birth. */
const BORN = String.raw`(?:geb(?:oren)?\.?(?: am| op)?|Geburts(?:datum|tag)|Geb\.?-?Dat(?:um|\.)|n[ée]e?(?:\(e\))? le|date de naissance|DDN|nacid[oa](?: el| en)?|fecha de nacimiento|f\.? ?nac\.?|nascid[oa](?: em| a)?|data de nascimento|nat[oa](?: il)?|data di nascita|ur(?:\.|odzon[yae])(?: dnia)?|data urodzenia|sinh(?: ngày)?|ngày sinh|geboortedatum|född|født|fødselsdato|syntynyt|doğum tarihi|narozen[aý]?|née?\b|\*)`;
const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const NUMERIC_DATE = String.raw`(?:\d{1,2}[./ -]{1,2}\d{1,2}[./ -]{1,2}\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{8}|\d{1,2}[ -]?\p{L}{3,9}\.?[ -]?\d{2,4}|\p{L}{3,9}\.? \d{1,2},? \d{4})`;
const MONTHS =
  'januar|j[äa]nner|februar|m[äa]rz|april|mai|juni|juli|august|september|oktober|november|dezember|' +
  'janvier|f[ée]vrier|mars|avril|juin|juillet|ao[ûu]t|septembre|octobre|novembre|d[ée]cembre|' +
  'enero|febrero|marzo|abril|mayo|junio|julio|agosto|se(?:p)?tiembre|octubre|noviembre|diciembre|' +
  'janeiro|fevereiro|mar[çc]o|maio|junho|julho|setembro|outubro|novembro|dezembro|' +
  'gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|' +
  'stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|wrze[śs]nia|pa[źz]dziernika|listopada|grudnia|' +
  'januari|februari|maart|mei|augustus';

/** Numbers and dates before or after labels in languages other than English. */
export const phiForeignRules: readonly PhiRule[] = [
  {
    kind: 'mrn',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\d])${LABEL}(?![\p{L}\d])${MARK}(?<id>${NUMBER})(?![\p{L}\d])`,
      'dgiu',
    ),
    accepts: isNumber(5),
  },
  {
    kind: 'mrn',
    pattern: new RegExp(
      String.raw`(?<![\w.,/-])(?<id>[A-Z]{0,4}-?\d{5,14})["'”’)\]]{0,2}\s{0,2}[(,:;=|–-]?\s{0,2}(?:\(|(?:ist|es|est|is)\s(?:die|das|el|la|le|the|her|his)?\s?)?${LABEL}(?![\p{L}\d])`,
      'dgiu',
    ),
    accepts: isNumber(5),
  },
  {
    kind: 'date',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\d])${BORN}[\s:]{1,3}(?:am |le |el |il )?(?<id>${NUMERIC_DATE})(?![\p{L}\d])`,
      'dgiu',
    ),
  },
  {
    // The date before its label: "3/5/1950 DOB", "3.5.50 (geboren)".
    kind: 'date',
    pattern:
      /(?<![\w/.-])(?<id>\d{1,4}[./-]\d{1,2}[./-]\d{2,4})\s{0,2}[(,:=-]?\s{0,2}(?:DOB|D\.O\.B\.?|date of birth|birth ?date|birthday|Geburtsdatum|date de naissance|fecha de nacimiento|data di nascita)(?![\p{L}\d])/dgiu,
  },
  {
    kind: 'date',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\d])(?:${DAY}|1er)\.?\s(?:de\s|d[i'’]\s?)?(?:${MONTHS})\s(?:de\s|del\s)?(?:18|19|20)\d{2}(?!\d)`,
      'dgiu',
    ),
  },
  {
    kind: 'date',
    pattern: /(?<![\p{L}\d])ngày\s\d{1,2}\stháng\s\d{1,2}\snăm\s\d{4}(?!\d)/dgiu,
  },
];
