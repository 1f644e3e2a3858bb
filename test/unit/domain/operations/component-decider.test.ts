import { describe, test } from 'vitest';
import { componentDecider } from '../../../../domain/operations/component-decider.ts';
import type { ComponentEvent } from '../../../../domain/operations/component-events.ts';
import type { ComponentName } from '../../../../domain/operations/component-name.ts';
import { given } from '../../../support/given.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const fails = (component: ComponentName, minute: number, node = 'one') =>
  ({ type: 'RecordComponentFailed', component, node, reason: 'timeout', at: at(minute) }) as const;
const recovers = (component: ComponentName, minute: number, node = 'one') =>
  ({ type: 'RecordComponentRecovered', component, node, at: at(minute) }) as const;
const failed = (component: ComponentName, minute: number, node = 'one'): ComponentEvent => ({
  type: 'ComponentFailed',
  data: { component, node, reason: 'timeout', at: at(minute) },
});
const recovered = (
  component: ComponentName,
  failedAt: number,
  minute: number,
  node = 'one',
): ComponentEvent => ({
  type: 'ComponentRecovered',
  data: { component, node, failedAt: at(failedAt), at: at(minute) },
});
const entered = (minute: number, ...components: ComponentName[]): ComponentEvent => ({
  type: 'DegradedModeEntered',
  data: { components, at: at(minute) },
});

describe('a component failure', () => {
  test('is reported once, by the first node that sees it', () => {
    given(componentDecider)
      .when(fails('reranker', 1))
      .thenEvents(failed('reranker', 1))
      .when(fails('reranker', 2, 'two'))
      .thenNothing();
  });

  test('is cleared by the node that reported it, or by another only after that one stayed silent', () => {
    given(componentDecider, failed('reranker', 1))
      .when(recovers('reranker', 3, 'two'))
      .thenNothing();
    given(componentDecider, failed('reranker', 1))
      .when(recovers('reranker', 3))
      .thenEvents(recovered('reranker', 1, 3))
      .when(recovers('reranker', 4))
      .thenNothing();
    given(componentDecider, failed('reranker', 1))
      .when(recovers('reranker', 16, 'two'))
      .thenEvents(recovered('reranker', 1, 16, 'two'));
  });

  test('is reported for at most the maximum number of components', () => {
    const many = Array.from({ length: 64 }, (_, index) => failed(`external-sources:s${index}`, 1));
    given(componentDecider, ...many)
      .when(fails('reranker', 2))
      .thenNothing();
  });
});

describe('degraded mode', () => {
  test('is entered with the second critical component, and left when the last one recovers', () => {
    given(componentDecider)
      .when(fails('embedding', 1))
      .thenEvents(failed('embedding', 1))
      .when(fails('cloud-model', 2))
      .thenEvents(failed('cloud-model', 2))
      .when(fails('knowledge-search', 3, 'two'))
      .thenEvents(
        failed('knowledge-search', 3, 'two'),
        entered(3, 'embedding', 'cloud-model', 'knowledge-search'),
      )
      .when(recovers('cloud-model', 4))
      .thenEvents(recovered('cloud-model', 2, 4))
      .when(recovers('knowledge-search', 5, 'two'))
      .thenEvents(recovered('knowledge-search', 3, 5, 'two'), {
        type: 'DegradedModeLeft',
        data: { enteredAt: at(3), at: at(5) },
      });
  });
});

describe('a high failure rate of a component', () => {
  test('is reported once an hour', () => {
    const rise = (minute: number) =>
      ({
        type: 'RecordFailuresRose',
        component: 'cloud-model',
        node: 'one',
        failed: 3,
        calls: 40,
        at: at(minute),
      }) as const;
    const rose = (minute: number): ComponentEvent => {
      const { type: _, ...data } = rise(minute);
      return { type: 'ComponentFailuresRose', data };
    };
    given(componentDecider)
      .when(rise(1))
      .thenEvents(rose(1))
      .when(rise(60))
      .thenNothing()
      .when(rise(61))
      .thenEvents(rose(61));
  });
});
