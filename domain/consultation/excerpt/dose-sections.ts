const dosage = /\b(?:dos(?:e|es|ing|age)\b(?! forms)|posology)/i;
const aside =
  /\b(?:pharmacolog\w*|pharmaco(?:kinetics?|dynamics?|genomics?)|mechanism of action|toxicology|carcinogenesis|description|clinical (?:studies|trials?)|studies|adverse (?:reactions|effects)|how supplied|dosage forms|storage|medication guide|patient (?:information|counsell?ing)|instructions for use|(?<!cross )references)\b/i;

/** Whether a heading is about doses: "2.1 Recommended Dosage". */
export const isDosingSection = (heading: string): boolean => dosage.test(heading);

/**
 * Whether a heading belongs to another part of a drug label: pharmacology, trials, supply or the patient leaflet.
 * Amounts there are not doses to give now.
 */
export const isNonDosingSection = (heading: string): boolean => aside.test(heading);

const trial =
  /\brandomi[sz]ed\b|\bplacebo\b|\b95% (?:CI|confidence)|\bhazard ratio\b|\bdouble-blind\b|\bopen-label\b|\bsubjects (?:were|received)\b|\bprimary (?:end ?point|efficacy)\b|\bwere (?:enrolled|treated with)\b|\borganogenesis\b|\b(?:in|to|and|or) (?:(?:pregnant|lactating|juvenile) )?(?:rats|rabbits|mice|monkeys)\b/gi;
const fewestWords = 2;

/** Whether a text reports a trial or a study of animals, in any section. */
export const reportsTrial = (text: string): boolean => (text.match(trial)?.length ?? 0) >= fewestWords;
