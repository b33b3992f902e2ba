import { addressCases } from "./curated/addresses.ts";
import { archiveCases } from "./curated/archives.ts";
import { documentCases } from "./curated/documents.ts";
import { pageCases } from "./curated/pages.ts";
import { protocolCases } from "./curated/protocols.ts";
import { workspaceCases } from "./curated/workspace.ts";
import type { Sent } from "./send.ts";
import type { StoredIds } from "./stored-ids.ts";

/** Returns manually written requests for every surface of the service. */
export const curatedCases = (ids: StoredIds): Sent[] => [
  ...pageCases(),
  ...addressCases(),
  ...archiveCases(ids),
  ...documentCases(),
  ...protocolCases(ids),
  ...workspaceCases(ids),
];
