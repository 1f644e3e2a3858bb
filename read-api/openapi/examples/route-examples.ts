import { calculatorExamples } from './calculator-examples.ts';
import { commandExamples } from './command-examples.ts';
import { consultationExamples } from './consultation-examples.ts';
import { documentExamples } from './document-examples.ts';
import { erasureExamples } from './erasure-examples.ts';
import { operationExamples } from './operation-examples.ts';
import { recordedAnswers } from './recorded-answers.generated.ts';
import type { RouteExample } from './route-example.ts';
import { toolExamples } from './tool-examples.ts';

const requests: Readonly<Record<string, RouteExample>> = {
  ...commandExamples,
  ...consultationExamples,
  ...documentExamples,
  ...operationExamples,
  ...erasureExamples,
  ...toolExamples,
  ...calculatorExamples,
};

const recorded: Readonly<Record<string, RouteExample>> = recordedAnswers;

/**
 * An example call of every route, by its operation id. Responses recorded from a server are used where they exist;
 * the others are written by hand.
 */
export const routeExamples: Readonly<Record<string, RouteExample>> = Object.fromEntries(
  Object.entries(requests).map(([operationId, example]) => {
    const shown = recorded[operationId];
    return [
      operationId,
      shown === undefined
        ? example
        : { ...example, ...shown, answers: { ...example.answers, ...shown.answers } },
    ];
  }),
);
