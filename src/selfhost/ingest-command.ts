import { UsageError } from "../exchange/cli/cli-error.ts";
import { type Command, FINE } from "../exchange/cli/command.ts";

/** `tradecraft ingest`, which is also `npm run ingest`. */
export const ingestCommand: Command = {
  name: "ingest",
  usage: "FILE [--domain D --release V] [--server URL]",
  about:
    "Sends a bundle of ATT&CK (.json or .json.gz) to the service of DATA_DIR, which is started if none runs,\nor to a server.",
  notes: "INGEST_TOKEN or TRADECRAFT_TOKEN proves to a server who sends.",
  options: {
    domain: { value: "DOMAIN", about: "Domain of the bundle, if it does not say so." },
    release: { value: "VERSION", about: "Release of the bundle, if it does not say so." },
    version: { value: "VERSION", about: "The same as --release." },
    server: { value: "URL", about: "Send it to this server (default: TRADECRAFT_URL)." },
    local: { about: "Send it to the service of DATA_DIR even if TRADECRAFT_URL is set." },
    url: { value: "URL", about: "The same as --server." },
    header: {
      value: "'Name: value'",

      about: "Header to send along, such as of a proxy.",
    },
  },
  run: async (given, surroundings) => {
    const [path, ...more] = given.files;
    if (path === undefined || more.length > 0) throw new UsageError("Name one bundle.");
    const url = surroundings.environment["TRADECRAFT_URL"] || undefined;
    const { ingestFile } = await import("./ingest-file.ts");
    const sentence = await ingestFile(path, {
      domain: given.get("domain"),
      version: given.get("release") ?? given.get("version"),
      server: given.get("server") ?? given.get("url") ?? (given.has("local") ? undefined : url),
      headers: given.all("header"),
    });
    await surroundings.out(`${sentence}\n`);
    return FINE;
  },
};
