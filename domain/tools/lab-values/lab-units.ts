/** Spellings of units besides the one that the tables use; all in lower case and without blanks. */
const sameUnits: readonly (readonly string[])[] = [
  ['mmol/l', 'mm', 'mmoles/l', 'mval/l'],
  ['meq/l'],
  ['umol/l', 'umoles/l'],
  ['nmol/l'],
  ['pmol/l'],
  ['mg/dl', 'mg%', 'mg/100ml'],
  ['mg/l'],
  ['ug/l', 'ng/ml'],
  ['ug/dl'],
  ['ug/ml'],
  ['ng/dl'],
  ['pg/ml', 'ng/l'],
  ['g/dl', 'g%', 'g/100ml'],
  ['g/l'],
  ['%', 'percent'],
  ['l/l', 'fraction'],
  // 10⁹ per litre is the same as 10³ per microlitre.
  [
    '10^9/l',
    'x10^9/l',
    '10*9/l',
    '10e9/l',
    'x10e9/l',
    'g/l(cells)',
    '10^3/ul',
    'x10^3/ul',
    '10*3/ul',
    '10e3/ul',
    'k/ul',
    'th/ul',
    'thousand/ul',
    '10^3/mm3',
    'x10^3/mm3',
    'k/mm3',
    'k/cumm',
  ],
  ['/ul', 'cells/ul', '/mm3', 'cells/mm3', '/cumm', 'cells/cumm'],
  ['u/l', 'iu/l', '[iu]/l', 'units/l'],
  ['mu/l', 'miu/l', 'm[iu]/l', 'uiu/ml', 'u[iu]/ml', 'uu/ml'],
  ['s', 'sec', 'secs', 'second', 'seconds'],
  ['mmhg', 'mm[hg]', 'torr'],
  ['kpa'],
  ['mosm/kg', 'mosmol/kg', 'mosm/kgh2o', 'mosm/kg{h2o}'],
  ['fl', 'um3'],
  ['', '1', '{inr}', 'ratio', 'inr', '[ph]', 'ph'],
];

const unitByForm: ReadonlyMap<string, string> = new Map(
  sameUnits.flatMap((forms) => forms.map((form) => [form, forms[0] ?? form])),
);

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** A unit in the form of the tables: `µIU/mL` is `mu/l`, `10*3/uL` is `10^9/l`. Unknown units stay as written. */
export const plainUnit = (written: string): string => {
  const plain = written
    .trim()
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (digit) => `^${superscripts.indexOf(digit)}`)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, '')
    .replaceAll('×', 'x')
    .replaceAll('μ', 'u')
    .replace(/(?<=[mu]m)\^3/g, '3')
    .replaceAll('liter', 'l')
    .replaceAll('litre', 'l')
    .replace(/^mc(?=g|mol|l)/, 'u')
    .replace(/(?<=\/)mcl$/, 'ul')
    .replace(/^units?\//, 'u/');
  return unitByForm.get(plain) ?? plain;
};

const shown: Readonly<Record<string, string>> = {
  'mmol/l': 'mmol/L',
  'meq/l': 'mEq/L',
  'umol/l': 'µmol/L',
  'nmol/l': 'nmol/L',
  'pmol/l': 'pmol/L',
  'mg/dl': 'mg/dL',
  'mg/l': 'mg/L',
  'ug/l': 'mcg/L',
  'ug/dl': 'mcg/dL',
  'ug/ml': 'mcg/mL',
  'ng/dl': 'ng/dL',
  'pg/ml': 'pg/mL',
  'g/dl': 'g/dL',
  'g/l': 'g/L',
  'l/l': 'L/L',
  '10^9/l': '10^9/L',
  '/ul': '/mcL',
  'u/l': 'U/L',
  'mu/l': 'mU/L',
  mmhg: 'mm Hg',
  kpa: 'kPa',
  'mosm/kg': 'mOsm/kg',
  fl: 'fL',
};

/** A unit as people write it. */
export const shownUnit = (unit: string): string => shown[unit] ?? unit;
