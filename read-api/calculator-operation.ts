/** What an operation of one calculator is called in the OpenAPI document: `wells_dvt` is `calculateWellsDvt`. */
export const calculatorOperation = (verb: 'calculate' | 'describe', name: string): string =>
  `${verb}${name
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')}`;
