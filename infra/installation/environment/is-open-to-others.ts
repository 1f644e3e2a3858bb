type Openness = { readonly mode: number; readonly uid: number };

/**
 * Whether a file with a secret is open to more users than it has to be. It is for its owner alone, as a file is that this
 * program or an operator made. One that was mounted (a secret of Kubernetes, a credential of systemd) belongs to root: its
 * group, or the mask of its access list, which `stat` shows in the same place, is what lets this process read it. So there the
 * group may read, and no one else.
 *
 * @param self the user of this process; undefined where there are no such bits (Windows)
 */
export const isOpenToOthers = ({ mode, uid }: Openness, self: number | undefined): boolean => {
  if (self === undefined) return false;
  const others = mode & 0o077;
  return others !== 0 && !(others === 0o040 && uid === 0 && self !== 0);
};
