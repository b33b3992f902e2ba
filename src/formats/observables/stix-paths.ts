/** Splits a path into its folder and file name. The name is empty if the path ends with a separator. */
export function splitPath(path: string): { folder: string; name: string } {
  const at = Math.max(path.lastIndexOf("\\"), path.lastIndexOf("/"));
  const name = path.slice(at + 1);
  // The root keeps its separator; without it, the path would mean another folder.
  const isRoot = at === 0 || /^[A-Za-z]:[\\/]$/.test(path.slice(0, at + 1));
  return { folder: path.slice(0, isRoot ? at + 1 : at), name };
}
