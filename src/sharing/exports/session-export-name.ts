import type { Analysis } from "../../reading/sessions/schema.ts";
import { exportFileName } from "../../platform/lib/export-file-name.ts";

type Named = Pick<Analysis, "session_id" | "name" | "filename">;

/** The file name of a session's export: the report's title and the end of the session's id. */
export function sessionExportName({ session_id: id, name, filename }: Named, extension: string) {
  const title = name ?? filename?.replace(/\.(pdf|docx|txt)$/i, "") ?? null;
  return exportFileName(title, id, { fallback: "analysis", extension });
}
