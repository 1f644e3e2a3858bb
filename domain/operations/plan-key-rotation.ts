/** What a node says of itself to show which master key it is configured with. */
export const masterKeyOffer = (fingerprint: string): string => `master-key/${fingerprint}`;

type NodeWithKey = {
  readonly host: string;
  readonly alive: boolean;
  readonly offers: readonly string[];
};

/** The facts that decide how a rotation of the master key goes on. Keys are given by their fingerprints. */
export type RotationFacts = {
  /** The configured master key. */
  readonly configured: string;
  /** The master key that wraps new keys. */
  readonly inForce: string;
  /** The rotation under way, if any; `wrapped` when only its record is missing. */
  readonly rotation: { readonly state: 'wrapping' | 'wrapped' } | undefined;
  readonly nodes: readonly NodeWithKey[];
};

export type RotationStep =
  | { readonly kind: 'nothing' | 'begin' | 'wrap' | 'record' }
  /** Some nodes cannot open what the new key wraps; none are named while this node is not listed itself. */
  | { readonly kind: 'wait'; readonly hosts: readonly string[] };

/**
 * The next step of a rotation. It begins when every running node is configured with the new master key: one that is not
 * could open nothing that was wrapped again. Once begun it goes on to its end, whatever is configured.
 */
export const planKeyRotation = ({ configured, inForce, rotation, nodes }: RotationFacts): RotationStep => {
  if (rotation) return { kind: rotation.state === 'wrapping' ? 'wrap' : 'record' };
  if (inForce === configured) return { kind: 'nothing' };
  const alive = nodes.filter((node) => node.alive);
  const lacking = alive.filter(({ offers }) => !offers.includes(masterKeyOffer(configured)));
  return alive.length > 0 && lacking.length === 0
    ? { kind: 'begin' }
    : { kind: 'wait', hosts: lacking.map(({ host }) => host) };
};
