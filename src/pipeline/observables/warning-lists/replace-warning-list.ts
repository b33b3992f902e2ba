import { type CommitDeps, commitAndRead } from "../../../platform/audit/commit.ts";
import { describeChanges } from "../../../platform/audit/describe-changes.ts";
import type { Actor } from "../../../platform/auth/identity.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { formatBytes } from "../../../platform/lib/streams.ts";
import type { WarningListDeps } from "./deps.ts";
import { type EntryFault, toContent } from "./list-content.ts";
import { encodeLists } from "./list-file.ts";
import { toView } from "./list-warning-lists.ts";
import type { WarningListFile, WarningListView } from "./schema.ts";
import type { UploadedList } from "./store.ts";

/** Limits for all uploaded lists together, because each isolate has them in memory. */
const MAX_SENT = { lists: 100, bytes: 24 * 1024 * 1024 };
const SHOWN_CHARS = 100;

/**
 * Adds a list, or replaces the one of its name. Returns it, and whether it is new. An identical list changes
 * nothing. Existing observables and suppressions remain unchanged.
 * @throws AppError `validation_error` naming the first entry that is not of the list's type;
 *   `quota_exceeded`
 */
export async function replaceWarningList(
  deps: WarningListDeps & CommitDeps,
  actor: Actor,
  name: string,
  file: WarningListFile,
): Promise<{ list: WarningListView; created: boolean }> {
  const { type, list: entries, version, description, matching_attributes, effect = null } = file;
  const content = toContent(type, entries);
  if ("at" in content) throw brokenEntry(content, entries[content.at] ?? "");
  const facts = { name, title: file.name, description, type, version, matching_attributes, effect };
  const counted = { ...facts, entries: entries.length };
  const bytes = encodeLists([{ ...counted, licence: null, origin: null, ...content }]);
  const [replaced] = await deps.warningLists.selectOne(name);
  if (replaced !== undefined && (await isStored(deps, replaced, bytes))) {
    return { list: toView(replaced), created: false };
  }
  const recorded = { title: facts.title, type, version, entries: entries.length, effect };
  const row = {
    ...counted,
    file_key: await deps.warningLists.putFile(deps.newId(), bytes),
    file_bytes: bytes.length,
    updated_at: deps.now(),
    updated_by: actor.name,
  };
  const change = {
    act: {
      actor: actor.name,
      action: "warning_list.update" as const,
      object: ["warning_list", name] as const,
      details: { ...recorded, ...(replaced !== undefined && describeChanges(replaced, recorded)) },
    },
    when: deps.warningLists.fits(row, MAX_SENT),
    parts: [deps.warningLists.put(row)],
  };
  const stored = await commitAndRead(deps, change, deps.warningLists.selectOne(name));
  await deps.warningLists.removeAbandoned(deps.now());
  if (stored === null) throw tooMany();
  return { list: toView(row), created: replaced === undefined };
}

/** Returns whether a list is already stored in this form. Its file contains all facts and entries. */
async function isStored(
  { warningLists }: WarningListDeps,
  { file_key: key }: UploadedList,
  bytes: Uint8Array,
): Promise<boolean> {
  const known = await warningLists.readFile(key);
  return known?.length === bytes.length && known.every((byte, at) => byte === bytes[at]);
}

function brokenEntry({ at, reason }: EntryFault, entry: string): AppError {
  const shown = JSON.stringify(entry.slice(0, SHOWN_CHARS).toWellFormed());
  const detail = `Entry ${at + 1} of the list, ${shown}, is not ${reason}.`;
  return new AppError("validation_error", detail, { errors: [{ pointer: `/list/${at}`, detail }] });
}

function tooMany(): AppError {
  const { lists, bytes } = MAX_SENT;
  return new AppError(
    "quota_exceeded",
    `At most ${lists} lists of ${formatBytes(bytes)} together are kept beside the shipped ones; delete some.`,
  );
}
