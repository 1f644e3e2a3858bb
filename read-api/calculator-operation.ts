/** The name of a calculator's operation in the OpenAPI document: `wells_dvt` becomes `calculateWellsDvt`. */
export const calculatorOperation = (verb: 'calculate' | 'describe', name: string): string =>
  `${verb}${name
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')}`;
