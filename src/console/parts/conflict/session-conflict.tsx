import type { Schema } from "../../api/client.ts";
import { REVIEW_STATES } from "../review-state/review-state.ts";
import type { SessionWanted } from "../use-session-change.ts";
import { ConflictNotice } from "./conflict-notice.tsx";
import type { Conflict } from "./use-guarded.ts";

const NAMES: Record<string, string> = {
  name: "name",
  tags: "tags",
  tlp: "TLP",
  note: "note",
  assignee: "assignee",
  review_state: "state",
};

interface Props {
  conflict: Conflict<SessionWanted> | null;
  onKept?: () => void;
}

/** Two conflicting changes of the same detail of a session. */
export function SessionConflict({ conflict, onKept }: Props) {
  if (conflict === null) return null;
  const { change } = conflict.wanted;
  const fields = Object.keys(change) as (keyof typeof change)[];
  const current = conflict.current as Schema<"SessionListItem">;
  return (
    <ConflictNotice
      {...conflict}
      what={`the ${fields.map((field) => NAMES[field]).join(" and the ")} of this report`}
      theirs={describe(current, fields)}
      mine={describe(change, fields)}
      onKeep={() => {
        conflict.keepTheirs();
        onKept?.();
      }}
      onApply={conflict.applyMine}
    />
  );
}

function describe(of: Schema<"SessionChange">, fields: readonly (keyof typeof of)[]): string {
  return fields.map((field) => valueOf(of[field])).join("; ");
}

function valueOf(value: string | readonly string[] | null | undefined): string {
  const states: Record<string, string> = REVIEW_STATES;
  const text = typeof value === "string" ? (states[value] ?? value) : (value ?? []).join(", ");
  return text === "" ? "none" : text;
}
