type Openness = { readonly mode: number; readonly uid: number };

/**
 * Whether a file with a secret is accessible to more users than necessary. A file created by this program or an
 * operator must be accessible to its owner only. A mounted one (a Kubernetes secret, a systemd credential) belongs to
 * root, and this process reads it through its group, or through the mask of its access list, which `stat` shows in the
 * same place: there the group may read, but no one else.
 *
 * @param self the user of this process; undefined on systems without such permission bits (Windows)
 */
export const isAccessibleToOthers = ({ mode, uid }: Openness, self: number | undefined): boolean => {
  if (self === undefined) return false;
  const others = mode & 0o077;
  return others !== 0 && !(others === 0o040 && uid === 0 && self !== 0);
};
