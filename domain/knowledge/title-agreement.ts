/** Title words that name a kind of document, patient or reader, but no subject. */
const general: ReadonlySet<string> = new Set(
  (
    'adult adults pediatric pediatrics paediatric paediatrics child children neonatal neonate infant geriatric patient patients bls als lals ' +
    'emt emts paramedic paramedics standing order orders protocol protocols policy policies procedure procedures guideline guidelines guide ' +
    'guidance label labels drug drugs form forms stable unstable critical treatment treatments best practice provider providers document ' +
    'documents department division county city state emergency medical service services ems agency hospital hospitals health healthcare public ' +
    'clinical general information purpose scope definition definitions introduction overview summary chapter section appendix table page ' +
    'version draft final update updated updates new revised effective date master copy print manual handbook toolkit pathway pocket chart ' +
    'charts reference checklist all and for the with from use using used highlights prescribing full read this first journal report contents ' +
    'flowchart flow base contact ' +
    'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec'
  ).split(' '),
);

/** The prefix length that identifies words of one stem: "haemorrhage" and "haemorrhages", "allergy" and "allergic". */
const stemLength = 6;

/** The stems of the words that name the subject of a title or file name. */
export const subjectWordsOf = (words: string): ReadonlySet<string> =>
  new Set(
    (words.toLowerCase().match(/\p{L}{3,}/gu) ?? [])
      .filter((word) => !general.has(word))
      .map((word) => word.replace(/s$/, '').slice(0, stemLength)),
  );

/** The share of the words that a line contains, from 0 to 1. */
export const agreementOf = (line: string, words: ReadonlySet<string>): number => {
  if (words.size === 0) return 0;
  const said = subjectWordsOf(line);
  return [...words].filter((word) => said.has(word)).length / words.size;
};
