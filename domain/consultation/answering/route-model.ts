/** The models that may write answers: the best one for each question, local ones only, or cloud ones only. */
export const routingModes = ['hybrid', 'local-only', 'cloud-only'] as const;
type RoutingMode = (typeof routingModes)[number];

type RoutingQuestion = {
  /** Whether PHI was found in the question or its context, or this is unknown. */
  readonly phi: boolean;
  /** Whether the question or its conversation describes a patient. */
  readonly clinicalContext: boolean;
  readonly routing: RoutingMode;
  /** Whether such a model is configured and may be called. */
  readonly hasLocal: boolean;
  readonly hasCloud: boolean;
};

/** The reason for the routing; part of the events. */
type RoutingReason =
  | 'phi'
  | 'clinical_context'
  | 'no_phi'
  | 'no_cloud_model'
  | 'local_only'
  | 'cloud_only'
  | 'phi_without_local_model'
  | 'no_model';

export type ModelRoute = {
  /** `none`: the answer consists of excerpts. */
  readonly model: 'local' | 'cloud' | 'none';
  readonly because: RoutingReason;
};

const route = (model: ModelRoute['model'], because: RoutingReason): ModelRoute => ({ model, because });

/**
 * Chooses the model (query orchestration, "Step 1" and `AI_ROUTER_MODE`). Text with PHI or about a patient goes to no
 * cloud model, redacted or not, in any mode; in `hybrid`, everything else does, because larger models answer better.
 */
export const routeModel = ({
  phi,
  clinicalContext,
  routing,
  hasLocal,
  hasCloud,
}: RoutingQuestion): ModelRoute => {
  const mayLeave = !phi && !clinicalContext;
  const local = hasLocal && routing !== 'cloud-only';
  const cloud = hasCloud && routing !== 'local-only' && mayLeave;
  if (cloud) return route('cloud', routing === 'cloud-only' ? 'cloud_only' : 'no_phi');
  if (!local) {
    const heldBack = hasCloud && routing !== 'local-only' && !mayLeave;
    return route('none', heldBack ? 'phi_without_local_model' : 'no_model');
  }
  if (routing === 'local-only') return route('local', 'local_only');
  if (mayLeave) return route('local', 'no_cloud_model');
  return route('local', phi ? 'phi' : 'clinical_context');
};
