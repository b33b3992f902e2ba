import type { Analysis } from "../../reading/sessions/schema.ts";
import { titleOf } from "./content/session-content.ts";
import { exportFileName } from "../../platform/lib/export-file-name.ts";

type Named = Pick<Analysis, "session_id" | "title">;

/** Returns the file name of a session's export: the report's title and the end of the session's id. */
export function sessionExportName({ session_id: id, title }: Named, extension: string) {
  return exportFileName(titleOf({ title }), id, { fallback: "analysis", extension });
}
