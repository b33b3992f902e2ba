import { gunzip } from "../../../platform/lib/gunzip.ts";
import type { WarningListDeps } from "./deps.ts";
import type { WarningList } from "./list-content.ts";
import { decodeLists } from "./list-file.ts";
import type { UploadedList } from "./store.ts";
import { WarningLists } from "./warning-lists.ts";

const SHIPPED = "/warning-lists/lists.bin.gz";
/** A list may be replaced while its entries are fetched. */
const TRIES = 3;

/**
 * Lists cached in the isolate: the shipped ones, which never change, and the current ones. The promises that load
 * them are not cached, because a request must not wait for another request's work.
 */
let shipped: Kept<readonly WarningList[]> = () => undefined;
let opened: { state: string; lists: Kept<WarningLists> } = { state: "", lists: () => undefined };

/** A value cached permanently, or until its memory is needed. */
type Kept<T extends object> = () => T | undefined;

function keep<T extends object>(value: T, isForGood: boolean): Kept<T> {
  if (isForGood) return () => value;
  const reference = new WeakRef(value);
  return () => reference.deref();
}

/**
 * Returns the current warning lists for any number of lookups. The first call in an isolate reads the shipped lists
 * in about 70 ms. Later calls run one small query for uploaded lists, so every isolate sees a change immediately.
 */
export async function openWarningLists(deps: WarningListDeps): Promise<WarningLists> {
  for (let tries = 1; ; tries += 1) {
    const uploaded = await deps.warningLists.list();
    const state = uploaded.map(({ name, file_key: key }) => `${name} ${key}`).join("\n");
    const known = opened.state === state ? opened.lists() : undefined;
    if (known !== undefined) return known;
    const lists = await build(deps, uploaded).catch((error: unknown) => {
      if (!(error instanceof ListReplaced) || tries === TRIES) throw error;
      return null;
    });
    if (lists === null) continue;
    opened = { state, lists: keep(lists, deps.keepsLists) };
    return lists;
  }
}

/** Returns the lists that ship with the software. */
export async function openShippedLists({
  readAsset,
  keepsLists,
}: Pick<WarningListDeps, "readAsset" | "keepsLists">): Promise<readonly WarningList[]> {
  const lists = shipped() ?? (await readShipped(readAsset));
  shipped = keep(lists, keepsLists);
  return lists;
}

/** The entries of a list are gone, because another list replaced it. */
class ListReplaced extends Error {}

async function build(
  deps: WarningListDeps,
  uploaded: readonly UploadedList[],
): Promise<WarningLists> {
  const sent: WarningList[] = [];
  for (const { name, file_key: key } of uploaded) {
    const bytes = await deps.warningLists.readFile(key);
    if (bytes === null) throw new ListReplaced(`The entries of the list ${name} are not stored.`);
    sent.push(...decodeLists(bytes));
  }
  const replaced = new Set(sent.map(({ name }) => name));
  const others = (await openShippedLists(deps)).filter(({ name }) => !replaced.has(name));
  return new WarningLists([...others, ...sent]);
}

async function readShipped(readAsset: WarningListDeps["readAsset"]): Promise<WarningList[]> {
  const response = await readAsset(SHIPPED);
  if (!response.ok || response.body === null) {
    throw new Error(`The shipped warning lists are not there: ${response.status}.`);
  }
  return decodeLists(await collect(gunzip(response.body)));
}

/** Concatenates chunks, discarding each after it is copied. */
async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  let whole = new Uint8Array(4 * 1024 * 1024);
  let length = 0;
  for await (const chunk of chunks) {
    if (length + chunk.length > whole.length) {
      const larger = new Uint8Array(Math.max(whole.length * 1.25, length + chunk.length));
      larger.set(whole.subarray(0, length));
      whole = larger;
    }
    whole.set(chunk, length);
    length += chunk.length;
  }
  return whole.subarray(0, length);
}
