/** Where a MISP server is, whichever of its pages was named. */
export function baseOf(path: string): string {
  return path
    .replace(/\/(?:events|attributes|users|servers|feeds)(?:\/.*)?$/i, "/")
    .replace(/\/*$/, "/");
}
