import type { ToolCallEnd } from './tool-call-state.ts';

/** True when the outcome of a call contains PHI and must not reach a model off the premises. False without a result. */
export const endContainsPhi = (end: ToolCallEnd): boolean => {
  switch (end.type) {
    case 'ToolSucceeded':
    case 'ToolTimedOut':
      return end.data.phi;
    case 'ToolFailed':
      return end.data.fallback?.phi === true;
    default:
      return false;
  }
};
