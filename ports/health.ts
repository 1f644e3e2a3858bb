/** The health of one part of the system. */
export type ComponentHealth = {
  readonly component: string;
  readonly healthy: boolean;
  /** Whether the system cannot serve without it; parts that are not critical only degrade it. */
  readonly critical: boolean;
  /** For an operator; free of PHI, addresses and credentials, since it is shown without authentication. */
  readonly message?: string;
};

/** Checks every part. Bounded in time by the adapter's own timeouts. */
export type HealthReader = { readonly list: () => Promise<readonly ComponentHealth[]> };
