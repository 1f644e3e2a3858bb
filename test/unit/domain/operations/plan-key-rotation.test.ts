import { describe, expect, it } from 'vitest';
import {
  masterKeyOffer,
  planKeyRotation,
  type RotationFacts,
} from '../../../../domain/operations/plan-key-rotation.ts';

const [before, after] = ['0123456789abcdef', 'fedcba9876543210'];
const node = (host: string, key: string | undefined, alive = true): RotationFacts['nodes'][number] => ({
  host,
  alive,
  offers: ['indexing-worker', ...(key === undefined ? [] : [masterKeyOffer(key)])],
});
const plan = (facts: Partial<RotationFacts>) =>
  planKeyRotation({
    configured: after,
    inForce: before,
    rotation: undefined,
    nodes: [node('one', after), node('two', after)],
    ...facts,
  });

describe('a rotation of the master key', () => {
  it('begins when every running node is configured with the new key', () => {
    expect(plan({})).toEqual({ kind: 'begin' });
    expect(plan({ nodes: [node('one', after), node('gone', before, false)] })).toEqual({ kind: 'begin' });
  });

  it('waits for nodes with another key, and for those of a version that does not say which', () => {
    expect(plan({ nodes: [node('one', after), node('two', before), node('old', undefined)] })).toEqual({
      kind: 'wait',
      hosts: ['two', 'old'],
    });
  });

  it('waits until this node is listed itself', () => {
    expect(plan({ nodes: [] })).toEqual({ kind: 'wait', hosts: [] });
  });

  it('is not needed when the configured key is in force', () => {
    expect(plan({ configured: before, nodes: [] })).toEqual({ kind: 'nothing' });
  });

  it('goes on to its end once it has begun, whatever the nodes are configured with', () => {
    const nodes = [node('one', before)];
    expect(plan({ configured: before, rotation: { state: 'wrapping' }, nodes })).toEqual({ kind: 'wrap' });
    expect(plan({ inForce: after, rotation: { state: 'wrapped' }, nodes })).toEqual({ kind: 'record' });
  });
});
