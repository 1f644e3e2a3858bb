import type { Position } from '../domain/kernel/event.ts';

/** What an operator sees of one projection or consumer. */
export type ProjectionStatus = {
  readonly name: string;
  readonly kind: 'projection' | 'consumer';
  /** The generation being read; 0 for a consumer. */
  readonly generation: number;
  readonly checkpoint: Position;
  readonly head: Position;
  readonly eventsBehind: number;
  /** Age of the oldest event not yet handled; 0 when there is none. */
  readonly secondsBehind: number;
  /** Whether some process holds the lease and works. */
  readonly alive: boolean;
  readonly state: 'running' | 'failing' | 'stopped';
  /** Why it fails; free of PHI. */
  readonly error?: string;
  readonly parked: number;
  /** Present while a new generation is being built. */
  readonly rebuild?: {
    readonly generation: number;
    readonly position: Position;
    readonly target: Position;
    /** 0 to 1. */
    readonly progress: number;
    readonly error?: string;
  };
};

/** Reads the status of everything that follows the log. */
export type ProjectionStatusReader = { readonly list: () => Promise<readonly ProjectionStatus[]> };
