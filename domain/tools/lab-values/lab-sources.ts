/** The sources of ranges, limits and factors. */
export const labSources = {
  abim: {
    title: 'American Board of Internal Medicine. ABIM Laboratory Test Reference Ranges, 2024',
    url: 'https://www.abim.org/Media/bfijryql/laboratory-reference-ranges.pdf',
  },
  pregnancy: {
    title:
      'Abbassi-Ghanavati M, Greer LG, Cunningham FG. Pregnancy and laboratory studies: a reference table for clinicians. Obstet Gynecol 2009;114:1326-31',
    url: 'https://doi.org/10.1097/AOG.0b013e3181c2bde8',
  },
  whoHemoglobin: {
    title:
      'World Health Organization. Guideline on haemoglobin cutoffs to define anaemia in individuals and populations, 2024',
    url: 'https://www.who.int/publications/i/item/9789240088542',
  },
  criticalAdults: {
    title:
      'Kost GJ. Critical limits for urgent clinician notification at US medical centers. JAMA 1990;263:704-7; with the later surveys as in the table of critical limits of Clinical Laboratory Reference 2023-2024 (MLO)',
    url: 'https://doi.org/10.1001/jama.263.5.704',
  },
  criticalChildren: {
    title:
      "Kost GJ. Critical limits for emergency clinician notification at United States children's hospitals. Pediatrics 1991;88:597-603; with the table of critical limits of Clinical Laboratory Reference 2012-2013 (MLO)",
    url: 'https://pubmed.ncbi.nlm.nih.gov/1881742/',
  },
  factors: {
    title: 'AMA Manual of Style, 11th ed., 17.5: conventional units and SI units, conversion factors',
    url: 'https://academic.oup.com/amamanualofstyle/si-conversion-calculator',
  },
} as const;
export type LabSource = keyof typeof labSources;
