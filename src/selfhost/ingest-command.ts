import { UsageError } from "../exchange/cli/cli-error.ts";
import { type Command, FINE } from "../exchange/cli/command.ts";

/** `tradecraft ingest`, which is also `npm run ingest`. */
export const ingestCommand: Command = {
  name: "ingest",
  usage: "FILE [--domain D --release V] [--server URL]",
  about: "Sends an ATT&CK bundle (.json or .json.gz) to the service of DATA_DIR, or to a server.",
  notes: [
    "The service of DATA_DIR is started for the ingest if it does not run. A server needs INGEST_TOKEN or",
    "TRADECRAFT_TOKEN, an API token of an admin.",
  ].join("\n"),
  examples: [
    "tradecraft ingest enterprise-attack-19.1.json",
    "tradecraft ingest bundle.json.gz --domain ics-attack --release 19.1 --server https://cti.example.org",
  ],
  options: {
    domain: { value: "DOMAIN", about: "Domain of the bundle, if it does not say so." },
    release: { value: "VERSION", about: "Release of the bundle, if it does not say so." },
    version: { value: "VERSION", about: "The same as --release." },
    server: { value: "URL", about: "Send it to this server (default: TRADECRAFT_URL)." },
    local: { about: "Send it to the service of DATA_DIR even if TRADECRAFT_URL is set." },
    url: { value: "URL", about: "The same as --server." },
    header: {
      value: "'Name: value'",

      about: "Further header to send, such as one of a proxy. May be repeated.",
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
