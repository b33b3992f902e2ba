import { importPieces } from "../import-pieces.ts";
import type { SourceKindEntry } from "../kind.ts";
import { findMisp } from "./find-misp.ts";
import { baseOf } from "./misp-base.ts";
import { searchEvents } from "./search-events.ts";

/** MISP servers, whose events are searched through the REST API. */
export const misp: SourceKindEntry = {
  noun: "MISP server",
  filters: ["tags", "organizations"],
  looksLike: ({ hostname, pathname }) =>
    /(?:^|[.-])misp\b/i.test(hostname) || /\/(?:misp|events)(?:\/|$)/i.test(pathname),
  normalize: ({ origin, pathname }) => `${origin}${baseOf(pathname)}`,
  find: findMisp,
  poll: async (deps, part) =>
    await importPieces(deps, part, "sharing_events", searchEvents(deps, part.source)),
};
