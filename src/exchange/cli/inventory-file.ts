import { CliError } from "./cli-error.ts";
import { oneLine } from "./printable.ts";
import { readBytes } from "./read-input.ts";
import { jsonBody, request, type Service } from "./service.ts";

const PATH = "/api/coverage/log-sources";
/** The input fields of an inventory entry; a service computes all others. */
const FIELDS = new Set([
  "kind",
  "name",
  "channels",
  "platforms",
  "note",
  "since",
  "products",
  "quality",
]);

/** Replaces the log inventory with a file: DeTT&CT YAML, or JSON as returned by the API. @throws CliError */
export async function sendInventory(service: Service, path: string): Promise<void> {
  try {
    const bytes = await readBytes(path);
    if (/\.json$/i.test(path)) await request(service, PATH, jsonBody("PUT", entriesOf(bytes)));
    else {
      const headers = { "Content-Type": "application/yaml" };
      await request(service, `${PATH}/dettect`, { method: "PUT", headers, body: bytes });
    }
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    throw new CliError(`${oneLine(path)}: ${error.message}`, { cause: error });
  }
}

function entriesOf(bytes: Uint8Array): { entries: object[] } {
  const wrong =
    "The JSON must have a list named entries, as GET /api/coverage/log-sources returns it.";
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new CliError(wrong, { cause: error });
  }
  const { entries } = (parsed ?? {}) as { entries?: unknown };
  if (!Array.isArray(entries)) throw new CliError(wrong);
  return {
    entries: entries.map((entry: object) =>
      Object.fromEntries(Object.entries(entry).filter(([name]) => FIELDS.has(name))),
    ),
  };
}
