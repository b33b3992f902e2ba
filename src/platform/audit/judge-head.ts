import { type ChainHead, headText } from "./chain.ts";
import type { HeadReading } from "./head-store.ts";
import type { AuditKeys } from "./audit-keys.ts";

/** A trusted head, or what is wrong with it, as the end of a sentence. */
export type JudgedHead =
  | { head: ChainHead; etag: string; isCurrent: boolean; fault: null }
  | { head: null; fault: string };

/** Checks whether this service recorded the head. */
export function judgeHead(reading: HeadReading, keys: AuditKeys): JudgedHead {
  if (reading.kind === "missing") return { head: null, fault: "is missing" };
  if (reading.kind === "unreadable") return { head: null, fault: "cannot be read" };
  if (reading.kind === "plain") return { head: null, fault: "is not authenticated by the key" };
  const { head, mac, etag } = reading;
  const standing = keys.check(headText(head), mac);
  if (standing === "unknown") {
    return { head: null, fault: "was authenticated by a key that is not known here" };
  }
  if (standing === "false" || standing === "none") {
    return { head: null, fault: "was changed: its MAC does not fit" };
  }
  return { head, etag, isCurrent: standing === "current", fault: null };
}
