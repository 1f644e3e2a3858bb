/** Which models may write answers: what is best for each question, those on the premises, or those in the cloud. */
export const routingModes = ['hybrid', 'local-only', 'cloud-only'] as const;
type RoutingMode = (typeof routingModes)[number];

type RoutingQuestion = {
  /** Whether PHI was found in the question or in what it leans on, or this is unknown. */
  readonly phi: boolean;
  /** Whether the question or its conversation describes a patient. */
  readonly clinicalContext: boolean;
  readonly routing: RoutingMode;
  /** Whether such a model is configured and may be asked. */
  readonly hasLocal: boolean;
  readonly hasCloud: boolean;
};

/** Why a question goes where it goes; part of its events. */
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
 * Which model answers (query orchestration, "Step 1" and `AI_ROUTER_MODE`). What holds PHI, or belongs to a patient,
 * goes to no model in the cloud, redacted or not, in any mode; everything else goes there in `hybrid`, because larger
 * models answer better.
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
