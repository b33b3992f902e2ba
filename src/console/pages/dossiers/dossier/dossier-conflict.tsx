import { ConflictNotice } from "../../../parts/conflict/conflict-notice.tsx";
import type { Conflict } from "../../../parts/conflict/use-guarded.ts";
import type { Details, DetailsWanted } from "./use-dossier-change.ts";

const NAMES: Record<keyof Details, string> = { name: "name", note: "note", tlp: "TLP" };

interface Props {
  conflict: Conflict<DetailsWanted> | null;
  onKept: () => void;
}

/** Two conflicting changes of the same detail of a dossier. */
export function DossierConflict({ conflict, onKept }: Props) {
  if (conflict === null) return null;
  const { change } = conflict.wanted;
  const fields = Object.keys(change) as (keyof Details)[];
  return (
    <ConflictNotice
      {...conflict}
      what={`the ${fields.map((field) => NAMES[field]).join(" and the ")} of this dossier`}
      theirs={describe(conflict.current as Details, fields)}
      mine={describe(change, fields)}
      onKeep={() => {
        conflict.keepTheirs();
        onKept();
      }}
      onApply={conflict.applyMine}
    />
  );
}

function describe(of: Partial<Details>, fields: readonly (keyof Details)[]): string {
  return fields.map((field) => of[field] || "none").join("; ");
}
