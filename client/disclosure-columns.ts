import type { Disclosure } from './api.generated.ts';
import type { CsvColumn } from './csv-of.ts';

/** The columns of an accounting of disclosures as a CSV file (45 CFR 164.528(b)(2)). */
export const disclosureColumns: readonly CsvColumn<Disclosure>[] = [
  { name: 'date', value: ({ at }) => at },
  { name: 'recipient', value: ({ recipient }) => recipient },
  { name: 'address', value: ({ address }) => address },
  { name: 'kind', value: ({ kind }) => kind },
  { name: 'disclosed', value: ({ content }) => content },
  { name: 'fields', value: ({ fields }) => fields.join('; ') },
  { name: 'screening', value: ({ screening }) => screening },
  { name: 'purpose', value: ({ purpose }) => purpose },
  { name: 'exemption', value: ({ exemption }) => exemption },
  { name: 'by', value: ({ by }) => by },
  { name: 'about', value: ({ about }) => about.join('; ') },
  { name: 'position', value: ({ position }) => position },
];
