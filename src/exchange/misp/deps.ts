import type { CommitDeps } from "../../platform/audit/commit.ts";
import type { OutboundDeps } from "../../platform/outbound/deps.ts";
import type { ServerCredentials } from "../../platform/outbound/server-credentials.ts";
import type { ExportDeps } from "../../sharing/exports/deps.ts";

/** Dependencies of the MISP feed and of pushing events to a MISP server. */
export interface MispDeps extends ExportDeps, CommitDeps, OutboundDeps {
  settings: ExportDeps["settings"] & {
    /** The MISP server for pushing reports; undefined if there is none. */
    MISP_URL?: string | undefined;
    SERVER_CREDENTIALS: ServerCredentials;
    SOURCE_TIMEOUT_MS: number;
  };
}
