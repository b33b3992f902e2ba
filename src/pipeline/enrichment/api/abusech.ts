import { line, member } from "../read-values.ts";
import type { Answer, Question } from "./api.ts";

/** The key that all abuse.ch services accept. */
export const ABUSECH_KEY = { header: "Auth-Key", setting: "ABUSECH_AUTH_KEY" } as const;

const REFUSED = new Set(["unknown_auth_key", "unauthorized", "no_auth_key", "user_blacklisted"]);

/** Returns the result for the `query_status` of an abuse.ch response, or null if it is successful. */
export function statusOf(body: unknown, nothing: readonly string[]): Answer | null {
  const status = line(member(body, "query_status"));
  if (status === "ok") return null;
  if (status === null) return { kind: "fault", fault: "answers without a query_status" };
  if (nothing.includes(status)) return { kind: "nothing" };
  if (REFUSED.has(status)) return { kind: "key_refused" };
  return { kind: "fault", fault: `refuses the query with the status ${status.slice(0, 100)}` };
}

/** Returns a query as a form. */
export function form(path: string, fields: Record<string, string>): Question {
  const text = new URLSearchParams(fields).toString();
  return { path, body: { type: "application/x-www-form-urlencoded", text } };
}
