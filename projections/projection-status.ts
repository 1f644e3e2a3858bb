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
  /** For how many seconds its owner has had the lease; absent when it is free. */
  readonly ownerSeconds?: number;
  /**
   * As the process sees it that is asked: it does the work itself (`running`), another one does (`waiting`) or none
   * (`stopped`), it cannot in this version of the program (`blocked`), or it failed and is tried again (`failing`).
   */
  readonly state: 'running' | 'waiting' | 'blocked' | 'failing' | 'stopped';
  /** Why it is blocked or failing; free of PHI. */
  readonly error?: string;
  readonly parked: number;
  /** Present while a new generation is being built, or what it needs is being made. */
  readonly rebuild?: {
    /** The number that the generation has, or will have. */
    readonly generation: number;
    readonly position: Position;
    readonly target: Position;
    /** 0 to 1; of embedding the documents while that is going on, and then of the building itself. */
    readonly progress: number;
    readonly error?: string;
    readonly reembedding?: Reembedding;
  };
};

/** The documents that get vectors of another model, for a generation that holds those. */
export type Reembedding = {
  readonly model: string;
  /** Live documents that have such vectors, of how many, and those that must not be given to the model. */
  readonly done: number;
  readonly total: number;
  readonly withheld: number;
};

/** Reads the status of everything that follows the log. */
export type ProjectionStatusReader = { readonly list: () => Promise<readonly ProjectionStatus[]> };
