import type { ToolCallEnd } from './tool-call-state.ts';

/** Whether what came of a call holds PHI, and is given to no model off the premises. An end without a result holds none. */
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
