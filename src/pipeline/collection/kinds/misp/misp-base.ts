/** Returns the base path of a MISP server from that of any of its pages. */
export function baseOf(path: string): string {
  return path
    .replace(/\/(?:events|attributes|users|servers|feeds)(?:\/.*)?$/i, "/")
    .replace(/\/*$/, "/");
}
