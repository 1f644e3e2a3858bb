/**
 * Stems of international nonproprietary names (WHO, "The use of stems in the selection of INN", 2018) that hardly
 * anything else ends with: by them drugs are known that are younger than the terminology.
 */
const stems =
  /^[a-z]{3,24}(?:mab|tinib|rafenib|ciclib|parib|tegravir|buvir|previr|vastatin|gliptin|gliflozin|glutide|tirzepatide|xaban|gatran|triptan|setron|prazole|conazole|cillin|mycin|penem|bactam|floxacin|dipine|sartan|lukast|cept|kinra|gepant|orexant|zumab|platin|rubicin|taxel|lisib|degib|sidenib|caftor|siran|rsen)$/;

/** Whether a word in lower case is built like the name of a drug. */
export const isDrugLike = (word: string): boolean => stems.test(word);
