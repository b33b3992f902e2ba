/** A path's folder and the name of its file; the name is empty where the path ends with a separator. */
export function splitPath(path: string): { folder: string; name: string } {
  const at = Math.max(path.lastIndexOf("\\"), path.lastIndexOf("/"));
  const name = path.slice(at + 1);
  // The root keeps its separator, without which it would be another place.
  const isRoot = at === 0 || /^[A-Za-z]:[\\/]$/.test(path.slice(0, at + 1));
  return { folder: path.slice(0, isRoot ? at + 1 : at), name };
}
