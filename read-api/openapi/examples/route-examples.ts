import { calculatorExamples } from './calculator-examples.ts';
import { commandExamples } from './command-examples.ts';
import { consultationExamples } from './consultation-examples.ts';
import { documentExamples } from './document-examples.ts';
import { erasureExamples } from './erasure-examples.ts';
import { operationExamples } from './operation-examples.ts';
import type { RouteExample } from './route-example.ts';
import { toolExamples } from './tool-examples.ts';

/** An example call of every route, by its operation id. */
export const routeExamples: Readonly<Record<string, RouteExample>> = {
  ...commandExamples,
  ...consultationExamples,
  ...documentExamples,
  ...operationExamples,
  ...erasureExamples,
  ...toolExamples,
  ...calculatorExamples,
};
