import { expect, it } from 'vitest';
import { classifyContent } from '../../../../../domain/knowledge/chunking/classify-content.ts';

it.each([
  ['medication', 'Give epinephrine 0.01 mg/kg IM, at most 0.3 mg.'],
  ['medication', '| Midazolam | 5 mg | single dose |'],
  ['procedure', '1. Open the airway.\n2. Insert the tube and secure it.\n3. Verify placement.'],
  ['assessment', 'Signs and symptoms of stroke: facial droop. Evaluate with the scale.'],
  ['general', 'This policy applies to all employees.'],
])('a passage is classified as %s when it contains "%s"', (type, text) => {
  expect(classifyContent(text)).toBe(type);
});
