import { tokenize } from '../../language/tokenize.ts';
import type { Passage } from '../../retrieval/passage.ts';
import { containsWords } from './words-in.ts';

/** Guideline issuers: the abbreviation that people search by, and the names in documents. */
const guidelineSources: Readonly<Record<string, readonly string[]>> = {
  aafp: ['American Academy of Family Physicians'],
  aan: ['American Academy of Neurology'],
  aap: ['American Academy of Pediatrics'],
  aasld: ['American Association for the Study of Liver Diseases'],
  acc: ['American College of Cardiology'],
  acep: ['American College of Emergency Physicians'],
  acg: ['American College of Gastroenterology'],
  acog: ['American College of Obstetricians and Gynecologists'],
  acp: ['American College of Physicians'],
  acr: ['American College of Rheumatology', 'American College of Radiology'],
  acs: ['American Cancer Society', 'American College of Surgeons'],
  ada: ['American Diabetes Association'],
  aga: ['American Gastroenterological Association'],
  aha: ['American Heart Association'],
  ahrq: ['Agency for Healthcare Research and Quality'],
  apa: ['American Psychiatric Association'],
  asa: ['American Stroke Association', 'American Society of Anesthesiologists'],
  asco: ['American Society of Clinical Oncology'],
  ats: ['American Thoracic Society'],
  cdc: ['Centers for Disease Control and Prevention', 'Centers for Disease Control'],
  chest: ['American College of Chest Physicians'],
  easd: ['European Association for the Study of Diabetes'],
  easl: ['European Association for the Study of the Liver'],
  ecdc: ['European Centre for Disease Prevention and Control'],
  ema: ['European Medicines Agency'],
  erc: ['European Resuscitation Council'],
  ers: ['European Respiratory Society'],
  esc: ['European Society of Cardiology'],
  esmo: ['European Society for Medical Oncology'],
  eular: ['European Alliance of Associations for Rheumatology'],
  fda: ['Food and Drug Administration'],
  gina: ['Global Initiative for Asthma'],
  gold: ['Global Initiative for Chronic Obstructive Lung Disease'],
  hfsa: ['Heart Failure Society of America'],
  idsa: ['Infectious Diseases Society of America'],
  ilcor: ['International Liaison Committee on Resuscitation'],
  kdigo: ['Kidney Disease Improving Global Outcomes'],
  naemsp: ['National Association of EMS Physicians'],
  nasemso: ['National Association of State EMS Officials'],
  nccn: ['National Comprehensive Cancer Network'],
  nice: ['National Institute for Health and Care Excellence'],
  nih: ['National Institutes of Health'],
  rki: ['Robert Koch Institute', 'Robert Koch-Institut'],
  sccm: ['Society of Critical Care Medicine'],
  sign: ['Scottish Intercollegiate Guidelines Network'],
  uspstf: ['US Preventive Services Task Force', 'U.S. Preventive Services Task Force'],
  who: ['World Health Organization', 'World Health Organisation'],
};

type Issued = Pick<Passage, 'organization' | 'agency' | 'publisher'>;

/** True when a name contains an abbreviation as a word in capitals: "Doctors who care" is not the WHO. */
const bears = (issuer: string, short: string): boolean =>
  issuer.trim().toLowerCase() === short ||
  tokenize(issuer).some(({ text, capitals }) => capitals && text === short);

/**
 * Returns a predicate: true when a source issued a document, under any of its names: `aha` matches documents of
 * "AHA/ACC/HFSA" and of the "American Heart Association".
 */
export const issuedBy = (source: string): ((document: Issued) => boolean) => {
  const asked = source.toLowerCase().trim();
  const known = Object.entries(guidelineSources).filter(
    ([short, names]) => short === asked || names.some((name) => name.toLowerCase() === asked),
  );
  const shorts = known.map(([short]) => short);
  const names = [...(shorts.includes(asked) ? [] : [asked]), ...known.flatMap(([, full]) => full)];
  return ({ organization, agency, publisher }) =>
    [organization, agency, publisher].some(
      (issuer) =>
        issuer !== undefined &&
        (shorts.some((short) => bears(issuer, short)) || names.some((name) => containsWords(issuer, name))),
    );
};

/** The issuer of a document; empty if unknown. */
export const issuerOf = ({ organization, agency, publisher }: Issued): string =>
  organization ?? agency ?? publisher ?? '';
