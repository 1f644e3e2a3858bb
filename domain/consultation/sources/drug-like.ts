/**
 * Stems of international nonproprietary names (WHO, "The use of stems in the selection of INN", 2018) that hardly any
 * other word ends with. They identify drugs that are newer than the terminology.
 */
const stems =
  /^[a-z]{3,24}(?:mab|tinib|rafenib|ciclib|parib|tegravir|buvir|previr|vastatin|gliptin|gliflozin|glutide|tirzepatide|xaban|gatran|triptan|setron|prazole|conazole|cillin|mycin|penem|bactam|floxacin|dipine|sartan|lukast|cept|kinra|gepant|orexant|zumab|platin|rubicin|taxel|lisib|degib|sidenib|caftor|siran|rsen)$/;

/** Whether a lower-case word has the form of a drug name. */
export const isDrugLike = (word: string): boolean => stems.test(word);
