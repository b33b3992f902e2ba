import { ACCEPTED, DESTINATIONS } from "./destinations.ts";
import { readEnds } from "./read-ends.ts";
import { type FileKind, recognizeFile, type Recognized } from "./recognize-file.ts";

/** The result for dropped files: those passed to a page, and messages about the others. */
export interface Sorted {
  kind: FileKind | null;
  files: readonly File[];
  notes: readonly string[];
}

type Role = "viewer" | "analyst" | "admin";
const MOST_NAMED = 3;

/** Detects the kinds of dropped files. Those of the first kind found go to its page. */
export async function sortFiles(files: readonly File[], role: Role): Promise<Sorted> {
  if (files.length === 0) return { kind: null, files: [], notes: ["Folders are not opened."] };
  const found: { file: File; what: Recognized }[] = [];
  for (const file of files) found.push({ file, what: await recognize(file) });
  return sort(found, role);
}

async function recognize(file: File): Promise<Recognized> {
  try {
    return recognizeFile(await readEnds(file));
  } catch {
    return { kind: null, reason: "cannot be read. A folder has to be packed as a zip." };
  }
}

function sort(found: readonly { file: File; what: Recognized }[], role: Role): Sorted {
  const notes = refusals(found);
  const kind = found.find(({ what }) => what.kind !== null)?.what.kind ?? null;
  if (kind === null) return { kind, files: [], notes: [...notes, `Accepted are ${ACCEPTED}.`] };
  const to = DESTINATIONS[kind];
  if (role === "viewer") {
    const ask = "You have read-only access. Ask an analyst to add this file.";
    return { kind: null, files: [], notes: [ask] };
  }
  if (to.role === "admin" && role !== "admin") {
    const ask = `An ${to.one} is uploaded by an admin. Ask one to do it.`;
    return { kind: null, files: [], notes: [ask] };
  }
  const same = found.filter(({ what }) => what.kind === kind).map(({ file }) => file);
  const taken = to.takesMany ? same : same.slice(0, 1);
  const others = found.length - taken.length - notes.length;
  if (others > 0) {
    const opened = taken.length === 1 ? `the ${to.one} was` : `the ${to.many} were`;
    notes.push(
      `Only ${opened} opened. Drop the other ${others === 1 ? "file" : `${others} files`} again.`,
    );
  }
  return { kind, files: taken, notes };
}

/** Returns why files are rejected, the first few by name. */
function refusals(found: readonly { file: File; what: Recognized }[]): string[] {
  const refused = found.flatMap(({ file, what }) =>
    what.kind === null ? [`${file.name || "The file"} ${what.reason}`] : [],
  );
  if (refused.length <= MOST_NAMED) return refused;
  const rest = refused.length - MOST_NAMED;
  return [...refused.slice(0, MOST_NAMED), `${rest} more files are not accepted.`];
}
