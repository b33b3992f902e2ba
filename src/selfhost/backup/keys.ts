/** What proves who wrote the audit trail and is in a file of its own in the data folder. */
const KEY = /^[\w-]+\.key(\.new|\.previous)?$/;

/** Whether a file of a data folder is a key. */
export function isKey(path: string): boolean {
  return KEY.test(path);
}
