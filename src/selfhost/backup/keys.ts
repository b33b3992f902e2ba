/** Files of a data folder with a key of the audit trail. */
const KEY = /^[\w-]+\.key(\.new|\.previous)?$/;

/** Returns whether a file of a data folder is a key. */
export function isKey(path: string): boolean {
  return KEY.test(path);
}
